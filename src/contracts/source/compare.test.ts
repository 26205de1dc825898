import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFiles, diffRows, firstShown } from './compare.ts';

const drawn = (left: string, right: string) =>
  diffRows(left, right)?.map((row) =>
    row.kind === 'gap'
      ? `… ${row.count}`
      : `${{ same: ' ', left: '-', right: '+' }[row.kind]}${row.left ?? ''}:${row.right ?? ''} ${row.text}`,
  );

describe('files of two contracts', () => {
  it('are equal, differ, or are only in one', () => {
    const left = new Map([
      ['a', '1\r\n'],
      ['b', '2'],
      ['__proto__', '3'],
    ]);
    const right = new Map([
      ['c', ''],
      ['b', '3'],
      ['a', '1\n'],
    ]);
    expect(compareFiles(left, right)).toEqual([
      { name: 'a', state: 'equal' },
      { name: 'b', state: 'differs' },
      { name: '__proto__', state: 'left' },
      { name: 'c', state: 'right' },
    ]);
  });

  it('are shown from the contract’s own on, if it differs', () => {
    const files = [
      { name: 'a', state: 'equal' },
      { name: 'b', state: 'differs' },
      { name: 'c', state: 'differs' },
    ] as const;
    expect(firstShown(files, 'c')?.name).toBe('c');
    for (const own of ['a', 'x', null]) expect(firstShown(files, own)?.name).toBe('b');
    expect(firstShown(files.slice(0, 1), 'a')).toBeNull();
  });
});

describe('lines of two files', () => {
  it('are shown where they differ, with a few around them', () => {
    const lines = Array.from({ length: 12 }, (_, n) => `line ${n + 1}`);
    const changed = lines.with(5, 'changed');
    expect(drawn(lines.join('\n'), changed.join('\n'))).toEqual([
      '… 2',
      ' 3:3 line 3',
      ' 4:4 line 4',
      ' 5:5 line 5',
      '-6: line 6',
      '+:6 changed',
      ' 7:7 line 7',
      ' 8:8 line 8',
      ' 9:9 line 9',
      '… 3',
    ]);
  });
  it('lead from one file to the other', () => {
    const file = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(file, file, (left, right) => {
        const rows = diffRows(left.join('\n'), right.join('\n')) ?? [];
        for (const row of rows) {
          if (row.kind === 'gap') continue;
          if (row.left !== null) expect(left[row.left - 1]).toBe(row.text);
          if (row.right !== null) expect(right[row.right - 1]).toBe(row.text);
        }
        const gaps = rows.reduce((sum, row) => sum + (row.kind === 'gap' ? row.count : 0), 0);
        const count = (side: 'left' | 'right') =>
          rows.filter((row) => row.kind === 'same' || row.kind === side).length + gaps;
        expect([count('left'), count('right')]).toEqual([left.length, right.length]);
      }),
    );
  });
  it('are not compared when there is too much of them', () => {
    const all = (word: string) => Array.from({ length: 2000 }, (_, n) => word + n).join('\n');
    expect(diffRows(all('a'), all('b'))).toBeNull();
    expect(diffRows('\n'.repeat(30_000), '')).toBeNull();
  });
});
