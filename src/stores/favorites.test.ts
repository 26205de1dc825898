import { beforeEach, expect, test, vi } from 'vitest';
import type { Favorite } from './favorites.ts';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
/** The store as a page finds it. */
async function fresh() {
  vi.resetModules();
  return import('./favorites.ts');
}
const thing = { kind: 'deal', id: '7', label: '7' } as const;

beforeEach(() => kept.clear());

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
  expect(store.mergeFavorites([other('7'), other('8'), other('8')])).toBe(1);
  expect(store.favorites.get().map(({ id, note }) => [id, note])).toEqual([
    ['7', 'mine'],
    ['8', 'theirs'],
  ]);
});
