/** An index of a made-up chain (made-chain.ts), and what a test asks of it. */
import { BURNT_FUNDS_ID, idAddress, INIT_ID, SYSTEM_ID } from '#filecoin/address.ts';
import { kindAt, type ActorKind } from '#filecoin/actors/kinds.ts';
import { transferTypeAt } from '#filecoin/actors/transfers.ts';
import { bigintToBytes } from '#filecoin/amount.ts';
import type { CborValue } from '#filecoin/encoding/cbor.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { verify } from '../verify/index.ts';
import { clear } from './facts.ts';
import { MadeChain, type MadeChainOptions } from './made-chain.ts';
import type { Migration } from './made-execution.ts';
import { bundleOf, Objects, World } from './made-world.ts';

export const [MINER, PAYER, PAYEE, OTHER] = [1000, 1088, 1089, 1100];
/** attoFIL */
export const FIL = 10n ** 18n;

export const objects = new Objects();
export const NOBODY = objects.link([new Uint8Array(0), []]);
const MULTISIG: CborValue = [[idAddress(OTHER)], 1, 0, bigintToBytes(0n), 0, 0, NOBODY];

/** The network's own actors, a provider, and some people. */
export function world(version: number): World {
  const made = new World(bundleOf(version));
  made.put(SYSTEM_ID, 'system', 0n);
  made.put(INIT_ID, 'init', 0n);
  made.put(2, 'reward', 10n ** 9n * FIL);
  made.put(3, 'cron', 0n);
  made.put(4, 'storagepower', 0n);
  made.put(5, 'storagemarket', 0n);
  made.put(6, 'verifiedregistry', 0n);
  made.put(90, 'multisig', 300n * FIL, MULTISIG);
  made.put(BURNT_FUNDS_ID, 'account', 50n * FIL);
  made.put(MINER, 'storageminer', 5n * FIL);
  for (const id of [PAYER, PAYEE, OTHER]) made.put(id, 'account', 100n * FIL);
  return made;
}

/** Ids of those whom nobody touches begin here. */
const CROWD = 2000;

/** The same among many whom nobody touches. */
export function crowded(version: number, size = 300): World {
  const made = world(version);
  for (let at = 0; at < size; at++) made.put(CROWD + at, 'account', FIL);
  return made;
}

/** Gives all actors the codes of another bundle, and does what else is said. */
export function recode(
  version: number,
  more: (now: World) => void = () => {},
  codes: Record<string, string> = {},
): Migration {
  return (now) => {
    now.bundle = bundleOf(version, codes);
    more(now);
    return null;
  };
}

export class MadeIndex {
  readonly store: Store;
  /** For comparing with. */
  readonly other: Store;
  #chain: MadeChain | null = null;

  constructor(store: Store, other: Store) {
    this.store = store;
    this.other = other;
  }

  get chain(): MadeChain {
    if (!this.#chain) throw new Error('no chain was made');
    return this.#chain;
  }

  make(options: Partial<MadeChainOptions> & Pick<MadeChainOptions, 'genesis'>): MadeChain {
    return (this.#chain = new MadeChain({ versions: [[-1, 15]], objects, ...options }));
  }

  async clear(): Promise<void> {
    await clear(this.store);
    await clear(this.other);
  }

  async close(): Promise<void> {
    await this.#chain?.close();
    this.#chain = null;
  }

  async actorOf(
    id: number,
  ): Promise<{ kind: ActorKind | null; balance: bigint; deleted: number | null } | null> {
    const row = await this.store.db
      .selectFrom('actor')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return null;
    return { kind: kindAt(row.kind), balance: BigInt(row.balance), deleted: row.deleted_height };
  }

  /** What was moved in the tipset at a height, without the fees: type, from, to, attoFIL. */
  async movesAt(height: number): Promise<[string, number, number, bigint][]> {
    const rows = await this.store.db
      .selectFrom('transfer')
      .selectAll()
      .where('height', '=', height)
      .where('position', '>=', 0)
      .orderBy('position')
      .execute();
    return rows
      .map((row): [string, number, number, bigint] => [
        String(transferTypeAt(row.type)),
        row.from_id,
        row.to_id,
        BigInt(row.amount),
      ])
      .filter(([type]) => type !== 'burn-fee');
  }

  /** Of those whom nobody touched, how many rows were written at the height or above. */
  async rewritten(height: number): Promise<number> {
    const rows = await this.store.db
      .selectFrom('actor')
      .select('id')
      .where('id', '>=', CROWD)
      .where('last_seen_height', '>=', height)
      .execute();
    return rows.length;
  }

  /** The index is that of the chain, to the last attoFIL. */
  async isSound(): Promise<void> {
    const { store, chain } = this;
    for await (const { name, differences: found } of verify({
      store,
      node: chain.node,
      sample: Infinity,
    }))
      expect(found, name).toEqual([]);
    const rows = await store.db.selectFrom('actor').selectAll().orderBy('id').execute();
    const living = rows.filter((row) => row.deleted_height === null);
    const actors = [...chain.head.world.actors].sort(([a], [b]) => a - b);
    expect(living.map((row) => [row.id, kindAt(row.kind), BigInt(row.balance)])).toEqual(
      actors.map(([id, { kind, balance }]) => [id, kind, balance]),
    );
  }
}

/** Opens an index for a file's tests, which is empty before each of them: to be asked for inside a test. */
export function madeIndex(): () => MadeIndex {
  let index: MadeIndex | null = null;
  const opened = (): MadeIndex => {
    if (!index) throw new Error('the index is not open yet');
    return index;
  };
  beforeAll(async () => {
    const [store, other] = await Promise.all([openEither(), openEither()]);
    index = new MadeIndex(store, other);
  }, 120_000);
  beforeEach(() => opened().clear());
  afterEach(() => opened().close());
  afterAll(async () => {
    await index?.store.close();
    await index?.other.close();
  });
  return opened;
}
