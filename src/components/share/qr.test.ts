import { expect, it } from 'vitest';
import { qrPath } from './qr.ts';

/** Modules that the path covers, as rows of 0 and 1. */
function drawn({ side: size, path }: ReturnType<typeof qrPath>): string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '0'));
  let [at, y] = [0, 0];
  for (const [, move, x, line, width] of path.matchAll(/([Mm])(\d+) ([\d.]+)h(\d+)/g)) {
    if (move === 'M') [at, y] = [0, Math.floor(Number(line))];
    at += Number(x);
    for (const end = at + Number(width); at < end; at += 1) {
      const row = rows[y];
      if (row !== undefined) row[at] = '1';
    }
  }
  return rows.map((row) => row.join(''));
}

it('draws the three finders and nothing beyond the square', () => {
  const picture = qrPath('f1awynannjinyehtxdey4o262bipk3fxs5ru5mwby');
  const rows = drawn(picture);
  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder);
  expect(rows.slice(0, 7).map((row) => row.slice(-7))).toEqual(finder);
  expect(rows.slice(-7).map((row) => row.slice(0, 7))).toEqual(finder);
  expect(rows.every((row) => row.length === picture.side)).toBe(true);
});

it('is another picture for another text', () => {
  expect(qrPath('f01').path).not.toBe(qrPath('f02').path);
});
