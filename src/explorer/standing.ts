/** Where the index stands: read whole once for each state of it, and only told by name afterwards. */
import { cidOf } from '#filecoin/encoding/cid.ts';
import { networkData } from '#filecoin/networks/index.ts';
import { statement } from '#store/statement.ts';
import type { Trx } from '#store/store.ts';
import { LRUCache } from 'lru-cache';
import { headToken, type Head, type Network } from './head.ts';
import { Held, MOST_HELD } from './held.ts';

/** Looks that began before a head came are over soon. */
const STATES = 2;

/** One state of the index. */
export interface State {
  head: Head;
  network: Network;
  messages: number;
  baseFee: bigint;
  /** Of what changes without a head: claims, verified sources, what tokens say of themselves. */
  beside: number;
  held: Held;
}

/** A revision, and its head besides: a database may be given back as it was. */
const stateName = statement((db) =>
  db
    .selectFrom('checkpoint')
    .select(['revision', 'head_height', 'final_height'])
    .select((eb) => eb.fn<string | null>('encode', ['head_key', eb.val('hex')]).as('key'))
    .select((eb) => eb.selectFrom('revision').select('revision').as('beside'))
    .compile(),
);

const whole = statement((db) =>
  db
    // Of tables of one row PostgreSQL guesses hundreds, and would join all tipsets with them.
    .selectFrom((eb) => eb.selectFrom('checkpoint').selectAll().limit(1).as('c'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('tipset')
          .select(['timestamp', 'ordinal', 'base_fee'])
          .whereRef('tipset.height', '=', 'c.head_height')
          .limit(1)
          .as('t'),
      (join) => join.onTrue(),
    )
    .innerJoin('network as n', 'n.id', 'c.id')
    .select([
      'c.head_height',
      'c.head_key',
      'c.final_height',
      't.timestamp',
      't.ordinal',
      't.base_fee',
      'n.address_prefix',
      'n.start_height',
      'n.genesis_timestamp',
      'n.epoch_seconds',
      'n.genesis',
    ])
    .select((eb) =>
      eb.selectFrom('counter').select('value').where('key', '=', 'messages').as('messages'),
    )
    .compile(),
);

/** The states that looks are at. */
export class Standing {
  readonly #states = new LRUCache<string, State>({ max: STATES });
  readonly #heldRows: number;
  #last: State | null = null;

  /** @param heldRows how many rows of each kind are held for a state */
  constructor(heldRows = MOST_HELD) {
    this.#heldRows = heldRows;
  }

  /** The state that the last look was at; null before any, and while there is no index. */
  last(): State | null {
    return this.#last;
  }

  /** The state that a snapshot is of; null while there is no index. */
  async at(db: Trx): Promise<State | null> {
    return (this.#last = await this.#at(db));
  }

  async #at(db: Trx): Promise<State | null> {
    const [row] = await stateName(db, {});
    if (row?.head_height == null) return null;
    const { revision, head_height, final_height, key, beside } = row;
    const name = [revision, head_height, final_height, key, beside].join(' ');
    const known = this.#states.get(name);
    if (known !== undefined) return known;
    const state = await readState(db, beside ?? 0, new Held(this.#heldRows));
    if (state !== null) this.#states.set(name, state);
    return state;
  }
}

async function readState(db: Trx, beside: number, held: Held): Promise<State | null> {
  const [row] = await whole(db, {});
  if (row?.head_height == null || row.head_key === null) return null;
  return {
    head: {
      height: row.head_height,
      ordinal: row.ordinal,
      key: row.head_key,
      timestamp: row.timestamp,
      token: headToken(row.head_height, row.head_key),
      finalHeight: row.final_height ?? -1,
    },
    network: {
      prefix: row.address_prefix === 't' ? 't' : 'f',
      startHeight: row.start_height,
      genesisTimestamp: row.genesis_timestamp,
      epochSeconds: row.epoch_seconds,
      data: networkData(cidOf(row.genesis)),
    },
    messages: row.messages ?? 0,
    baseFee: BigInt(row.base_fee),
    beside,
    held,
  };
}
