import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanPath, projectNames, worthReading } from './paths.ts';

describe('names', () => {
  it.each([
    ['./contracts//A.sol', 'contracts/A.sol'],
    ['/etc/passwd', 'etc/passwd'],
    ['a\\b.sol', 'a/b.sol'],
    ['../a.sol', null],
    ['a/../../b.sol', null],
    ['a\u0000.sol', null],
    ['./', null],
    [`${'a'.repeat(600)}.sol`, null],
  ])('%j is kept as %j', (path, name) => expect(cleanPath(path)).toBe(name));

  it('never lead out of their folder', () => {
    const part = fc.constantFrom('..', '.', '', 'a', 'b.sol', '\\', '..\\..', '__proto__');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const name = cleanPath(parts.join('/'));
        return name === null || name.split('/').every((piece) => !['..', '.', ''].includes(piece));
      }),
    );
  });

  it('are those of the project, without its folder', () => {
    const names = (...paths: string[]) => [...projectNames(paths).values()];
    expect(names('app/contracts/A.sol', 'app/lib/B.sol')).toEqual(['contracts/A.sol', 'lib/B.sol']);
    expect(names('contracts/A.sol')).toEqual(['contracts/A.sol']);
    expect(names('app/A.sol', 'other/B.sol')).toEqual(['app/A.sol', 'other/B.sol']);
    expect(names('A.sol')).toEqual(['A.sol']);
  });

  it('tell what of a folder is worth reading', () => {
    const paths = ['p/contracts/A.sol', 'p/artifacts/build-info/1.json', 'p/artifacts/A.json'];
    const other = ['p/package.json', 'p/.git/x.sol', 'p/artifacts/A.dbg.json', 'p/read.me'];
    expect([...worthReading([...paths, ...other])].sort()).toEqual([paths[1], paths[0]]);
    expect([...worthReading(['p/a.json', 'p/node_modules/b/b.json'])]).toEqual(['p/a.json']);
  });
});
