/** Things that have a page: what a search finds, and what can be a favourite. */
import type { IdentifierKind } from './shorten.ts';

/** Each kind, and by which rule its id is shortened. */
const SHOWN = {
  tipset: 'height',
  epoch: 'height',
  block: 'block',
  message: 'message',
  address: 'address',
  token: 'address',
  name: 'plain',
  deal: 'plain',
  allocation: 'plain',
  peer: 'peer',
  piece: 'cid',
  sector: 'plain',
  method: 'plain',
  function: 'plain',
  project: 'plain',
  page: 'plain',
} satisfies Record<string, IdentifierKind>;

export type ThingKind = keyof typeof SHOWN;

/** In the order in which they are listed. */
export const THING_KINDS = Object.keys(SHOWN) as ThingKind[];

export interface Thing {
  kind: ThingKind;
  /**
   * Height, CID, address, name, number or peer id; of a sector `f01160/12`, of a function its name and contract, of a project its category
   * and key, of a page of this site its path without the language.
   */
  id: string;
  /** What it is called; its id when it has no name. */
  label: string;
  /** What that is in words, where its id says nothing to a reader. */
  about?: string | undefined;
}

/** Kinds whose ids are made for links: they go by what they are called. */
const NAMED: ReadonlySet<ThingKind> = new Set(['method', 'function', 'project', 'page']);

/** Whether readers know things of a kind by their ids. */
export function hasOwnId(kind: ThingKind): boolean {
  return !NAMED.has(kind);
}

/** By which rule the id of a thing is shortened. */
export function shownAs(kind: ThingKind): IdentifierKind {
  return SHOWN[kind];
}

/** Whether something from storage is a thing that can be linked to. */
export function isThing(value: unknown): value is Thing {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, label } = value as Partial<Record<keyof Thing, unknown>>;
  return (
    typeof kind === 'string' &&
    Object.hasOwn(SHOWN, kind) &&
    typeof id === 'string' &&
    typeof label === 'string'
  );
}
