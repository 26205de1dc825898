/** The images of the undo log's rows, as far as lists read them: what a row was at an earlier head. */
import { z } from 'zod';
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { integer, integerJson, type Integer } from '#filecoin/encoding/integers.ts';
import type { PastTable } from '#store/undo.ts';

const amount = z.string();
const bytes = z.codec(
  z.hex(),
  z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  { decode: fromHex, encode: toHex },
);

/** A number in images that were written when its column was narrower. */
const decimal = z.union([amount, z.int().transform(String)]);
/** Beyond 2^53 a text. */
const int64 = z.codec(
  z.union([z.int(), z.string().regex(/^-?\d{16,20}$/)]),
  z.custom<Integer>((value) => typeof value === 'number' || typeof value === 'bigint'),
  { decode: (value) => integer(value), encode: integerJson },
);

/** What lists need of each table's images. */
export const IMAGES = {
  actor: z.object({
    id: z.int(),
    kind: z.int(),
    balance: amount,
    created_height: z.int(),
    last_seen_height: z.int(),
    deleted_height: z.int().nullable(),
  }),
  channel: z.object({
    to_send: amount,
    settling_at: int64,
    min_settle_height: int64,
    lanes: z.string(),
    collected_height: z.int().nullable(),
  }),
  claim: z.object({ term_max: z.int().nullable(), extensions: z.int() }),
  contract_user: z.object({ contract_id: z.int(), user_id: z.int(), last_hour: z.int() }),
  contract_window: z.object({
    contract_id: z.int(),
    hours: z.int(),
    calls: z.int(),
    users: z.int(),
    fees: amount,
  }),
  counter: z.object({ value: z.int() }),
  data_cap: z.object({
    balance: amount.nullable(),
    granted: amount,
    allocated: amount,
    returned: amount,
    removed: amount,
  }),
  method: z.object({ id: z.int(), name: z.string(), count: z.int() }),
  miner: z.object({
    id: z.int(),
    created_height: z.int().nullable(),
    since: z.int(),
    available: amount,
    // Not in what was logged before there were vesting tables.
    vesting: bytes.nullable().default(null),
    raw_power: amount,
    adjusted_power: amount,
    raw_sum: amount,
    adjusted_sum: amount,
    share_sum: amount,
    inverse_sum: amount,
    block_count: z.int(),
    win_count: z.int(),
    reward_sum: amount,
    growth_raw_sum: amount,
    growth_adjusted_sum: amount,
  }),
  multisig: z.object({
    actor_id: z.int(),
    threshold: z.int(),
    initial_balance: amount,
    start_epoch: int64,
    unlock_duration: int64,
  }),
  name: z.object({
    service: z.int(),
    label_hash: bytes,
    label: z.string().nullable(),
    node: bytes,
    registrant: bytes.nullable(),
    expires: decimal.nullable(),
    registered_height: z.int().nullable(),
    registered_by: bytes.nullable(),
    actions: z.int(),
  }),
  name_account: z.object({ names: z.int() }),
  name_node: z.object({
    service: z.int(),
    node: bytes,
    resolver: bytes.nullable(),
    label_hash: bytes.nullable(),
  }),
  name_record: z.object({
    service: z.int(),
    node: bytes,
    resolver: bytes,
    kind: z.int(),
    key: z.string(),
    value: z.string(),
  }),
  nft: z.object({ supply: amount, uri: z.string().nullable() }),
  nft_holder: z.object({ token_id: z.int(), item: amount, holder: bytes, amount }),
  proposal: z.object({
    proposer_id: z.int().nullable(),
    to_addr: bytes.nullable(),
    value: amount.nullable(),
    method: amount.nullable(),
    params: bytes.nullable(),
    approvals: z.string(),
    status: z.int(),
    settled_height: z.int().nullable(),
    settled_cid: bytes.nullable(),
    exit_code: int64.nullable(),
    return: bytes.nullable(),
  }),
  sector: z.object({
    seal_proof: z.int().nullable(),
    sealed_cid: bytes.nullable(),
    pre_commit_height: z.int().nullable(),
    pre_commit_cid: bytes.nullable(),
    activation: z.int().nullable(),
    commit_cid: bytes.nullable(),
    expiration: z.int().nullable(),
    verified_bytes: z.int().nullable(),
    deal_bytes: z.int().nullable(),
    pledge: amount.nullable(),
    updated_height: z.int().nullable(),
    ended_height: z.int().nullable(),
  }),
  sector_miner: z.object({ told_live: z.int().nullable() }),
  sector_partition: z.object({
    deadline: z.int(),
    partition: z.int(),
    sectors: bytes,
    post_height: z.int().nullable(),
    post_cid: bytes.nullable(),
  }),
  sector_set: z.object({ kind: z.int(), sectors: bytes }),
  storage_count: z.object({ client_allocations: z.int(), client_claims: z.int() }),
  token: z.object({
    actor_id: z.int(),
    standard: z.int(),
    wrapped: z.boolean(),
    malformed: z.boolean(),
    mixed: z.boolean(),
    negative: z.boolean(),
    partial: z.boolean(),
    transfer_count: z.int(),
    holder_count: z.int(),
    item_count: z.int(),
    minted: amount,
    burned: amount,
  }),
  token_account: z.object({
    erc20_count: z.int(),
    erc721_count: z.int(),
    erc1155_count: z.int(),
    nft_count: z.int(),
  }),
  token_holder: z.object({ token_id: z.int(), holder: bytes, amount }),
  verifier: z.object({
    allowance: amount.nullable(),
    granted: amount,
    removed_height: z.int().nullable(),
  }),
} satisfies Record<PastTable, z.ZodType>;

export type PastRow<T extends PastTable> = z.output<(typeof IMAGES)[T]>;
