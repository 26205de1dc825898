import { atom } from 'nanostores';
import { isThing, type Thing } from '#format/thing.ts';

/** A thing that a reader marked, with what the reader wrote to it. Kept in this browser only. */
export interface Favorite extends Thing {
  note: string;
  /** Unix seconds of the reader's own clock. */
  added: number;
}

const KEY = 'favorites';
export const MAX_FAVORITES = 1_000;
export const MAX_NOTE = 300;

/** Newest first. */
export const favorites = atom<readonly Favorite[]>(load());

// Another tab has changed them.
if (typeof window !== 'undefined')
  addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) favorites.set(load());
  });

function load(): Favorite[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isFavorite).slice(0, MAX_FAVORITES) : [];
  } catch {
    // Storage is switched off, or holds something else.
    return [];
  }
}

function isFavorite(value: unknown): value is Favorite {
  if (!isThing(value)) return false;
  const { note, added } = value as Partial<Record<'note' | 'added', unknown>>;
  return typeof note === 'string' && typeof added === 'number';
}

/** What became of a change: `full` when the list has no room, `refused` when the browser keeps nothing. */
export type Outcome = 'kept' | 'full' | 'refused';

/** Nothing has changed where the storage is switched off or full: it would be gone with the page. */
export function keep(list: readonly Favorite[]): Outcome {
  const kept = [...list].sort((a, b) => b.added - a.added);
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    return 'refused';
  }
  favorites.set(kept);
  return 'kept';
}

export type Key = Pick<Thing, 'kind' | 'id'>;
export const same =
  (one: Key) =>
  (other: Key): boolean =>
    one.kind === other.kind && one.id === other.id;

export function isFavored(thing: Key): boolean {
  return favorites.get().some(same(thing));
}

/** Marks a thing; one that is marked already keeps its note. */
export function addFavorite({ kind, id, label }: Thing): Outcome {
  if (isFavored({ kind, id })) return 'kept';
  if (favorites.get().length >= MAX_FAVORITES) return 'full';
  const added = Math.floor(Date.now() / 1000);
  return keep([{ kind, id, label, note: '', added }, ...favorites.get()]);
}

export function removeFavorite(thing: Key): Outcome {
  return keep(favorites.get().filter((known) => !same(thing)(known)));
}
