import { sql, type Kysely } from 'kysely';

/** Columns of unsigned integers of 64 bits, and of signed ones that were kept in 32 or fewer. */
const UNSIGNED: Readonly<Record<string, readonly string[]>> = {
  block: ['fork_signaling'],
  message: ['version', 'nonce'],
  execution: ['nonce', 'return_codec'],
  account_message: ['nonce'],
  mempool: ['version', 'nonce'],
  event: ['emitter_id'],
  actor: ['nonce'],
  channel_action: ['nonce'],
  name: ['expires'],
  name_action: ['expires'],
  miner_info: ['pending_owner_id'],
  miner_info_change: ['pending_owner_id'],
};
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  tipset: ['win_count'],
  block: ['win_count'],
  miner_block: ['win_count'],
  execution: ['exit_code'],
  account_message: ['exit_code'],
  multisig: ['start_epoch', 'unlock_duration'],
};

/** One statement a table, which is written anew only once. */
function* widened(): Generator<string> {
  for (const table of new Set([...Object.keys(UNSIGNED), ...Object.keys(SIGNED)])) {
    const types = [
      ...(UNSIGNED[table] ?? []).map((column) => [column, 'numeric']),
      ...(SIGNED[table] ?? []).map((column) => [column, 'bigint']),
    ];
    yield `alter table ${table} ${types
      .map(([column, type]) => `alter column ${column} type ${type}`)
      .join(', ')}`;
  }
}

/**
 * Room for whatever the chain may hold. A message that was refused before it ran may be executed
 * again, and its sender may be nobody. Where sums do not add up an operator may let a height pass.
 */
const STATEMENTS: readonly string[] = [
  'alter table execution drop constraint execution_cid_key, alter column from_id drop not null',
  'create index execution_cid on execution (cid, seq)',
  'alter table account_message alter column from_id drop not null',
  'alter table trace add column seq bigint',
  'update trace set seq = e.seq from execution e where e.cid = trace.cid',
  'alter table trace drop constraint trace_pkey, drop column cid, add primary key (seq)',
  // Before the columns' types change.
  'drop index multisig_vesting',
  ...widened(),
  // The sum of two may be wider than both.
  `create index multisig_vesting on multisig ((start_epoch::numeric + unlock_duration))
    where unlock_duration > 0`,
  'create table passed (height integer primary key, details text not null)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
