/**
 * What readers ask for of the state before the first tipset comes before its slices, by the same rows.
 * Nothing is kept of a wish that fails: who still wants it asks again.
 */
import { integer } from '#filecoin/encoding/integers.ts';
import { runsOf } from '#filecoin/encoding/bitsets.ts';
import { idText } from '#node/state/view.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { formatAddress, PROTOCOL_ACTOR, protocolOf } from '#filecoin/address.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { NodeError } from '#node/errors.ts';
import { orNull } from '#node/refusals.ts';
import { Granted, wishKey, type Wish } from '#store/wishes.ts';
import { olderStorage } from '../chain/olderStorage.ts';
import { actorChange, stateActor } from '../decode/actors.ts';
import { idOfText } from '../decode/ids.ts';
import { NOTHING_OLDER } from '../fold/older.ts';
import type { Older } from '../older.ts';
import { olderSectors } from '../parts/sectors/opening.ts';
import type { OlderStorage } from '../parts/deals/acts.ts';
import { openingActor } from './actors.ts';
import { FIRST_ORDINARY_ID } from './addresses.ts';
import { olderContracts } from './contracts.ts';
import { hasClaim, MINER_KIND, olderProvider } from './providers.ts';
import { olderRegistry } from './registry.ts';
import type { OpeningSource, StatePlace } from './subject.ts';

/** Wishes that wait; further ones have to be asked for again. */
const MOST_WAITING = 500;
/** Wishes that are read, or have been and are not written yet: a provider's sectors are many. */
const AT_ONCE = 8;

const ACCOUNT = ACTOR_KINDS.indexOf('account');

/** A wish, and what there was in which state. */
interface Found {
  wish: Wish;
  older: Partial<Older> | null;
  place: StatePlace | null;
}

export class Wishes {
  readonly #granted = new Granted();
  readonly #waiting = new Map<string, Wish>();
  readonly #reading = new Set<string>();
  #found: Found[] = [];

  /** Takes it up; false when it has been looked after. */
  ask(wish: Wish): boolean {
    if (this.#granted.turnOf(wish) !== null) return false;
    const key = wishKey(wish);
    const full = this.#waiting.size >= MOST_WAITING;
    if (!full && !this.#reading.has(key)) this.#waiting.set(key, wish);
    return true;
  }

  /** Whether any waits or is on its way. */
  get busy(): boolean {
    return this.#waiting.size + this.#reading.size > 0;
  }

  /** Whether any is on its way. */
  get reads(): boolean {
    return this.#reading.size > 0;
  }

  /**
   * Reads as many as may be read at once, each where `sourceOf` says (null: it is not there; `later`:
   * it waits on); `onRead` is called after each.
   */
  begin(sourceOf: (wish: Wish) => OpeningSource | 'later' | null, onRead: () => void): void {
    for (const [key, wish] of this.#waiting) {
      if (this.#reading.size >= AT_ONCE) break;
      const source = sourceOf(wish);
      if (source === 'later') continue;
      this.#waiting.delete(key);
      this.#reading.add(key);
      void this.#read(source, key, wish).finally(onRead);
    }
  }

  async #read(place: OpeningSource | null, key: string, wish: Wish): Promise<void> {
    try {
      const older = place && (await granted(place, wish));
      this.#found.push({ wish, older, place });
    } catch (error) {
      const away = error instanceof NodeError && !error.lasting;
      if (away) this.#reading.delete(key);
      else this.#found.push({ wish, older: null, place });
      place?.log.warn({ err: error, wish: key }, 'What a reader asks for cannot be read');
    }
  }

  /** Whether any has been read and not been taken. */
  get ready(): boolean {
    return this.#found.length > 0;
  }

  /**
   * What has been read, each thing once; `older` is null where nothing was there. What was read in a state
   * that is no more the chain's is read anew.
   */
  take(isStill: (place: StatePlace) => boolean): { wishes: Wish[]; older: Older | null } | null {
    const found = this.#found.filter(({ wish, place }) => {
      if (place === null || isStill(place)) return true;
      this.#reading.delete(wishKey(wish));
      this.#waiting.set(wishKey(wish), wish);
      return false;
    });
    this.#found = [];
    if (found.length === 0) return null;
    const wishes = found.map(({ wish }) => wish);
    const there = found.flatMap(({ older }) => older ?? []);
    if (there.length === 0) return { wishes, older: null };
    const all = there.map((older) => ({ ...NOTHING_OLDER, ...older }));
    const once = <T>(things: readonly T[], idOf: (thing: T) => number): T[] => [
      ...new Map(things.map((thing) => [idOf(thing), thing])).values(),
    ];
    // One thing may be wished for by its number and with all of its owner.
    const of = <T extends { id: number }>(list: (storage: OlderStorage) => readonly T[]): T[] =>
      once(
        all.flatMap(({ storage }) => list(storage)),
        ({ id }) => id,
      );
    const older: Older = {
      ...NOTHING_OLDER,
      actors: once(
        all.flatMap(({ actors }) => actors),
        ({ id }) => id,
      ),
      providers: once(
        all.flatMap(({ providers }) => providers),
        ({ miner }) => miner.id,
      ),
      addresses: all.flatMap(({ addresses }) => addresses),
      contracts: all.flatMap(({ contracts }) => contracts),
      sectors: all.flatMap(({ sectors }) => sectors),
      storage: {
        deals: of(({ deals }) => deals),
        allocations: of(({ allocations }) => allocations),
        claims: of(({ claims }) => claims),
        verifiers: of(({ verifiers }) => verifiers),
        holders: of(({ holders }) => holders),
      },
    };
    return { wishes, older };
  }

