import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROGRAM = `
import { rmSync } from 'node:fs';
const { loadPages } = await import(process.argv[1]);
const render = await loadPages(process.argv[2]);
rmSync(process.argv[2], { recursive: true });
console.log(await render());
`;

it('what was loaded answers on when the next build removes it', () => {
  const root = mkdtempSync(join(tmpdir(), 'sextant-pages-'));
  const built = join(root, 'dist/server');
  mkdirSync(join(built, 'chunks'), { recursive: true });
  writeFileSync(join(built, 'chunks/page.mjs'), "export const text = 'a page';");
  writeFileSync(
    join(built, 'entry.mjs'),
    `export const createPages = (prerendered) => async () =>
      [(await import('./chunks/page.mjs')).text, ...prerendered.entries()].join(' ');`,
  );
  const article = join(root, 'dist/client/en/wiki/3');
  mkdirSync(article, { recursive: true });
  writeFileSync(join(article, 'index.html'), 'an article');
  // In a process of its own: the tests' runner keeps modules by rules of its own.
  const program = ['--input-type=module', '-e', PROGRAM, `${import.meta.dirname}/pages.ts`, root];
  expect(execFileSync(process.execPath, program, { encoding: 'utf8' })).toBe(
    'a page /en/wiki/3,an article\n',
  );
  rmSync(root, { recursive: true, force: true });
});
