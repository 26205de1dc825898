/**
 * Asks tokens for their names, diamonds for their facets and beacons for what they give, beside the
 * index: what they answer is no fact of the chain's order, and whatever goes wrong here, the chain is
 * indexed on. New tokens are asked first, then those that were asked longest ago, a few at each head.
 */
import { int16 } from '#filecoin/encoding/integers.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { NodeError } from '#node/errors.ts';
import type { Logger } from '#node/log.ts';
import type { NodeClient } from '#node/types.ts';
import { revise } from '#store/revise.ts';
import type { NewRow } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { Hints } from '../hints.ts';
import { askToken, type TokenWords } from './ask.ts';
import { askBeacons } from './beacons.ts';
import { askDiamonds } from './diamonds.ts';
import { compareBalances, sampleBalances } from './balances.ts';
import { Round } from './round.ts';

export interface TokenReaderOptions {
  node: NodeClient;
  store: Store;
  log: Logger;
  config?: TokenReaderConfig;
}

export interface TokenReaderConfig {
  /** First and longest pause after a failure, ms. Default 1,000 and 60,000. */
  retryMs?: number | undefined;
  maxRetryMs?: number | undefined;
}

export interface TokenReader {
  /** Begins; failures are retried, never thrown. */
  start(): void;
  stop(): Promise<void>;
  /** Resolves when every token that the index has by now has been asked (or it has stopped). */
  sync(): Promise<void>;
}

/** New tokens asked side by side. */
const SLICE = 20;
/** Known tokens asked again at each head. */
const AGAIN = 2;
/** Epochs until a token is asked again: what the node refused, and all others. */
const AGAIN_INCOMPLETE = 20;
const AGAIN_COMPLETE = EPOCHS_PER_DAY;
/** What must not be told as it was before until the next head: a supply that changes daily may. */
const SHOWN = ['name', 'symbol', 'decimals', 'denied'] as const;
/** Holders whose balances are compared with the contract's, twice so many. */
const SAMPLE = 2;

export function createTokenReader(options: TokenReaderOptions): TokenReader {
  return new Reader(options);
}

interface Asked {
  actor_id: number;
  address: Uint8Array;
}

class Reader implements TokenReader {
  readonly #options: TokenReaderOptions;
  readonly #abort = new AbortController();
  readonly #hints = new Hints();
  #running: Promise<void> | null = null;
  /** All tokens found below this height have been asked. */
  #from = 0;
  /** A token is called otherwise than answers tell that were made before this pass. */
  #renamed = false;
  readonly #diamonds = new Round<number>();
  readonly #beacons = new Round<Uint8Array>();

  constructor(options: TokenReaderOptions) {
    this.#options = options;
    this.#hints.hint();
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    this.#hints.hint();
    await this.#running;
  }

  sync(): Promise<void> {
    return this.#abort.signal.aborted ? Promise.resolve() : this.#hints.sync();
  }

