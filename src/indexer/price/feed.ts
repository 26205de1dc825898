/** The price of FIL over time. A provider that fails leaves a gap and its reason, never an old price as new. */
import type { Logger } from '#node/log.ts';
import type { Store } from '#store/store.ts';
import { knownTime } from '../clock.ts';
import { createPeriodic, NOT_YET, type Periodic } from '../periodic.ts';
import { askPrice, PriceError, type PriceSource } from './ask.ts';

/** Between two questions, ms. */
const EVERY_MS = 300_000;

export interface PriceFeedOptions {
  store: Store;
  log: Logger;
  /** Null: there is none, and nothing is asked. */
  source: PriceSource | null;
  everyMs?: number;
}

export function createPriceFeed({
  store,
  log,
  source,
  everyMs = EVERY_MS,
}: PriceFeedOptions): Periodic {
  return createPeriodic({
    everyMs,
    run: (signal) => (source ? take(store, log, source, signal) : forget(store)),
    onError: (err) => log.error({ err }, 'The price could not be written'),
  });
}

/** A price is kept by the chain's clock, as the figures that it is for. */
async function take(
  store: Store,
  log: Logger,
  source: PriceSource,
  signal: AbortSignal,
): Promise<typeof NOT_YET | void> {
  const time = await knownTime(store, Date.now());
  if (time === null) return NOT_YET;
  let error: string | null = null;
  try {
    const price = String(await askPrice(source, signal));
    await store.db
      .insertInto('price')
      .values({ at: time, price })
      .onConflict((conflict) => conflict.column('at').doUpdateSet({ price }))
      .execute();
  } catch (cause) {
    if (!(cause instanceof PriceError) || signal.aborted) throw cause;
    error = cause.message;
    log.warn({ err: cause }, `No price: ${error}`);
  }
  const at = Math.floor(Date.now() / 1000);
  await store.db
    .insertInto('price_feed')
    .values({ id: 1, at, error })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at, error }))
    .execute();
}

/** What an earlier provider told is kept; nobody follows it any more. */
async function forget(store: Store): Promise<void> {
  await store.db.deleteFrom('price_feed').execute();
}
