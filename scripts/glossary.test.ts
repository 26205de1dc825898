/** Types that docs/glossary.md explains mean one thing. */
import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('a type of the glossary is declared once', async () => {
  const glossary = await readFile('docs/glossary.md', 'utf8');
  const names = [...glossary.matchAll(/`([A-Z][A-Za-z]+)`/g)].map(([, name = '']) => name);
  expect(names).toContain('HttpAnswer');
  const places = new Map(names.map((name): [string, string[]] => [name, []]));
  for await (const file of glob('src/**/*.{ts,tsx,astro}')) {
    if (file.includes('.test.')) continue;
    const text = await readFile(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:export )?(?:interface|type|class) (\w+)/gm))
      places.get(name)?.push(file);
  }
  const twice = [...places].filter(([, files]) => files.length !== 1);
  expect(twice).toEqual([]);
});
