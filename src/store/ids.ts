/** Lists of actor ids as columns hold them: JSON, with what no number holds (beyond 2^53) as text. */
import { integerJson } from '#filecoin/encoding/integers.ts';
import { uint64, type Uint64 } from '#filecoin/encoding/uint64.ts';
import { z } from 'zod';

/** An id in JSON. */
export const storedId = z.union([z.number(), z.string()]).transform((id) => uint64(id));
const storedIds = z.array(storedId);

export function packIds(ids: readonly Uint64[]): string {
  return JSON.stringify(ids.map(integerJson));
}

export function unpackIds(json: string): Uint64[] {
  return storedIds.parse(JSON.parse(json));
}
