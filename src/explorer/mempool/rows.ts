/** Messages of the pool as they are listed. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { integerJson } from '#filecoin/encoding/integers.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import type { RowOf } from '#store/schema.ts';
import { resolveAddresses } from '../account/resolve.ts';
import { evmMethodsOf, plainTransfer } from '../methods.ts';
import { namesOf } from '../names.ts';
import type { View } from '../view.ts';
import type { MempoolMessage } from './schema.ts';
import { waitingFacts } from './waiting.ts';

export const POOLED_COLUMNS = [
  'cid',
  'arrival',
  'first_seen',
  'from_addr',
  'to_addr',
  'nonce',
  'value',
  'gas_limit',
  'gas_fee_cap',
  'gas_premium',
  'method',
  'method_name',
  'params',
  'selector',
  'size',
] as const;

export type PooledRow = Pick<RowOf<'mempool'>, (typeof POOLED_COLUMNS)[number]>;

/** What a listed message is made of; `arrival` and `first_seen` are the pool's own. */
export type WaitingRow = Omit<PooledRow, 'arrival' | 'first_seen'>;

/** In the order of the rows. */
export async function mempoolItems(
  view: View,
  rows: readonly PooledRow[],
): Promise<MempoolMessage[]> {
  const items = await waitingItems(view, rows);
  return items.map((item, index) => ({ ...item, createTimestamp: rows[index]?.first_seen ?? 0 }));
}

export async function waitingItems(
  view: View,
  rows: readonly WaitingRow[],
): Promise<Omit<MempoolMessage, 'createTimestamp'>[]> {
  const [ids, facts] = await Promise.all([
    resolveAddresses(
      view,
      rows.flatMap((row) => [row.from_addr, row.to_addr]),
    ),
    waitingFacts(view, rows),
  ]);
  const idOf = (address: Uint8Array): number | null => ids.get(toHex(address)) ?? null;
  const call = ({ to_addr: to, selector }: WaitingRow) => ({ to: idOf(to), selector });
  const [names, evmMethod] = await Promise.all([
    namesOf(view, ids.values()),
    evmMethodsOf(view, rows.map(call)),
  ]);
  return rows.map((row, index) => {
    const { nonceGap = 0, feeTooLow = false, maxFee = '0' } = facts[index] ?? {};
    const [from, to] = [idOf(row.from_addr), idOf(row.to_addr)];
    return {
      cid: cidOf(row.cid),
      from: names.shown(from, row.from_addr),
      fromId: names.idTextOrNull(from),
      to: names.shown(to, row.to_addr),
      toId: names.idTextOrNull(to),
      ...names.ends({ id: from, written: row.from_addr }, { id: to, written: row.to_addr }),
      nonce: integerJson(row.nonce),
      value: row.value,
      gasLimit: integerJson(row.gas_limit),
      gasFeeCap: row.gas_fee_cap,
      gasPremium: row.gas_premium,
      method: row.method_name,
      methodNumber: integerJson(row.method),
      ...plainTransfer(
        names.kindCalled(to, row.to_addr),
        uint64(row.method),
        row.params,
        row.value,
      ),
      ...evmMethod(call(row)),
      size: row.size,
      nonceGap,
      feeTooLow,
      maxFee,
    };
  });
}
