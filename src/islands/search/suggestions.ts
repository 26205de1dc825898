/** What the server suggests for a text, kept for a while: going back over letters asks nobody. */
import type { Suggestion } from '#explorer/search/schema.ts';
import type { ThingKind } from '#format/thing.ts';
import { ApiError, getJson } from '../queries/api.ts';

export type { Suggestion } from '#explorer/search/schema.ts';

const KEPT_MS = 20_000;
const KEPT = 50;
const PATIENCE_MS = 10_000;
const LIMIT = 12;

const kept = new Map<string, { at: number; list: readonly Suggestion[] }>();

/** Null when they have to be asked for. */
export function knownSuggestions(text: string): readonly Suggestion[] | null {
  const known = kept.get(text);
  return known !== undefined && Date.now() - known.at < KEPT_MS ? known.list : null;
}

/** Exact ones first. Throws when the server cannot be asked, or `signal` is aborted. */
export async function askSuggestions(
  text: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const known = knownSuggestions(text);
  if (known !== null) return known;
  const either = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const query = { q: text, limit: LIMIT };
  const list = await getJson<Suggestion[]>('/search/suggest', query, either).catch(nothing);
  kept.delete(text);
  kept.set(text, { at: Date.now(), list });
  for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
  return list;
}

/** A text that is too long to be looked for stands for nothing. */
function nothing(error: unknown): Suggestion[] {
  if (error instanceof ApiError && error.status === 400) return [];
  throw error;
}

/** The same kind side by side, kinds in the order of their first. */
export function grouped<Thing extends { kind: string }>(
  list: readonly Thing[],
): [kind: Thing['kind'], things: Thing[]][] {
  const groups = new Map<Thing['kind'], Thing[]>();
  for (const thing of list) groups.set(thing.kind, [...(groups.get(thing.kind) ?? []), thing]);
  return [...groups];
}

/** Kinds of which editors say what each is called: none of them can be taken for another. */
const EDITED: ReadonlySet<string> = new Set(['page', 'project'] satisfies ThingKind[]);

/**
 * What Enter opens of what a text may stand for, in the server's order: what it names exactly, else the
 * page or project that is all that was found; undefined where the text has to be looked at.
 */
export function opened<Thing extends { kind: string; match: string }>([
  first,
  ...others
]: readonly Thing[]): Thing | undefined {
  const isAll = first !== undefined && others.length === 0 && EDITED.has(first.kind);
  return first?.match === 'exact' || isAll ? first : undefined;
}
