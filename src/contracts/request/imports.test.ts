import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeImports, importedName, importsOf, onlyReachable } from './imports.ts';
import { parseStandardInput } from './input.ts';
import { compileSources } from '../testing/solc.ts';

const input = (sources: Record<string, string>, remappings: string[] = []) =>
  parseStandardInput({ sources, settings: { remappings } });

describe('imports', () => {
  it('are read in all their forms, and not out of comments and texts', () => {
    const source = `
      // import "no1.sol";
      /* import "no2.sol"; */
      import "a.sol"; import 'b.sol' as b;
      import * as c from "c.sol";
      import {D, E as F} from
        "./d.sol";
      contract A { string s = 'import "no3.sol";'; string t = "\\"import 'no4.sol'"; }
      /* open`;
    expect(importsOf(source)).toEqual(['a.sol', 'b.sol', 'c.sol', './d.sol']);
  });

  it('are read out of anything', () => {
    const pieces = fc.constantFrom('import', '"', "'", ';', '/*', '*/', '//', '\n', '\\', 'a', ' ');
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const source = parts.join('');
        for (const path of importsOf(source)) expect(source).toContain(path);
      }),
    );
  });

  it('are relative to their file', () => {
    expect(importedName('a/b/c.sol', './d.sol')).toBe('a/b/d.sol');
    expect(importedName('a/b/c.sol', '../d/e.sol')).toBe('a/d/e.sol');
    expect(importedName('c.sol', '../../d.sol')).toBe('d.sol');
    expect(importedName('project:/a/c.sol', './d.sol')).toBe('project:/a/d.sol');
    expect(importedName('a/c.sol', '@x/d.sol')).toBe('@x/d.sol');
  });

  it('of files that came without their folders are found', () => {
    const files = {
      'Main.sol':
        'import "@x/token/Token.sol"; import "https://y/z/Far.sol"; contract A is Token, Far {}',
      'Token.sol': 'import "../utils/Context.sol"; contract Token is Context {}',
      'Context.sol': 'contract Context {}',
      'Far.sol': 'contract Far {}',
    };
    const completed = completeImports(input(files));
    expect(completed.settings.remappings).toEqual([
      ':@x/token/Token.sol=Token.sol',
      ':https://y/z/Far.sol=Far.sol',
      ':utils/Context.sol=Context.sol',
    ]);
    const { compilation } = compileSources(files, {
      remappings: completed.settings.remappings,
    });
    expect(compilation.contracts.map(({ name }) => name)).toContain('A');
  });

  it('are left alone where they lead to a file, to none or to several', () => {
    const complete = input({ 'a/A.sol': 'import "./B.sol";', 'a/B.sol': '' });
    expect(completeImports(complete)).toBe(complete);
    const mapped = input({ 'A.sol': 'import "@x/B.sol";', 'lib/B.sol': '' }, ['@x/=lib/']);
    expect(completeImports(mapped)).toBe(mapped);
    const none = input({ 'A.sol': 'import "/etc/passwd";' });
    expect(completeImports(none)).toBe(none);
    const several = input({ 'A.sol': 'import "x/B.sol";', 'a/B.sol': '1', 'b/B.sol': '2' });
    expect(completeImports(several)).toBe(several);
  });

  it('lead to the files that a contract needs', () => {
    const all = input(
      {
        'A.sol': 'import "@x/B.sol";',
        'lib/B.sol': 'import "./C.sol";',
        'lib/C.sol': '',
        'D.sol': '',
      },
      ['@x/=lib/'],
    );
    expect([...onlyReachable(all, ['A.sol']).sources.keys()]).toEqual([
      'A.sol',
      'lib/B.sol',
      'lib/C.sol',
    ]);
  });

  it('are read up to a number, and all files are needed where there are more', () => {
    const files = (count: number): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `${at}.sol`,
          `import "${at + 1}.sol";`.repeat(500),
        ]),
      );
    const few = input({ ...files(40), 'other.sol': '' });
    expect(onlyReachable(few, ['0.sol']).sources.size).toBe(40);
    const many = input({ ...files(41), 'other.sol': '' });
    expect(onlyReachable(many, ['0.sol'])).toBe(many);
  });

  it('lead somewhere, however alike files and remappings are', () => {
    const start = 'a/'.repeat(200);
    const remappings = Array.from({ length: 500 }, (_, at) => `${start}:${at}=x`);
    const imports = Array.from({ length: 500 }, (_, at) => `import"b${at}";`).join('');
    const files = Array.from({ length: 1_000 }, (_, at): [string, string] => [
      `${start}${at}.sol`,
      imports,
    ]);
    const many = input(Object.fromEntries(files), remappings);
    expect(completeImports(many)).toBe(many);
    expect(onlyReachable(many, many.sources.keys())).toBe(many);
  });
});
