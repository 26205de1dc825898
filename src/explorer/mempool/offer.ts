/** Where a pending message stands among the offers of the pool. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import {
  addIntegers,
  integer,
  integerJson,
  subtractIntegers,
} from '#filecoin/encoding/integers.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { maxBigint, minBigint } from '#filecoin/amount.ts';
import { highestBaseFee } from '#filecoin/execution/basefee.ts';
import { replacementPremium } from '#filecoin/execution/gas.ts';
import type { RowOf } from '#store/schema.ts';
import { sql } from 'kysely';
import { FEE_CAP_EPOCHS } from '../gas/levels.ts';
import { gasSuggestion } from '../gas/suggestion.ts';
import type { View } from '../view.ts';
import type { Offer } from './offerSchema.ts';
import { queuesOf, type Queue } from './waiting.ts';

/** So many ranges of missing nonces are listed. */
const MOST_RANGES = 20;

type Pending = Pick<
  RowOf<'mempool'>,
  'from_addr' | 'nonce' | 'gas_limit' | 'gas_fee_cap' | 'gas_premium'
>;

export async function offerOf(view: View, message: Pending): Promise<Offer> {
  const { baseFee } = view;
  const [feeCap, gasPremium] = [BigInt(message.gas_fee_cap), BigInt(message.gas_premium)];
  const premium = minBigint(gasPremium, feeCap - baseFee);
  const [{ levels }, queues, place] = await Promise.all([
    gasSuggestion(view),
    queuesOf(view, [message]),
    placeOf(view, premium, baseFee),
  ]);
  const level = levels.findLast((one) => BigInt(one.premium) <= premium);
  const queue = queues.get(toHex(message.from_addr));
  const nonce = integer(message.nonce);
  const earlier = new Set([...(queue?.pending ?? [])].filter((one) => one < nonce));
  const missing = missingBefore(nonce, earlier, queue);
  const typical = BigInt(levels.find((one) => one.level === 'typical')?.premium ?? 0);
  const offered = maxBigint(replacementPremium(gasPremium), typical);
  const cap = maxBigint(feeCap, offered + highestBaseFee(baseFee, FEE_CAP_EPOCHS));
  return {
    premium: premium.toString(),
    ...place,
    level: level?.level ?? null,
    inclusion: level?.inclusion ?? [],
    earlier: earlier.size,
    missingNonces: missing,
    replacement:
      missing.length > 0
        ? null
        : {
            premium: offered.toString(),
            feeCap: cap.toString(),
            maxFee: (cap * BigInt(message.gas_limit)).toString(),
          },
  };
}

/** Among all that is pending, better offers before it; equal ones share a place. */
async function placeOf(
  { db }: View,
  premium: bigint,
  baseFee: bigint,
): Promise<Pick<Offer, 'rank' | 'of' | 'gasAhead'>> {
  const better = sql`least(gas_premium, gas_fee_cap - ${baseFee.toString()}::numeric)
    > ${premium.toString()}::numeric`;
  const { rows } = await sql<{ all: string; ahead: string; gas: string }>`
    select count(*) as all, count(*) filter (where ${better}) as ahead,
      coalesce(sum(gas_limit) filter (where ${better}), 0) as gas
    from mempool where departure is null`.execute(db);
  const [row] = rows;
  return {
    rank: Number(row?.ahead ?? 0) + 1,
    of: Number(row?.all ?? 0),
    gasAhead: row?.gas ?? '0',
  };
}

/** Ranges of nonces below this one, from the sender's next one on, that no `earlier` one is there for. */
function missingBefore(
  nonce: Uint64,
  earlier: ReadonlySet<Uint64>,
  queue: Queue | undefined,
): Offer['missingNonces'] {
  if (!queue) return [];
  const held = [...earlier].sort((a, b) => (a < b ? -1 : 1));
  const ranges: Offer['missingNonces'] = [];
  let next = queue.next;
  for (const one of [...held, nonce]) {
    if (next < one)
      ranges.push({ from: integerJson(next), to: integerJson(subtractIntegers(one, 1)) });
    next = addIntegers(one, 1);
  }
  return ranges.slice(0, MOST_RANGES);
}
