/** No file of src/ needs, through whatever others, itself: types count too. */
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';

const IMPORT = /\b(?:from|import)\s*\(?\s*'([#.][^']+)'/g;

/** The files that each file imports. */
async function importsOf(pattern: string): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>();
  for await (const file of glob(pattern)) {
    const text = await readFile(file, 'utf8');
    const paths = [...text.matchAll(IMPORT)].map(([, path = '']) =>
      path.startsWith('#') ? `src/${path.slice(1)}` : join(dirname(file), path),
    );
    files.set(file, paths);
  }
  return files;
}

/** The circles that are met first, each from one of its files back to it. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) circles.push([...way.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}

test('a circle is found', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', []],
    ['d', ['b']],
  ]);
  expect(circlesIn(imports)).toEqual(['b → d → b']);
});

test('there is no circle of files', async () => {
  const imports = await importsOf('src/**/*.{ts,tsx,astro}');
  expect(imports.size).toBeGreaterThan(1000);
  expect(circlesIn(imports)).toEqual([]);
});
