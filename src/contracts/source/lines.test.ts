import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linksFrom } from './links.ts';
import { pageAt, pagesOf, sourceLines } from './lines.ts';

const SOURCE = [
  'import "./B.sol"; // B',
  'contract A is B {',
  '  /* two',
  '     lines */ uint256 x = 1;',
  '  function f() public { g(x); }',
  '  function g(uint256) internal {}',
  '}',
].join('\n');
const files = new Map([
  ['A.sol', SOURCE],
  ['B.sol', 'contract B {}'],
]);
const links = linksFrom({ files, remappings: [] }, 'A.sol');

describe('lines of a source', () => {
  it('are coloured, and lead to definitions and files', () => {
    const lines = sourceLines(SOURCE, 'A.sol', [1, 7], links);
    expect(lines.map((pieces) => pieces.map(({ text }) => text).join(''))).toEqual(
      SOURCE.split('\n'),
    );
    const found = lines.flat().filter(({ to }) => to !== null);
    expect(found.map(({ text, to }) => [text, `${to?.file}:${to?.line}`])).toEqual([
      ['"./B.sol"', 'B.sol:1'],
      ['B', 'B.sol:1'],
      ['g', 'A.sol:6'],
      ['x', 'A.sol:4'],
    ]);
    expect(lines[3]?.map(({ text, look }) => [text, look])).toEqual([
      ['     lines */', 'comment'],
      [' ', null],
      ['uint256', 'type'],
      [' x = ', null],
      ['1', 'number'],
      [';', null],
    ]);
  });
  it('are the same when they are only some', () => {
    const all = sourceLines(SOURCE, 'A.sol', [1, 7], links);
    expect(sourceLines(SOURCE, 'A.sol', [4, 6], links)).toEqual(all.slice(3, 6));
  });
  it('show letters that would hide something, and cut what is too long', () => {
    const [line] = sourceLines('a\u202e/*\u2066 b', 'x', [1, 1], null);
    expect(line?.map(({ text, look }) => [text, look])).toEqual([
      ['a', null],
      ['U+202E', 'hidden'],
      ['/*', 'comment'],
      ['U+2066', 'hidden'],
      [' b', 'comment'],
    ]);
    const [long] = sourceLines(`${'a '.repeat(5000)}`, 'x', [1, 1], null);
    expect(long?.map(({ text }) => text).join('')).toBe(`${'a '.repeat(1000)}…`);
  });
});

describe('pages of a source', () => {
  it('begin so that each bears its lines', () => {
    expect(pagesOf('')).toEqual([1]);
    expect(pagesOf('a\n'.repeat(1000))).toEqual([1, 301, 601, 901]);
    expect(pagesOf(`${'b'.repeat(1999)}\n`.repeat(20))).toEqual([1, 7, 13, 19]);
    const starts = [1, 9, 17];
    expect([1, 8, 9, 30, 0].map((line) => pageAt(starts, line))).toEqual([1, 1, 9, 17, 1]);
  });
  it('have every line once, whatever the source', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 60 }), (parts) => {
        const source = parts.join('\n');
        const starts = pagesOf(source);
        const last = source.split('\n').length;
        const shown = starts.flatMap((start, n) =>
          sourceLines(source, 'x', [start, (starts[n + 1] ?? last + 1) - 1], null),
        );
        expect(shown.length).toBe(last);
      }),
    );
  });
});
