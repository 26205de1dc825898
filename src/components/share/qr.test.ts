import { create } from 'qrcode';
import { expect, it, test } from 'vitest';
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

/** Texts as they are drawn, and such as hold what codes have other modes for. */
function* texts(): Generator<string> {
  yield* [
    'f01234',
    'f1awynannjinyehtxdey4o262bipk3fxs5ru5mwby',
    '12',
    'ab123456',
    'ab12345c1',
    '123ab',
  ];
  yield* ['HELLO 123', 'https://example.org/en/dapp/a?utm_source=share', '中文 한국어'];
  let state = 1;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  for (const letters of ['abcdefghijklmnopqrstuvwxyz234567', 'ab0123456789'])
    for (let count = 0; count < 200; count += 1)
      yield Array.from({ length: 1 + next(90) }, () => letters[next(letters.length)]).join('');
}

test('modes and mask are those of the library', () => {
  for (const text of texts()) {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    const rows = Array.from({ length: modules.size }, (_, y) =>
      [...modules.data.subarray(y * modules.size, (y + 1) * modules.size)].join(''),
    );
    expect(drawn(qrPath(text)), text).toEqual(rows);
  }
});
