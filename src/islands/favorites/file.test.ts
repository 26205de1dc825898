import fc from 'fast-check';
import { expect, test } from 'vitest';
import { THING_KINDS } from '#format/thing.ts';
import { MAX_FAVORITES, MAX_NOTE } from '#stores/favorites.ts';
import { readFavorites, writeFavorites } from './file.ts';

const favorite = fc.record({
  kind: fc.constantFrom(...THING_KINDS),
  id: fc.string({ minLength: 1, maxLength: 100 }),
  label: fc.string({ maxLength: 100 }),
  note: fc.string({ maxLength: MAX_NOTE }),
  added: fc.nat(),
});
const one = { kind: 'deal', id: '7', label: '7', note: '', added: 1 } as const;
const changed = (change: Record<string, unknown>): string => {
  const file = JSON.parse(writeFavorites([one], 'n')) as { favorites: object[] };
  return JSON.stringify({ ...file, favorites: [{ ...file.favorites[0], ...change }] });
};

test('what is written is read', () => {
  fc.assert(
    fc.property(fc.array(favorite), fc.string(), (favorites, network) => {
      const text = writeFavorites(favorites, network);
      expect(readFavorites(text, network)).toEqual({ ok: true, favorites });
    }),
  );
});

test('any other text is refused', () => {
  const bad = [
    '',
    '[]',
    'null',
    changed({ kind: 'javascript' }),
    changed({ id: '' }),
    changed({ note: 'n'.repeat(MAX_NOTE + 1) }),
    changed({ added: -1 }),
    changed({ added: 1e300 }),
    writeFavorites(
      Array.from({ length: MAX_FAVORITES + 1 }, () => one),
      'n',
    ),
    ' '.repeat(3_000_000),
  ];
  for (const text of bad) expect(readFavorites(text, 'n')).toEqual({ ok: false, why: 'bad' });
  expect(readFavorites(writeFavorites([one], 'n'), 'm')).toEqual({ ok: false, why: 'network' });
});
