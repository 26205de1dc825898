/** Things that have a page of their own: what a search finds, and what can be a favourite. */
import type { IdentifierKind } from './shorten.ts';
import { paths, type PathLocale } from './paths.ts';

interface Page {
  path(lang: PathLocale, id: string): string;
  /** How its id is shortened. */
  shown: IdentifierKind;
}

const PAGES = {
  tipset: { path: paths.tipset, shown: 'height' },
  block: { path: paths.block, shown: 'block' },
  message: { path: (lang, id) => paths.message(lang, id), shown: 'message' },
  address: { path: paths.address, shown: 'address' },
  token: { path: (lang, id) => paths.token(lang, id), shown: 'address' },
  name: { path: paths.name, shown: 'plain' },
  deal: { path: (lang, id) => paths.deal(lang, Number(id)), shown: 'plain' },
  allocation: { path: (lang, id) => paths.allocation(lang, Number(id)), shown: 'plain' },
  peer: { path: paths.peer, shown: 'peer' },
} satisfies Record<string, Page>;

export type ThingKind = keyof typeof PAGES;

/** In the order in which they are listed. */
export const THING_KINDS = Object.keys(PAGES) as ThingKind[];

export interface Thing {
  kind: ThingKind;
  /** Height, CID, address, name, number or peer id. */
  id: string;
  /** What it is called; its id when it has no name. */
  label: string;
}

/** The page of a thing in a language. */
export function thingPath(lang: PathLocale, kind: ThingKind, id: string): string {
  return PAGES[kind].path(lang, id);
}

/** By which rule the id of a thing is shortened. */
export function shownAs(kind: ThingKind): IdentifierKind {
  return PAGES[kind].shown;
}

/** Whether something from storage is a thing that can be linked to. */
export function isThing(value: unknown): value is Thing {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, label } = value as Partial<Record<keyof Thing, unknown>>;
  return (
    typeof kind === 'string' &&
    Object.hasOwn(PAGES, kind) &&
    typeof id === 'string' &&
    typeof label === 'string'
  );
}
