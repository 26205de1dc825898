import { z } from 'zod';
import type { Methods, Present } from './methods.ts';
import type { Result } from '../objects.ts';
import { invalidParams, notRecorded, RpcRefusal } from '../refusal.ts';

/** Answers about one actor's state, recorded where the actor changed. */
const OF_ACTOR = [
  'StateReadState',
  'StateMinerInfo',
  'StateMinerSectorCount',
  'StateMinerAvailableBalance',
  'StateMinerProvingDeadline',
  'StateMinerFaults',
  'StateMinerRecoveries',
] as const;

const Address = z.string().regex(/^[ft][0-4][0-9a-z]+$/);
const Ids = z.array(z.string());
const Entry = z.object({
  Balance: z.string(),
  Code: z.unknown(),
  Head: z.object({ '/': z.string() }),
});
const Power = z.looseObject({ TotalPower: z.unknown() });

/** Actors and their names at any known tipset. */
export function stateMethods(present: Present): Methods {
  const { catalogue, chain, actors, states } = present.recording;
  const address = (method: string, param: unknown): string => {
    const parsed = Address.safeParse(param);
    if (!parsed.success) throw invalidParams(method, 'expected an address');
    return parsed.data.replace(/^t/, 'f');
  };
  /** As StateReadState answers, of a state that is known by its hash; null: not known. */
  const byHash = (id: string, place: number): string | null => {
    const { Balance, Code, Head } = Entry.parse(JSON.parse(actors.entry(id, place)));
    const state = states.get(Head['/']);
    return state === undefined
      ? null
      : `${JSON.stringify({ Balance, Code }).slice(0, -1)},"State":${state}}`;
  };
  const ofActor = (method: string, param: unknown, key: unknown): Result => {
    const place = present.tipset(method, key);
    const id = actors.idOf(address(method, param), place);
    const value = actors.answer(method, id, JSON.stringify(id), place);
    if (value !== null) return present.value(value);
    if (!actors.exists(id, place)) throw new RpcRefusal(1, `loading actor ${id}: actor not found`);
    const known = method === 'StateReadState' ? byHash(id, place) : null;
    if (known !== null) return known;
    throw notRecorded(`${method} of ${id} at height ${chain.tipset(place).height}`);
  };
  /** Recorded at the recording's end; a name holds from its actor's creation on. */
  const name = (method: string, id: string, place: number): Result => {
    if (!actors.exists(id, place))
      throw new RpcRefusal(1, `failed to get actor ${id}: actor not found`);
    const changed = actors.lastChange(id, place) ?? place;
    // An id given on a branch that lost may be another actor's on the final chain.
    if (chain.finalPosition(changed) < 0 && !actors.exists(id, forkPoint(changed)))
      throw notRecorded(`${method} of ${id} on a branch that lost`);
    const [value] = catalogue.states.get(method)?.get(JSON.stringify(id))?.values() ?? [];
    if (value === undefined) throw notRecorded(`${method} of ${id}`);
    return present.value(value);
  };
  const forkPoint = (place: number): number => {
    let at = place;
    while (chain.finalPosition(at) < 0) at = chain.tipset(at).parent;
    return at;
  };
  const everyTipset = (method: string, subject: string, place: number): Buffer => {
    const value = catalogue.states.get(method)?.get(subject)?.get(place);
    if (value === undefined) throw notRecorded(`${method} at height ${chain.tipset(place).height}`);
    return present.value(value);
  };

  /** All there ever were, as the recording's end has them: providers are never deleted. */
  const miners = [...(catalogue.states.get('StateListMiners')?.values() ?? [])].flatMap((places) =>
    [...places.values()].flatMap((value) =>
      Ids.parse(JSON.parse(catalogue.read(value).toString('utf8'))),
    ),
  );
  const everyMiner = [...new Set(miners)];
  /** As recorded, at the genesis and at the end; derived in between. */
  const listed = (method: string, key: unknown, derive: (place: number) => string[]): Result => {
    const place = present.tipset(method, key);
    const value = catalogue.states.get(method)?.get('')?.get(place);
    if (value !== undefined) return present.value(value);
    if (!chain.whole) throw notRecorded(`${method} at height ${chain.tipset(place).height}`);
    return JSON.stringify(derive(place));
  };

  return {
    ...Object.fromEntries(
      OF_ACTOR.map((method) => [
        method,
        ([param, key]: readonly unknown[]) => ofActor(method, param, key),
      ]),
    ),
    StateCompute: ([height, extra, key]) => {
      const place = present.tipset('StateCompute', key);
      if (Array.isArray(extra) && extra.length > 0)
        throw notRecorded('StateCompute with further messages');
      return everyTipset('StateCompute', `${JSON.stringify(height)},null`, place);
    },
    StateMinerPower: ([param, key]) => {
      const place = present.tipset('StateMinerPower', key);
      const total = everyTipset('StateMinerPower', '""', place);
      if (param === '' || param === '<empty>') return total;
      // The miner's own power is recorded where the miner changed, the network's at every tipset.
      const own = Power.parse(JSON.parse(ofActor('StateMinerPower', param, key).toString()));
      const { TotalPower } = Power.parse(JSON.parse(total.toString('utf8')));
      return JSON.stringify({ ...own, TotalPower });
    },
    StateGetActor: ([param, key]) => {
      const place = present.tipset('StateGetActor', key);
      return actors.entry(actors.idOf(address('StateGetActor', param), place), place);
    },
    StateLookupID: ([param, key]) => {
      const place = present.tipset('StateLookupID', key);
      return JSON.stringify(actors.idOf(address('StateLookupID', param), place));
    },
    StateLookupRobustAddress: ([param, key]) => {
      const place = present.tipset('StateLookupRobustAddress', key);
      const text = address('StateLookupRobustAddress', param);
      if (!text.startsWith('f0')) return JSON.stringify(text);
      return name('StateLookupRobustAddress', text, place);
    },
    StateListMiners: ([key]) =>
      listed('StateListMiners', key, (place) =>
        everyMiner.filter((id) => actors.exists(id, place)),
      ),
    StateListActors: ([key]) => listed('StateListActors', key, (place) => actors.list(place)),
    StateAccountKey: ([param, key]) => {
      const place = present.tipset('StateAccountKey', key);
      const text = address('StateAccountKey', param);
      if (/^f[13]/.test(text)) return JSON.stringify(text);
      return name('StateAccountKey', actors.idOf(text, place), place);
    },
  };
}
