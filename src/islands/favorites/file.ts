/** Favourites as a file. Loaded when one is read or written. */
import * as z from 'zod/mini';
import { THING_KINDS } from '#format/thing.ts';
import { MAX_FAVORITES, MAX_NOTE, type Favorite } from '#stores/favorites.ts';

const MAX_TEXT = 300;
/** Larger files are not read. */
const MAX_BYTES = 2_000_000;

const fileSchema = z.object({
  kind: z.literal('sextant-favorites'),
  version: z.literal(1),
  /** CID of the genesis block: heights and ids mean something else on another network. */
  network: z.string(),
  favorites: z
    .array(
      z.object({
        kind: z.enum(THING_KINDS),
        id: z.string().check(z.minLength(1), z.maxLength(MAX_TEXT)),
        label: z.string().check(z.maxLength(MAX_TEXT)),
        note: z.string().check(z.maxLength(MAX_NOTE)),
        added: z.int().check(z.nonnegative(), z.maximum(253_402_300_799)),
      }),
    )
    .check(z.maxLength(MAX_FAVORITES)),
});

export type Reading =
  { ok: true; favorites: readonly Favorite[] } | { ok: false; why: 'bad' | 'network' };

/** What a file holds; why not when it is none, or another network's. */
export function readFavorites(text: string, network: string): Reading {
  if (text.length > MAX_BYTES) return { ok: false, why: 'bad' };
  const read = fileSchema.safeParse(parsed(text));
  if (!read.success) return { ok: false, why: 'bad' };
  if (read.data.network !== network) return { ok: false, why: 'network' };
  return { ok: true, favorites: read.data.favorites };
}

export function writeFavorites(favorites: readonly Favorite[], network: string): string {
  const file: z.infer<typeof fileSchema> = {
    kind: 'sextant-favorites',
    version: 1,
    network,
    favorites: favorites.map(({ kind, id, label, note, added }) => ({
      kind,
      id,
      label,
      note,
      added,
    })),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
