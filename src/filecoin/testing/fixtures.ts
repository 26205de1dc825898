/** Reads the fixtures of this room (data/fixtures/core, written by scripts/fixtures/core.ts). */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';

const FOLDER = new URL('../../../data/fixtures/core/', import.meta.url);

/** Rows of one file; an empty one is an error, since a test over no rows cannot fail. */
export function readFixture<T>(name: string, row: z.ZodType<T>): T[] {
  const text = gunzipSync(readFileSync(new URL(`${name}.ndjson.gz`, FOLDER))).toString('utf8');
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => row.parse(JSON.parse(line)));
  if (rows.length === 0) throw new Error(`fixture ${name} is empty`);
  return rows;
}
