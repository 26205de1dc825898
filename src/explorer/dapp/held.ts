/** What contracts hold: FIL, and FIL that is wrapped as a token, one for one. */
import { addressFromEth } from '#filecoin/address.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { sql } from 'kysely';
import { resolveAddresses } from '../account/resolve.ts';
import { listed, valuesOf } from '../bandParts.ts';
import { countBefore } from '../paging.ts';
import { asOf } from '../past.ts';
import { standsOn } from '../stands.ts';
import type { View, HeadView } from '../view.ts';

/** What stands before a holder in its delegated address. */
const OF_ETH = addressFromEth(new Uint8Array(20)).subarray(0, 2);

/** attoFIL of a contract at each of the heights asked for. */
export interface Held {
  fil: bigint[];
  /** With what is wrapped; null where the index does not know all of a wrapped token's balances. */
  all: bigint[] | null;
  /** What came and went of wrapped FIL since the state at the first height. */
  flows: readonly Flow[];
}

/** What came, or went (negative), with a tipset: it is in the states that stand on that one. */
export interface Flow {
  height: number;
  amount: bigint;
}

/** What each contract holds in the states at these heights, oldest first, the head's last. */
export async function heldAt(
  view: HeadView,
  ids: readonly number[],
  heights: readonly number[],
): Promise<ReadonlyMap<number, Held>> {
  const held = new Map<number, Held>(
    ids.map((id) => [id, { fil: heights.map(() => 0n), all: null, flows: [] }]),
  );
  if (ids.length === 0) return held;
  const [{ rows }, holdings] = await Promise.all([
    // The state at a height stands on what ran before the newest tipset up to it.
    sql<{ id: number; ord: number; until: number; balance: string | null }>`
      select c.id, grid.ord::int as ord, at.height as until, (
        select balance from balance b where b.actor_id = c.id and b.height < at.height
        order by b.height desc limit 1
      ) as balance
      from unnest(${[...ids]}::int8[]) as c(id)
      cross join unnest(${[...heights]}::int4[]) with ordinality as grid(height, ord)
      cross join lateral (
        select ${standsOn(view, sql`grid.height`)} as height
      ) at`.execute(view.db),
    wrappedBy(view, ids),
  ]);
  const until: number[] = heights.map(() => 0);
  for (const row of rows) {
    const own = held.get(row.id);
    if (own) own.fil[row.ord - 1] = BigInt(row.balance ?? 0);
    until[row.ord - 1] = row.until;
  }
  const wrapped = holdings && (await wrappedAt(view, holdings, until));
  if (wrapped)
    for (const [id, own] of held) {
      const { amounts, flows } = wrapped.get(id) ?? {};
      own.all = own.fil.map((amount, index) => amount + (amounts?.[index] ?? 0n));
      own.flows = flows ?? [];
    }
  return held;
}

/** What a contract holds of a wrapped token now. */
interface Wrapped {
  id: number;
  token_id: number;
  holder: Uint8Array;
  amount: string;
  transfer_count: number;
  /** The height of its first transfer of the token. */
  since: number | null;
}

/** Wrapped FIL of contracts; null where balances are not known. */
async function wrappedBy(view: HeadView, ids: readonly number[]): Promise<Wrapped[] | null> {
  const addresses = view.network.data.wrappedNative.map((text) =>
    addressFromEth(fromHex(text.slice(2))),
  );
  const tokens = [...(await resolveAddresses(view, addresses)).values()];
  if (tokens.length === 0) return [];
  const [flags, changed, { rows }] = await Promise.all([
    view.db
      .selectFrom('token')
      .select(['actor_id', 'partial', 'negative'])
      .where('actor_id', 'in', tokens)
      .execute(),
    view.changed('token'),
    sql<Wrapped>`
      select a.id, h.token_id, h.holder, h.amount, h.transfer_count, (
        select t.height from account_token_transfer t
        where t.holder = h.holder and t.token_id = h.token_id and t.token_place = 0
      ) as since
      from actor a join token_holder h on h.holder = substring(a.delegated from 3)
      where a.id = any(${[...ids]}::int8[]) and h.token_id = any(${tokens}::int8[])
        and a.delegated = ${OF_ETH}::bytea || h.holder`.execute(view.db),
  ]);
  const doubtful = flags.some((now) => {
    const { partial, negative } = asOf(changed, String(now.actor_id), now) ?? now;
    return partial || negative;
  });
  return doubtful ? null : rows;
}

/** The same before the tipsets at these heights, and what changed it since the first. */
async function wrappedAt(
  view: View,
  holdings: readonly Wrapped[],
  until: readonly number[],
): Promise<ReadonlyMap<number, { amounts: bigint[]; flows: Flow[] }>> {
  const flowsOf = await Promise.all(
    holdings.map((own) => flowsSince(view, own, Math.min(...until))),
  );
  const held = new Map<number, { amounts: bigint[]; flows: Flow[] }>();
  for (const [index, { id, amount }] of holdings.entries()) {
    const flows = flowsOf[index] ?? [];
    const known = held.get(id) ?? { amounts: until.map(() => 0n), flows: [] };
    held.set(id, {
      amounts: until.map((height, at) =>
        flows.reduce(
          (sum, flow) => (flow.height >= height ? sum - flow.amount : sum),
          (known.amounts[at] ?? 0n) + BigInt(amount),
        ),
      ),
      flows: [...known.flows, ...flows],
    });
  }
  return held;
}

/** What came and went by a holder's transfers of a token from a height on, in any order. */
async function flowsSince(
  view: View,
  { token_id, holder, transfer_count, since }: Wrapped,
  height: number,
): Promise<Flow[]> {
  const isYounger = since !== null && since >= height;
  const from = isYounger
    ? 0
    : await countBefore(view, {
        table: 'account_token_transfer',
        ord: 'token_place',
        list: sql`holder = ${holder} and token_id = ${token_id}`,
        isBefore: sql`height < ${height}`,
        total: transfer_count,
      });
  if (from === transfer_count) return [];
  // As lists: to read a row each takes longer than to find them.
  const { rows } = await sql<{ heights: string | null; amounts: string | null }>`
    select ${listed(sql`t.height`)} as heights, ${listed(sql`(
      case when t.to_addr = ${holder} then t.value else 0 end
      - case when t.from_addr = ${holder} then t.value else 0 end)`)} as amounts
    from account_token_transfer a
    join token_transfer t on t.token_id = a.token_id and t.ord = a.token_ord
    where a.holder = ${holder} and a.token_id = ${token_id}
      and a.token_place >= ${from}`.execute(view.db);
  const amounts = valuesOf(rows[0]?.amounts ?? null);
  return valuesOf(rows[0]?.heights ?? null).map((text, at) => ({
    height: Number(text),
    amount: BigInt(amounts[at] ?? 0),
  }));
}
