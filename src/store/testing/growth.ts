/**
 * What becomes of each table's rows when the chain is multiplied (multiply.ts): how a copy's values
 * differ from the original's, by column. A column of no rule is copied as it is.
 */
import { TABLES, type TableName } from '../schema.ts';

/**
 * How a column moves with the number of the copy:
 * - height, time (Unix seconds), hour, day (since 1970): the copies follow one another in time;
 * - actor, address: another one in each copy, except the kept ones, who do everything again;
 * - digest, digests (several, joined): another one in each copy;
 * - total: what a row that is there only once counts, all copies together;
 * - a number: so much is added per copy;
 * - a list: an ordinal or a running sum, which goes on where the copy before ended.
 */
export type Rule =
  | 'same'
  | 'height'
  | 'time'
  | 'hour'
  | 'day'
  | 'actor'
  | 'address'
  | 'digest'
  | 'digests'
  | 'total'
  | number
  | List
  | { sql: string };

export interface List {
  /** Columns that tell which list: it goes on where none of them moves. */
  list: readonly string[];
  /** `table.column` of the ordinals, where this column points into another table's list. */
  of: string | undefined;
  /** The other table's columns that tell which list, where they are called differently. */
  by: readonly string[];
  /** What the first value is: 0 of ordinals; a running sum goes on from its last value. */
  sum: boolean;
}

export interface Growth {
  columns: Readonly<Record<string, Rule>>;
  /** Column whose values are counted anew from 0, and the counter of how many there are. */
  renumber?: { column: string; counter: string };
}

const ord = (list: readonly string[] = [], of?: string, by: readonly string[] = list): List => ({
  list,
  of,
  by,
  sum: false,
});
const sum = (...list: string[]): List => ({ list, of: undefined, by: list, sum: true });
const each = (names: string, rule: Rule): Record<string, Rule> =>
  Object.fromEntries(names.split(' ').map((name) => [name, rule]));
const grows = (columns: Growth['columns'] = {}): Growth => ({ columns });

const SEQ = ord([], 'execution.seq');
/** Numbers that an actor of the network gives. */
const NUMBERED = 1_000_000;

const NETWORK_SUMS =
  'tipsets blocks wins messages executed rewards tips penalties fees gas_premium gas_limit ' +
  'gas_used base_fee sealed_bytes power_epochs qa_power raw_power inverse_power';
/** Between two copies time goes on. */
const POWER_EPOCHS = { power_epochs: { sql: `power_epochs + k * days * 2880` } };
const METHOD_SUMS = 'count gas_premium gas_limit gas_used fee';
const POWER_SUMS = 'raw_sum adjusted_sum share_sum inverse_sum';

/** What columns of these names are, wherever they stand. */
export const COMMON: readonly (readonly [RegExp, Rule])[] = [
  [/^(\w+_)?height$|^since$/, 'height'],
  [/^timestamp$/, 'time'],
  [/^(\w+_)?cid$|^(created|destroyed|registered)_by$|^eth_hash$/, 'digest'],
  [
    /^(actor|miner|from|to|shown_to|emitter|payer|client|provider|contract|user|creator|(\w+_)?owner|(\w+_)?worker|beneficiary|token|other|by|proposer|channel)_id$/,
    'actor',
  ],
  [/^(\w+_)?(addr|address)$|^(holder|robust|delegated|owner|resolver|registrant)$/, 'address'],
];

/**
 * Tables of which more is to be said. All others grow by the common rules, but for those beside the chain
 * (beside.ts); null: it does not grow with the chain.
 */
