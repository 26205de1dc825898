import { z } from 'zod';
import { formatJson, parseJson } from '../json.ts';
import type { Catalogue, Value } from './catalogue.ts';
import type { Chain } from './chain.ts';
import { actorNotFound, notRecorded } from './refusal.ts';

const Changed = z.record(z.string(), z.looseObject({ DelegatedAddress: z.unknown() }));

/** Answers that change with the epoch too: they hold only at the height they were given for. */
const TIME_DEPENDENT = new Set(['StateMinerAvailableBalance', 'StateMinerProvingDeadline']);

/**
 * The state of actors over the recorded tree: an answer about an actor at a tipset where it did
 * not change is the one at the nearest ancestor where it did. A recording that does not begin with
 * the genesis cannot tell of an actor before its first change, unless it was asked there.
 */
export interface Actors {
  /** The newest tipset at or before `place` on its branch where the actor changed; null: never. */
  lastChange(id: string, place: number): number | null;
  /** Entries of the actors that the parent's messages changed, by id. */
  changes(place: number): Readonly<Record<string, unknown>>;
  /** Ids of all actors in the state at `place`, of a recording that begins with the genesis. */
  list(place: number): string[];
  /** Whether the actor exists in the state at `place`. Throws "not recorded" likewise. */
  exists(id: string, place: number): boolean;
  /** The actor's entry as JSON text. Throws "actor not found" before its creation. */
  entry(id: string, place: number): string;
  /** The id address of any address (f/t, 0 to 4). Throws "actor not found" when there is none. */
  idOf(address: string, place: number): string;
  /** The recorded answer of a call about an actor at `place`, or null where none holds. */
  answer(method: string, id: string, subject: string, place: number): Value | null;
}

export function buildActors(catalogue: Catalogue, chain: Chain): Actors {
  const { tipsets, roots } = catalogue;
  const diffs = catalogue.answers.get('StateChangedActors') ?? new Map<string, Value>();
  /** Per actor: positions on the final chain where it changed, ascending. */
  const finalChanges = new Map<string, number[]>();
  /** Per tipset off the final chain: the actors that changed there. */
  const lostChanges = new Map<number, Map<string, unknown>>();
  const first = chain.final[0] ?? 0;
  const end = chain.final.at(-1) ?? 0;

  const diffOf = (place: number): Value | undefined => {
    const { parent, root } = chain.tipset(place);
    if (parent < 0) return undefined;
    const before = roots[chain.tipset(parent).root] ?? '';
    return diffs.get(`[{"/":"${before}"},{"/":"${roots[root] ?? ''}"}]`);
  };
  const readDiff = (place: number): Record<string, Record<string, unknown>> => {
    const value = diffOf(place);
    return value === undefined
      ? {}
      : Changed.parse(parseJson(catalogue.read(value).toString('utf8')));
  };

  const recordedAt = catalogue.states.get('StateGetActor');
  for (const [subject, places] of recordedAt ?? [])
    if (places.has(first)) finalChanges.set(z.string().parse(JSON.parse(subject)), [0]);
  tipsets.forEach((_, place) => {
    const position = chain.finalPosition(place);
    if (position < 0) lostChanges.set(place, new Map(Object.entries(readDiff(place))));
  });
  chain.final.forEach((place, position) => {
    for (const id of Object.keys(readDiff(place))) {
      const changes = finalChanges.get(id);
      if (changes === undefined) finalChanges.set(id, [position]);
      else changes.push(position);
    }
  });

  // What is there at the end and never changed was there from the beginning.
  for (const [subject, places] of recordedAt ?? []) {
    const id = z.string().parse(JSON.parse(subject));
    if (places.get(end)?.failed === false && !finalChanges.has(id)) finalChanges.set(id, [0]);
  }

  const ids = new Map<string, string>();
  for (const [subject, places] of catalogue.states.get('StateLookupID') ?? [])
    for (const value of places.values())
      if (!value.failed)
        ids.set(
          z.string().parse(JSON.parse(subject)),
          z.string().parse(JSON.parse(catalogue.read(value).toString('utf8'))),
        );

  const lastChange = (id: string, place: number): number | null => {
    let at = place;
    while (chain.finalPosition(at) < 0) {
      if (lostChanges.get(at)?.has(id) === true) return at;
      at = chain.tipset(at).parent;
      if (at < 0) return null;
    }
    const limit = chain.finalPosition(at);
    const changes = finalChanges.get(id) ?? [];
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((changes[middle] ?? 0) <= limit) low = middle + 1;
      else high = middle;
    }
    const found = changes[low - 1];
    return found === undefined ? null : (chain.final[found] ?? null);
  };

  const exists = (id: string, place: number): boolean => {
    if (lastChange(id, place) !== null) return true;
    if (chain.whole) return false;
    throw notRecorded(`the actor ${id} at height ${chain.tipset(place).height}`);
  };

  return {
    lastChange,
    changes: readDiff,
    list(place) {
      const ids = new Set(finalChanges.keys());
      for (const changed of lostChanges.values()) for (const id of changed.keys()) ids.add(id);
      return [...ids].filter((id) => lastChange(id, place) !== null);
    },
    exists,
    entry(id, place) {
      const changed = exists(id, place) ? lastChange(id, place) : null;
      if (changed === null) throw actorNotFound(id);
      if (changed !== first) {
        const entry = lostChanges.get(changed)?.get(id) ?? readDiff(changed)[id];
        return formatJson(entry);
      }
      const recorded = recordedAt?.get(JSON.stringify(id));
      const value = recorded?.get(first) ?? recorded?.get(end);
      if (value === undefined) throw notRecorded(`the actor ${id} at the beginning`);
      return catalogue.read(value).toString('utf8');
    },
    idOf(address, place) {
      const text = address.replace(/^t/, 'f');
      if (/^f0\d+$/.test(text)) return text;
      let at = place;
      while (chain.finalPosition(at) < 0) {
        for (const [id, entry] of lostChanges.get(at) ?? [])
          if (Changed.valueType.parse(entry).DelegatedAddress === text) return id;
        at = chain.tipset(at).parent;
      }
      const id = ids.get(text);
      if (id !== undefined && exists(id, at)) return id;
      if (id !== undefined && at !== place)
        throw notRecorded(`the id of ${text} on a branch that lost`);
      if (id === undefined && !chain.whole) throw notRecorded(`the id of ${text}`);
      throw actorNotFound(text);
    },
    answer(method, id, subject, place) {
      const recorded = catalogue.states.get(method)?.get(subject);
      const changed = lastChange(id, place);
      if (recorded === undefined) return null;
      for (const at of changed === null ? [place] : [place, changed]) {
        const { height, root } = chain.tipset(at);
        // Equal roots are equal states: any tipset with the root may hold the answer.
        for (const twin of [at, ...(catalogue.tipsetsOfRoot[root] ?? [])]) {
          const value = recorded.get(twin);
          const sameTime = at === place && chain.tipset(twin).height === height;
          if (value !== undefined && (sameTime || !TIME_DEPENDENT.has(method))) return value;
        }
      }
      return null;
    },
  };
}
