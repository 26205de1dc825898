import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildReason, sourceStamp } from './build.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sextant-build-'));
  for (const folder of ['src/pages', 'src/indexer', 'dist/server'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'src/pages/a.astro'), 'a');
  writeFileSync(join(root, 'src/indexer/a.ts'), 'a');
});
afterEach(() => rmSync(root, { recursive: true }));

it('changes with the sources of the site only', () => {
  const stamp = sourceStamp(root);
  writeFileSync(join(root, 'src/indexer/a.ts'), 'b');
  writeFileSync(join(root, 'src/pages/a.test.ts'), 'b');
  expect(sourceStamp(root)).toBe(stamp);
  writeFileSync(join(root, 'src/pages/a.astro'), 'b');
  expect(sourceStamp(root)).not.toBe(stamp);
});

it('asks for a build until the site is of these sources', () => {
  const stamp = sourceStamp(root);
  expect(buildReason(root, stamp)).toContain('not built');
  writeFileSync(join(root, 'dist/server/entry.mjs'), '');
  expect(buildReason(root, stamp)).toContain('older');
  writeFileSync(join(root, 'dist/.stamp'), stamp);
  expect(buildReason(root, stamp)).toBeNull();
});
