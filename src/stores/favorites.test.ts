import { beforeEach, expect, test, vi } from 'vitest';
import type { Favorite } from './favorites.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new DOMException('', 'QuotaExceededError');
    kept.set(key, value);
  },
});
let isFull = false;
/** The store as a page finds it. */
async function fresh() {
  vi.resetModules();
  return { ...(await import('./favorites.ts')), ...(await import('./editFavorites.ts')) };
}
const thing = { kind: 'deal', id: '7', label: '7' } as const;

beforeEach(() => {
  kept.clear();
  isFull = false;
});

test('things are marked, noted, unmarked, and kept', async () => {
  const store = await fresh();
  store.addFavorite(thing);
  store.addFavorite({ ...thing, id: '8' });
  store.noteFavorite(thing, `  ${'n'.repeat(500)} `);
  store.addFavorite(thing);
  expect(store.favorites.get()).toHaveLength(2);
  const again = await fresh();
  expect(again.isFavored(thing)).toBe(true);
  expect(again.favorites.get().find(({ id }) => id === '7')?.note).toHaveLength(store.MAX_NOTE);
  again.removeFavorite(thing);
  expect(again.isFavored(thing)).toBe(false);
  expect((await fresh()).favorites.get()).toHaveLength(1);
});

test.each(['not json', '{}', '[1,null,{"kind":"constructor","id":"1","label":"1"}]'])(
  'storage that holds %s is an empty list',
  async (text) => {
    kept.set('favorites', text);
    const store = await fresh();
    expect(store.favorites.get()).toEqual([]);
  },
);

test('merging adds what is new, once, and keeps notes', async () => {
  const store = await fresh();
  store.addFavorite(thing);
  store.noteFavorite(thing, 'mine');
  const other = (id: string): Favorite => ({ ...thing, id, note: 'theirs', added: 5 });
  expect(store.mergeFavorites([other('7'), other('8'), other('8')])).toEqual({
    added: 1,
    outcome: 'kept',
  });
  expect(store.favorites.get().map(({ id, note }) => [id, note])).toEqual([
    ['7', 'mine'],
    ['8', 'theirs'],
  ]);
});

test('what cannot be kept is not shown as kept, and the reason is told', async () => {
  const store = await fresh();
  expect(store.addFavorite(thing)).toBe('kept');
  isFull = true;
  const other: Favorite = { ...thing, id: '8', note: '', added: 5 };
  expect(store.addFavorite(other)).toBe('refused');
  expect(store.noteFavorite(thing, 'mine')).toBe('refused');
  expect(store.mergeFavorites([other])).toEqual({ added: 0, outcome: 'refused' });
  expect(store.favorites.get().map(({ id, note }) => [id, note])).toEqual([['7', '']]);
});

test('a full list loses nothing to what is added', async () => {
  const store = await fresh();
  const many = Array.from({ length: store.MAX_FAVORITES + 5 }, (_, at): Favorite => {
    return { ...thing, id: String(at), note: '', added: at };
  });
  expect(store.mergeFavorites(many.slice(0, 10))).toEqual({ added: 10, outcome: 'kept' });
  expect(store.mergeFavorites(many)).toEqual({ added: store.MAX_FAVORITES - 10, outcome: 'full' });
  expect(store.addFavorite({ ...thing, id: 'x' })).toBe('full');
  const ids = new Set(store.favorites.get().map(({ id }) => id));
  expect(ids.size).toBe(store.MAX_FAVORITES);
  expect([ids.has('0'), ids.has(String(many.length - 1)), ids.has('x')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(store.mergeFavorites(many.slice(0, 10))).toEqual({ added: 0, outcome: 'kept' });
});