  async #run(): Promise<void> {
    const { store, log, config = {} } = this.#options;
    const { retryMs = 1_000, maxRetryMs = 60_000 } = config;
    const { signal } = this.#abort;
    const stopHearing = store.onHead(({ reorgFrom }) => {
      if (reorgFrom !== undefined) this.#from = Math.min(this.#from, reorgFrom);
      this.#hints.hint();
    });
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#hints.next(signal);
        const asked = this.#hints.syncing;
        await this.#pass().finally(() => this.#tell());
        failures = 0;
        this.#hints.settle(asked);
      } catch (error) {
        if (signal.aborted) break;
        this.#hints.hint();
        log.debug({ err: error }, 'Tokens are asked again later');
        const pause = Math.min(maxRetryMs, retryMs * 2 ** Math.min(failures++, 16));
        await sleep(pause, undefined, { signal }).catch(() => undefined);
      }
    }
    stopHearing();
    this.#hints.settle();
  }

  async #pass(): Promise<void> {
    const { db } = this.#options.store;
    const checkpoint = await db
      .selectFrom('checkpoint')
      .select('executed_height')
      .executeTakeFirst();
    const height = checkpoint?.executed_height ?? null;
    if (height === null) return;
    const from = this.#from;
    for (;;) {
      const fresh = await this.#fresh(from);
      await Promise.all(fresh.map((token) => this.#ask(token, height)));
      if (fresh.length < SLICE) break;
    }
    // A reorganisation meanwhile has set it back.
    if (this.#from === from) this.#from = height;
    await this.#again(false, height - AGAIN_INCOMPLETE, height);
    await this.#again(true, height - AGAIN_COMPLETE, height);
    await askDiamonds(this.#options.node, this.#options.store, height, this.#diamonds);
    await askBeacons(this.#options.node, this.#options.store, height, this.#beacons);
  }

  #fresh(from: number): Promise<Asked[]> {
    return this.#options.store.db
      .selectFrom('token as t')
      .leftJoin('token_metadata as m', 'm.address', 't.address')
      .select(['t.actor_id', 't.address'])
      .where('t.height', '>=', from)
      .where('m.address', 'is', null)
      .orderBy('t.height')
      .limit(SLICE)
      .execute();
  }

  async #again(complete: boolean, before: number, height: number): Promise<void> {
    const { db } = this.#options.store;
    const oldest = await db
      .selectFrom('token_metadata as m')
      .leftJoin('token as t', 't.address', 'm.address')
      .select(['t.actor_id', 'm.address'])
      .where('m.complete', '=', complete)
      .where('m.asked_height', '<=', before)
      .orderBy('m.asked_height')
      .limit(AGAIN)
      .execute();
    for (const { actor_id, address } of oldest)
      if (actor_id !== null) await this.#ask({ actor_id, address }, height);
      // A reorganisation took the contract away.
      else await db.deleteFrom('token_metadata').where('address', '=', address).execute();
  }

  async #ask({ actor_id, address }: Asked, height: number): Promise<void> {
    const { node, store } = this.#options;
    this.#abort.signal.throwIfAborted();
    let words: TokenWords;
    try {
      words = await askToken(node, address, height);
    } catch (error) {
      // A node that is there for others cannot bear this token: the next ones do not wait for it.
      if (!(error instanceof NodeError) || error.kind !== 'unavailable') throw error;
      await node.chainHead();
      await this.#keep(address, { asked_height: height, complete: false });
      return;
    }
    const sample = await store.snapshot((db) => sampleBalances(db, actor_id, SAMPLE, address));
    const { checked, differences } = sample
      ? await compareBalances(node, sample)
      : { checked: 0, differences: [] };
    const told = {
      name: words.name,
      symbol: words.symbol,
      decimals: words.decimals === null ? null : int16(words.decimals),
      total_supply: words.totalSupply,
      asked_height: height,
      complete: words.complete,
      checked: checked === 0 ? null : checked,
      denied: checked === 0 ? null : differences.length,
    };
    await this.#keep(address, told);
  }

  /** Once for a pass, not for a token: all kept answers are made anew. Should the process end before, the next head does it. */
  async #tell(): Promise<void> {
    if (!this.#renamed) return;
    await revise(this.#options.store.db);
    this.#renamed = false;
  }

  async #keep(address: Uint8Array, told: Omit<NewRow<'token_metadata'>, 'address'>): Promise<void> {
    await this.#options.store.transaction(async (trx) => {
      const before = await trx
        .selectFrom('token_metadata')
        .select(SHOWN)
        .where('address', '=', address)
        .executeTakeFirst();
      await trx
        .insertInto('token_metadata')
        .values({ address, ...told })
        .onConflict((conflict) => conflict.column('address').doUpdateSet(told))
        .execute();
      const called = (row: Partial<typeof told> | undefined) =>
        JSON.stringify(SHOWN.map((word) => String(row?.[word] ?? null)));
      if (called({ ...before, ...told }) !== called(before)) this.#renamed = true;
    });
  }
}
