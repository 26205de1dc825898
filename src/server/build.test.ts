import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

/** Stands for Astro: says that it builds, and is a while about it. */
const ASTRO = `
import { appendFileSync, writeFileSync } from 'node:fs';
appendFileSync('builds', 'x');
setTimeout(() => writeFileSync('dist/server/entry.mjs', ''), 300);
`;

it('is built by one of several processes that start at once; the others wait for it', async () => {
  mkdirSync(join(root, 'node_modules/astro/bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules/astro/bin/astro.mjs'), ASTRO);
  const start = `
    import { ensureBuilt } from ${JSON.stringify(new URL('./build.ts', import.meta.url).href)};
    console.log(await ensureBuilt(${JSON.stringify(root)}, () => undefined));
  `;
  const run = promisify(execFile);
  const ends = await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', start])),
  );
  expect(ends.map(({ stdout }) => stdout.trim()).sort()).toEqual(['false', 'false', 'true']);
  expect(readFileSync(join(root, 'builds'), 'utf8')).toBe('x');
  expect(buildReason(root, sourceStamp(root))).toBeNull();
});
