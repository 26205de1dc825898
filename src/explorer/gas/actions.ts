/** What usual messages take of gas. */
import { methodId } from '#filecoin/actors/methods.ts';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import { sql } from 'kysely';
import type { View } from '../view.ts';

export const ACTIONS = [
  'send',
  'tokenTransfer',
  'createContract',
  'preCommit',
  'proveCommit',
  'windowedPoSt',
  'publishDeals',
  'withdraw',
] as const;
export type Action = (typeof ACTIONS)[number];

/** By which methods, of all actors versions. */
const METHODS: Readonly<Record<Action, readonly string[]>> = {
  send: ['Send'],
  tokenTransfer: ['InvokeContract'],
  createContract: ['CreateExternal'],
  preCommit: ['PreCommitSector', 'PreCommitSectorBatch', 'PreCommitSectorBatch2'],
  proveCommit: [
    'ProveCommitSector',
    'ProveCommitAggregate',
    'ProveCommitSectors3',
    'ProveCommitSectorsNI',
  ],
  windowedPoSt: ['SubmitWindowedPoSt'],
  publishDeals: ['PublishStorageDeals'],
  withdraw: ['WithdrawBalance (miner)', 'WithdrawBalance (market)'],
};
/** transfer(address,uint256) of a token. */
const TRANSFER = Uint8Array.of(0xa9, 0x05, 0x9c, 0xbb);
/** Of each method the newest so many are looked at. */
const NEWEST = 300;

export interface ActionGas {
  action: Action;
  /** Successful ones. */
  messages: number;
  /** Their median. */
  gasUsed: bigint;
}

/** Of the successful messages of the last day, among the newest of each method; what nobody sent is left out. */
export async function gasOfActions({ db, head }: View): Promise<ActionGas[]> {
  const methods = ACTIONS.flatMap((action) =>
    METHODS[action].map((name) => ({ action, id: methodId(name) })),
  );
  const { rows } = await sql<{ action: string; messages: string; gas_used: string }>`
    select a.action, count(*) as messages,
      percentile_disc(0.5) within group (order by newest.gas_used) as gas_used
    from unnest(
      ${methods.map(({ action }) => action)}::text[], ${methods.map(({ id }) => id)}::int4[]
    ) as a(action, method_id)
    cross join lateral (
      select e.height, e.exit_code, e.selector, e.gas_used
      from method_message m join execution e on e.seq = m.seq
      where m.method_id = a.method_id order by m.ord desc limit ${NEWEST}
    ) newest
    where newest.height >= ${head.height - EPOCHS_PER_DAY} and newest.exit_code = 0
      and (a.action <> 'tokenTransfer' or newest.selector = ${TRANSFER})
    group by a.action`.execute(db);
  const of = new Map(rows.map((row) => [row.action, row]));
  return ACTIONS.flatMap((action) => {
    const row = of.get(action);
    return row === undefined
      ? []
      : { action, messages: Number(row.messages), gasUsed: BigInt(row.gas_used) };
  });
}
