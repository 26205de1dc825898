/** Answers as they go over the wire, held against their schemas. */
import type { Store } from '#store/store.ts';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { Answer } from '../index.ts';

export type Checked = <T>(schema: z.ZodType<T>, read: Promise<Answer<T>>) => Promise<T>;

/** Of this index's newest head. */
export const checkedIn =
  (store: Store): Checked =>
  async (schema, read) => {
    const { data, head } = await read;
    expect(head?.height).toBe(await headOf(store));
    const wire: unknown = JSON.parse(JSON.stringify(data));
    expect(schema.parse(wire)).toEqual(wire);
    return data;
  };

async function headOf(store: Store): Promise<number> {
  const row = await store.db.selectFrom('checkpoint').select('head_height').executeTakeFirst();
  return row?.head_height ?? -1;
}