const GROWTH: Readonly<Partial<Record<TableName, Growth | null>>> = {
  checkpoint: grows(each('head_key executed_key', 'digests')),
  status: grows(),
  progress: grows({ from_height: 'same' }),
  tipset: grows({
    ...each('key parent_key', 'digests'),
    ordinal: ord(),
    // The tipset that was the head was followed by the next copy: it executed nothing.
    executed: { sql: 'executed or k < last' },
    reward: { sql: 'coalesce(reward, case when k < last then 0 end)' },
    message_count: { sql: 'case when executed or k = last then message_count else 0 end' },
    first_seq: {
      sql: `coalesce(first_seq, case when k < last then (select count(*) from demo.execution) end)
        + k * (select count(*) from demo.execution)`,
    },
  }),
  block: grows({ parents: 'digests' }),
  message: grows({ nonce: ord(['from_addr']) }),
  execution: grows({ seq: ord(), nonce: ord(['from_id']) }),
  trace: grows({ seq: SEQ }),
  method: grows({ count: 'total' }),
  method_message: grows({ ord: ord(['method_id']), seq: SEQ }),
  account_message: grows({
    ord: ord(['actor_id']),
    seq: SEQ,
    nonce: ord(['from_id'], 'execution.nonce'),
  }),
  account_method_message: grows({
    ord: ord(['actor_id', 'method_id']),
    account_ord: ord(['actor_id'], 'account_message.ord'),
  }),
  account_method: grows({ count: 'total' }),
  transfer: grows({ seq: SEQ }),
  account_transfer: grows({ ord: ord(['actor_id']) }),
  account_type_transfer: grows({
    ord: ord(['actor_id', 'type']),
    account_ord: ord(['actor_id'], 'account_transfer.ord'),
  }),
  account_transfer_type: grows({ count: 'total' }),
  event: grows({ seq: SEQ }),
  account_event: grows({ ord: ord(['actor_id']) }),
  actor: grows({ id: 'actor', ...each('message_count transfer_count event_count', 'total') }),
  multisig: grows({ start_epoch: 'height', next_txn_id: 'total' }),
  counter: grows({
    value: {
      sql: `case key when 'contracts:day' then value + k * days
        when 'contracts:hour' then value + k * days * 24 else value * (last + 1) end`,
    },
  }),
  proof: grows(each('tipsets blocks messages receipts events states actors balances', 'total')),
  miner: grows({
    id: 'actor',
    ...each(`${POWER_SUMS} growth_raw_sum growth_adjusted_sum`, 'total'),
    ...each('block_count win_count reward_sum cost_count', 'total'),
  }),
  miner_info: grows({ id: 'actor' }),
  miner_power: grows(each(POWER_SUMS, sum('miner_id'))),
  miner_block: grows({ ord: ord(['miner_id']), ...each('win_sum reward_sum', sum('miner_id')) }),
  miner_cost: grows({
    ord: ord(['miner_id']),
    ...each('kind_sum kind_count', sum('miner_id', 'kind')),
  }),
  miner_cost_total: grows(each('count amount', 'total')),
  miner_growth: grows(each('raw_sum adjusted_sum', sum('miner_id'))),
  sector_miner: grows({ period_start: 'height', ...each('events posts', 'total') }),
  sector: grows({ number: ord(['miner_id']), ...each('activation expiration', 'height') }),
  sector_event: grows({ ord: ord(['miner_id']), expiration: 'height' }),
  sector_history: grows({
    number: ord(['miner_id'], 'sector.number'),
    ord: ord(['miner_id'], 'sector_event.ord'),
    ...each('old_expiration new_expiration', 'height'),
  }),
  sector_post: grows({ ord: ord(['miner_id']) }),
  sector_expiry: grows({ day: 'day' }),
  sector_expiry_day: grows({ day: 'day' }),
  older_expiry: grows({ day: 'day' }),
  older_expiry_day: grows({ day: 'day' }),
  deal: grows({
    id: NUMBERED,
    ord: ord(),
    client_ord: ord(['client_id']),
    provider_ord: ord(['provider_id']),
    sector: ord(['provider_id'], 'sector.number', ['miner_id']),
    ...each('start_epoch end_epoch', 'height'),
  }),
  piece: grows({
    ord: ord(),
    client_ord: ord(['client_id']),
    provider_ord: ord(['provider_id']),
    sector: ord(['provider_id'], 'sector.number', ['miner_id']),
    ...each('allocation_id deal_id', NUMBERED),
  }),
  older_storage: null,
  storage_count: grows({
    ...each('client_deals provider_deals client_pieces provider_pieces', 'total'),
    ...each('client_allocations provider_allocations client_claims provider_claims', 'total'),
  }),
  verifier: {
    columns: { changes: 'total' },
    renumber: { column: 'ord', counter: 'verifiers' },
  },
  verifier_change: grows({ ord: ord(['actor_id']) }),
  data_cap: {
    columns: { changes: 'total' },
    renumber: { column: 'ord', counter: 'dataCapHolders' },
  },
  data_cap_change: grows({ ord: ord(['actor_id']) }),
  allocation: grows({
    id: NUMBERED,
    ord: ord(),
    client_ord: ord(['client_id']),
    provider_ord: ord(['provider_id']),
    expiration: 'height',
  }),
  claim: grows({
    id: NUMBERED,
    ord: ord(),
    client_ord: ord(['client_id']),
    provider_ord: ord(['provider_id']),
    sector: ord(['provider_id'], 'sector.number', ['miner_id']),
    term_start: 'height',
  }),
  network_sum: grows({
    ...each(`${NETWORK_SUMS} accounts contracts active_miners`, sum()),
    ...POWER_EPOCHS,
  }),
  network_total: grows({ ...each(NETWORK_SUMS, 'total'), ...POWER_EPOCHS }),
  method_sum: grows(each(METHOD_SUMS, sum('method_id'))),
  method_total: grows(each(METHOD_SUMS, 'total')),
  network_hour: grows({ start: 'time' }),
  series_hour: grows(each('low_at high_at', 'height')),
  network_day: grows({ start: 'time' }),
  sender_day: grows({ day: 'time' }),
  network_version: null,
  actor_bundle: null,
  token: grows(each('transfer_count holder_count item_count', 'total')),
  token_holder: grows({ transfer_count: 'total' }),
  token_account: grows(
    each('transfer_count erc20_count erc721_count erc1155_count nft_count', 'total'),
  ),
  nft: grows({ item: ord(['token_id']), ord: ord(['token_id']) }),
  nft_holder: grows({ item: ord(['token_id'], 'nft.item') }),
  token_transfer: grows({
    ord: ord(['token_id']),
    seq: SEQ,
    item: ord(['token_id'], 'nft.item'),
  }),
  account_token_transfer: grows({
    ord: ord(['holder']),
    standard_ord: ord(['holder', 'standard']),
    token_place: ord(['holder', 'token_id']),
    token_ord: ord(['token_id'], 'token_transfer.ord'),
  }),
  contract: grows({
    ...each('init_hash code_hash', 'digest'),
    ...each('implementation beacon admin', 'address'),
    upgrades: 'total',
  }),
  contract_code: grows({ hash: 'digest' }),
  contract_creation: grows({ ord: ord(['creator_id']) }),
  contract_creator: grows({ contracts: 'total' }),
  contract_upgrade: grows({ ord: ord(['contract_id']) }),
  contract_user: grows({ ...each('calls fees', 'total'), last_hour: 'hour' }),
  contract_hour: grows({ hour: 'hour' }),
  contract_window: grows(each('calls users fees', 'total')),
  contract_day: grows({ day: 'day' }),
  fevm_day: grows({ day: 'day', ...each('created_total calls_total fees_total', sum()) }),
  fevm_balance: null,
  name_node: grows({ ...each('node label_hash', 'digest'), reverse_of: 'address' }),
  name: grows({ ...each('node label_hash', 'digest'), expires: 'time' }),
  name_record: grows({ node: 'digest' }),
  name_clearing: grows({ node: 'digest' }),
  name_action: grows({
    ord: ord(['service']),
    label_hash: 'digest',
    other: 'address',
    expires: 'time',
  }),
  name_registration: grows({
    ord: ord(['service']),
    action_ord: ord(['service'], 'name_action.ord'),
  }),
  name_history: grows({
    label_hash: 'digest',
    ord: ord(['service', 'label_hash']),
    action_ord: ord(['service'], 'name_action.ord'),
  }),
  account_name_action: grows({
    ord: ord(['service', 'address']),
    action_ord: ord(['service'], 'name_action.ord'),
  }),
  name_account: grows(each('names actions', 'total')),
  proposal: grows({ ...each('txn_id ord', ord(['actor_id'])) }),
  proposal_action: grows({ txn_id: ord(['actor_id'], 'proposal.txn_id') }),
  channel: grows(each('settling_at min_settle_height', 'height')),
  account_channel: grows({ ord: ord(['actor_id']) }),
  wallet_count: grows(each('proposals channels', 'total')),
  // A chain that begins with its genesis has none.
  older_wallet: null,
};

/** The tables that are multiplied. */
export const growingTables = (): (readonly [TableName, Growth])[] =>
  (Object.keys(TABLES) as TableName[]).flatMap((table) => {
    const { [table]: growth = TABLES[table].kind === 'beside' ? null : grows() } = GROWTH;
    return growth === null ? [] : [[table, growth] as const];
  });