  /** What was taken is written. */
  written(wishes: readonly Wish[]): void {
    for (const wish of wishes) {
      this.#reading.delete(wishKey(wish));
      this.#granted.add(wish);
    }
  }
}

async function granted(source: OpeningSource, wish: Wish): Promise<Partial<Older> | null> {
  const { node, key } = source;
  switch (wish.kind) {
    case 'actor':
      return olderActor(source, fromHex(wish.address));
    case 'sectors':
      return {
        sectors: [await olderSectors(node, key, wish.id, runsOf(wish.numbers.map(integer)))],
      };
    case 'deal':
      return someOf(
        await olderStorage(node, [{ table: 'deal', id: wish.id, owner: null, made: false }], key),
      );
    default:
      return someOf(await olderRegistry(source, wish));
  }
}

function someOf(storage: OlderStorage): Partial<Older> | null {
  return Object.values(storage).some((list) => list.length > 0) ? { storage } : null;
}

/** The actor with this address; with what slices bring of a provider, of a verifier and
 * of an account with data cap, the address by which it was made, and a contract's code. */
async function olderActor(
  source: OpeningSource,
  address: Uint8Array,
): Promise<Partial<Older> | null> {
  const { node, kinds, key, room } = source;
  const text = await node.stateLookupId(formatAddress(address), key);
  const id = text === null ? null : idOfText(text);
  if (id === null) return null;
  const json = await node.stateGetActor(idText(id), key);
  if (!json) return null;
  await kinds.require([json.Code['/']], key);
  const actor = actorChange(id, stateActor(json), kinds.kinds);
  const named =
    protocolOf(address) === PROTOCOL_ACTOR &&
    id >= FIRST_ORDINARY_ID &&
    actor.kind !== ACCOUNT &&
    actor.delegated === null;
  const provider =
    actor.kind === MINER_KIND && (await hasClaim(source, id))
      ? await orNull(olderProvider(node, actor, key, room))
      : null;
  const allowances = (['verifier', 'data_cap'] as const).map((table) => ({
    table,
    id,
    owner: null,
    made: false,
  }));
  return {
    actors: [await openingActor(node, actor, key)],
    providers: provider === null ? [] : [provider],
    addresses: named ? [[id, address]] : [],
    contracts: await olderContracts(source, [actor]),
    storage: await olderStorage(node, allowances, key),
  };
}
