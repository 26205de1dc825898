/** What readers ask for that an index which begins late has not taken over yet. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const id = z.number().int().nonnegative();
/** Decimal where it has more than 53 bits. */
const sectorNumber = z.union([id, z.string().regex(/^\d{16,19}$/)]);

/** Sectors in one wish: those of a page. */
export const MOST_SECTORS = 100;

/**
 * `actor`: by the bytes of an address as hex, at most those of the longest there are. `allocation`: an
 * allocation or the claim that has its number. `allocations`: those of a client; `claims`: those of a
 * provider. `migrated`: whether allocations are to come that an upgrade made without messages.
 */
export const wishSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('actor'), address: z.string().regex(/^(?:[0-9a-f]{2}){2,65}$/) }),
  z.object({ kind: z.literal('deal'), id }),
  z.object({ kind: z.literal('allocation'), id, migrated: z.boolean() }),
  z.object({ kind: z.literal('allocations'), id, migrated: z.boolean() }),
  z.object({ kind: z.literal('claims'), id }),
  z.object({
    kind: z.literal('sectors'),
    id,
    numbers: z.array(sectorNumber).min(1).max(MOST_SECTORS),
  }),
]);
export type Wish = z.infer<typeof wishSchema>;

export function wishKey(wish: Wish): string {
  if (wish.kind === 'actor') return wish.address;
  const numbers = wish.kind === 'sectors' ? ` ${wish.numbers.join()}` : '';
  // What was not there before that upgrade may be there after it.
  const migrated = 'migrated' in wish && wish.migrated ? ' migrated' : '';
  return `${wish.kind} ${wish.id}${numbers}${migrated}`;
}

/** A wish that was looked after is not asked for again for so long, ms, whether there was anybody or not. */
export const WISH_AGAIN_MS = 600_000;
/** Wishes that are remembered as looked after; the oldest go first. */
const REMEMBERED = 2_000;

/** Remembers what was looked after. */
export class Granted {
  /** By key: when it was, ms of `performance.now()`, and as the how manieth. */
  readonly #all = new LRUCache<string, { at: number; turn: number }>({ max: REMEMBERED });
  /** How many have been looked after so far. */
  turn = 0;

  add(wish: Wish): void {
    this.#all.set(wishKey(wish), { at: performance.now(), turn: ++this.turn });
  }

  /** As the how manieth it was looked after lately; null when it was not. */
  turnOf(wish: Wish): number | null {
    const granted = this.#all.get(wishKey(wish));
    return granted && performance.now() - granted.at < WISH_AGAIN_MS ? granted.turn : null;
  }
}
