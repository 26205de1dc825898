/** The network's sums and state of a made chain, counted from its rows one by one. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { NewRow } from '#store/schema.ts';
import type * as networkTables from '#store/schema/network.ts';
import type { Store } from '#store/store.ts';
import type { MadeChain } from './chain.ts';

const SLICE = 500;

type NetworkRows = { [T in keyof typeof networkTables]?: NewRow<T>[] };

export function networkRows({ rows }: MadeChain): NetworkRows {
  const sum = {
    tipsets: 0,
    blocks: 0,
    wins: 0,
    messages: 0,
    executed: 0,
    rewards: 0n,
    tips: 0n,
    penalties: 0n,
    fees: 0n,
    gas_premium: 0n,
    gas_limit: 0n,
    gas_used: 0n,
    base_fee: 0n,
    sealed_bytes: 0n,
    power_epochs: 0,
    qa_power: 0n,
    raw_power: 0n,
    inverse_power: 0n,
  };
  const executions = Map.groupBy(rows.execution, ({ height }) => height);
  const messages = new Map(rows.message.map((message) => [toHex(message.cid), message]));
  const states = new Map(rows.network_state.map((state) => [state.height, state]));
  const methods = new Map<number, NewRow<'method_total'>>();
  const made = { network_sum: [], method_sum: [] } as Required<
    Pick<NetworkRows, 'network_sum' | 'method_sum'>
  >;
  const days = new Map<number, NewRow<'network_day'>>();
  const hours = new Map<number, NewRow<'network_hour'>>();
  const senders = new Map<number, Set<number>>();
  let power = { qa: 0n, raw: 0n };
  let through = -1;
  const epochsTo = (height: number): void => {
    for (; through < height; through++) {
      sum.power_epochs++;
      sum.qa_power += power.qa;
      sum.raw_power += power.raw;
      sum.inverse_power += power.qa > 0n ? 2n ** 128n / power.qa : 0n;
    }
  };
  for (const tipset of rows.tipset) {
    const { height, timestamp } = tipset;
    const baseFee = BigInt(tipset.base_fee);
    epochsTo(height - 1);
    const state = states.get(height);
    power = {
      qa: BigInt(state?.quality_adj_power ?? 0),
      raw: BigInt(state?.raw_byte_power ?? 0),
    };
    if (!tipset.executed) continue;
    epochsTo(height);
    sum.tipsets++;
    sum.blocks += tipset.block_count;
    sum.wins += tipset.win_count;
    sum.messages += tipset.message_count;
    sum.rewards += 20n;
    sum.tips += 2n;
    sum.base_fee += baseFee;
    const run = executions.get(height) ?? [];
    for (const execution of run) {
      const message = messages.get(toHex(execution.cid));
      const burns = BigInt(execution.base_fee_burn) + BigInt(execution.over_estimation_burn);
      const before = methods.get(execution.method_id);
      methods.set(execution.method_id, {
        method_id: execution.method_id,
        height,
        count: (before?.count ?? 0) + 1,
        gas_premium: BigInt(before?.gas_premium ?? 0) + BigInt(message?.gas_premium ?? 0),
        gas_limit: BigInt(before?.gas_limit ?? 0) + BigInt(message?.gas_limit ?? 0),
        gas_used: BigInt(before?.gas_used ?? 0) + BigInt(execution.gas_used),
        fee: BigInt(before?.fee ?? 0) + burns + BigInt(execution.miner_tip),
      });
      sum.executed++;
      sum.fees += burns + BigInt(execution.miner_tip);
      sum.gas_premium += BigInt(message?.gas_premium ?? 0);
      sum.gas_limit += BigInt(message?.gas_limit ?? 0);
      sum.gas_used += BigInt(execution.gas_used);
    }
    made.network_sum.push({ height, ...sum, accounts: 5, contracts: 1, active_miners: 2 });
    for (const total of methods.values())
      if (total.height === height) made.method_sum.push({ ...total });
    const hour = timestamp - (timestamp % 3600);
    const day = timestamp - (timestamp % 86_400);
    hours.set(hour, grown(hours.get(hour), hour, baseFee));
    const seen = senders.get(day) ?? new Set<number>();
    senders.set(day, seen);
    for (const { from_id } of run) if (from_id != null) seen.add(from_id);
    days.set(day, { ...grown(days.get(day), day, baseFee), senders: seen.size });
  }
  const head = rows.tipset.at(-1);
  const now = head && states.get(head.height);
  return {
    ...made,
    method_total: [...methods.values()],
    network_hour: [...hours.values()],
    network_day: [...days.values()],
    network_now: now ? [{ id: 1, ...now }] : [],
  };
}

function grown(
  before: NewRow<'network_hour'> | undefined,
  start: number,
  fee: bigint,
): NewRow<'network_hour'> {
  const min = BigInt(before?.base_fee_min ?? fee);
  const max = BigInt(before?.base_fee_max ?? fee);
  return {
    start,
    tipsets: (before?.tipsets ?? 0) + 1,
    base_fee_min: fee < min ? fee : min,
    base_fee_max: fee > max ? fee : max,
    base_fee_sum: BigInt(before?.base_fee_sum ?? 0) + fee,
  };
}

/** Writes them into the database that has the chain. */
export async function writeNetwork(store: Store, chain: MadeChain): Promise<void> {
  for (const [table, list] of Object.entries(networkRows(chain)))
    for (let at = 0; at < list.length; at += SLICE)
      await store.db
        .insertInto(table as 'network_sum')
        .values(list.slice(at, at + SLICE) as NewRow<'network_sum'>[])
        .execute();
  const head = chain.rows.tipset.at(-1)?.height ?? 0;
  // What the head stands on is told by `network_now`.
  await store.db.deleteFrom('network_state').where('height', '>=', head).execute();
}
