/** Rows of the made-up index, and what they are made of. */
import { delegatedFromEth } from '#filecoin/address.ts';
import { concatBytes } from '#filecoin/encoding/bytes.ts';
import { blake2b256, CHAIN_CID_PREFIX } from '#filecoin/encoding/cid.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import type { CopyValue } from '#store/copy.ts';
import type { NewRow, TableName } from '#store/schema.ts';
import type * as accounts from '#store/schema/accounts.ts';
import type * as chain from '#store/schema/chain.ts';
import type * as progress from '#store/schema/progress.ts';
import type { Store } from '#store/store.ts';

export const GENESIS_TIME = 1_700_000_000;
export const MINERS = [1000, 1001] as const;
/** A contract that emits an event for every call. */
export const CONTRACT = 300;
export const MULTISIG = 400;
export const SENDERS = [100, 101, 102] as const;
/** Nobody has this address. */
export const NOBODY = Uint8Array.of(1, ...new Uint8Array(20).fill(7));

/** Tables that a made chain fills: the chain's own; each part's tests make theirs. */
type Table = keyof (typeof progress & typeof chain & typeof accounts);
export type Rows = { [T in Table]: NewRow<T>[] };

/** Rows of these tables: none yet. */
export const noRows = <Table extends TableName>(tables: { readonly [T in Table]: unknown }) =>
  // One list for each key: `fromEntries` knows no keys.
  Object.fromEntries(Object.keys(tables).map((table) => [table, []])) as unknown as {
    [T in Table]: NewRow<T>[];
  };

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** A digest that only this text has. */
export const digest = (text: string): Uint8Array => blake2b256(bytes(text));
const secp = (id: number): Uint8Array => Uint8Array.of(1, ...digest(`key ${id}`).subarray(0, 20));
export const CODE_CID = concatBytes(CHAIN_CID_PREFIX, digest('code'));

export function robustOf(id: number): Uint8Array {
  if (id === CONTRACT) return delegatedFromEth(digest('contract').subarray(0, 20));
  if (id === MULTISIG) return Uint8Array.of(2, ...digest('multisig').subarray(0, 20));
  return secp(id);
}

/** DAG-CBOR of one log: Transfer(address,address,uint256) with three topics and data. */
export const EVENT = (() => {
  const topic0 = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const word = (n: number): Uint8Array =>
    Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? n : 0));
  const entry = (key: string, value: Uint8Array): Uint8Array =>
    concatBytes(
      Uint8Array.of(0x84, 3, 0x60 + key.length),
      bytes(key),
      Uint8Array.of(0x18, 0x55, 0x58, value.length),
      value,
    );
  return concatBytes(
    Uint8Array.of(0x84),
    entry('t1', Uint8Array.from(Buffer.from(topic0, 'hex'))),
    entry('t2', word(1)),
    entry('t3', word(2)),
    entry('d', word(3)),
  );
})();

export function messageRow(
  cid: Uint8Array,
  from: number,
  to: Uint8Array,
  nonce: number,
  method: number,
): NewRow<'message'> {
  return {
    cid,
    version: 0,
    from_addr: robustOf(from),
    to_addr: to,
    nonce,
    value: 7n,
    gas_limit: 2000,
    gas_fee_cap: 500n,
    gas_premium: 1n,
    method,
    params: method === 0 ? null : Uint8Array.of(0x44, 0xa9, 0x05, 0x9c, 0xbb),
    signature_type: int16(1),
    size: 123,
    eth_hash: digest(`eth ${nonce}`),
  };
}

export function emptyRows(): Rows {
  return {
    network: [],
    checkpoint: [],
    status: [],
    progress: [],
    opening: [],
    tipset: [],
    block: [],
    block_message: [],
    message: [],
    execution: [],
    trace: [],
    method: [],
    method_message: [],
    account_message: [],
    account_method_message: [],
    account_method: [],
    transfer: [],
    account_transfer: [],
    account_type_transfer: [],
    account_transfer_type: [],
    event: [],
    account_event: [],
    actor: [],
    address: [],
    balance: [],
    multisig: [],
    network_state: [],
    passed: [],
    counter: [],
    proof: [],
    undo: [],
    left_head: [],
  };
}

/** Writes rows into an empty database. */
export async function writeRows(store: Store, rows: Rows): Promise<void> {
  await store.transaction(async (trx) => {
    for (const [table, list] of Object.entries(rows)) {
      const first = list[0];
      if (!first) continue;
      const columns = Object.keys(first);
      await store.copy(
        table as 'counter',
        columns as ('key' | 'value')[],
        list.map((row) => columns.map((column) => (row as Record<string, CopyValue>)[column])),
        trx,
      );
    }
  });
}
