/** The demo chain's storage providers as its makers wrote them down, and how answers about them are read. */
import { demoFile } from '#node/testing/demo-node.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Answer } from '../../wire.ts';

export const { head } = z
  .object({ head: z.object({ height: z.number() }) })
  .parse(demoFile('manifest.json'));
export const truth = z
  .object({
    genesisProviders: z.array(z.object({ Address: z.string(), Owner: z.string() })),
    providers: z.array(z.object({ address: z.string(), owner: z.string() })),
    events: z.array(
      z.object({
        height: z.number(),
        kind: z.string(),
        provider: z.string().optional(),
        to: z.string().optional(),
      }),
    ),
  })
  .parse(demoFile('truth/providers.json'));

/** The answer as it goes over the wire, checked by its schema. */
export async function checked<T>(schema: z.ZodType<T>, answer: Promise<Answer<T>>): Promise<T> {
  const { data } = await answer;
  const wire: unknown = JSON.parse(JSON.stringify(data));
  expect(schema.parse(wire)).toEqual(wire);
  return data;
}
