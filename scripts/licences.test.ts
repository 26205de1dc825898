import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { licences, readLock } from './licences.ts';

it('docs/licences.md is of the packages in the lock', () => {
  const file = new URL('../docs/licences.md', import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(licences(readLock()));
});

it('a package stands below its licence, once per version; what only tests need is left out', () => {
  const text = licences({
    packages: {
      '': { version: '1.0.0', license: 'MIT' },
      'node_modules/a': { version: '1.0.0', license: 'ISC' },
      'node_modules/b/node_modules/a': { version: '1.0.0', license: 'ISC' },
      'node_modules/@c/d': { version: '2.0.0' },
      'node_modules/e': { version: '3.0.0', license: 'MIT', dev: true },
    },
  });
  expect(text).toContain('## ISC\n\na 1.0.0\n');
  expect(text).toContain('## not told\n\n@c/d 2.0.0\n');
  expect(text).not.toContain('## MIT');
});
