import { expect, it } from 'vitest';
import { create } from 'qrcode';
import { qrPicture } from './qr.ts';

/** The squares of a picture, as rows of 0 and 1; without the quiet zone. */
function squaresOf(svg: string): string[] {
  const [, wide = ''] = /viewBox="-4 -4 (\d+) \1"/.exec(svg) ?? [];
  const side = Number(wide) - 8;
  const rows = Array.from({ length: side }, () => Array.from({ length: side }, () => '0'));
  const [, path = ''] = /stroke="#000" d="([^"]+)"/.exec(svg) ?? [];
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

it.each(['f01234', 'f1awynannjinyehtxdey4o262bipk3fxs5ru5mwby', 'https://site.example/en?a=b'])(
  'draws the squares of %s, and nothing beyond them',
  (text) => {
    const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
    const rows = Array.from({ length: size }, (_, y) =>
      [...data.subarray(y * size, (y + 1) * size)].join(''),
    );
    const drawn = squaresOf(qrPicture(text));
    expect(drawn).toEqual(rows);
    const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
    expect(drawn.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder);
  },
);
