/** Notes, and favourites that come back or from elsewhere: apart from the rest, which every page with a star loads. */
import {
  favorites,
  isFavored,
  keep,
  MAX_FAVORITES,
  MAX_NOTE,
  same,
  type Favorite,
  type Key,
  type Outcome,
} from './favorites.ts';

export function noteFavorite(thing: Key, note: string): Outcome {
  const written = note.trim().slice(0, MAX_NOTE);
  return keep(
    favorites.get().map((known) => (same(thing)(known) ? { ...known, note: written } : known)),
  );
}

/** Adds what is not there yet, the newest as far as there is room; says how many that were. */
export function mergeFavorites(list: readonly Favorite[]): { added: number; outcome: Outcome } {
  const fresh = new Map<string, Favorite>();
  for (const one of list) if (!isFavored(one)) fresh.set(`${one.kind} ${one.id}`, one);
  const known = favorites.get();
  const taken = [...fresh.values()]
    .sort((a, b) => b.added - a.added)
    .slice(0, Math.max(0, MAX_FAVORITES - known.length));
  const outcome = taken.length === 0 ? 'kept' : keep([...known, ...taken]);
  if (outcome !== 'kept') return { added: 0, outcome };
  return { added: taken.length, outcome: taken.length < fresh.size ? 'full' : 'kept' };
}
