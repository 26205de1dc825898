/** A small made-up index for tests of reads: its rows hang together as the indexer's do. */
import { kindAt, kindIndex, type ActorKind } from '#filecoin/actors/kinds.ts';
import { methodId } from '#filecoin/actors/methods.ts';
import { transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { concatBytes } from '#filecoin/encoding/bytes.ts';
import type { Insertable } from 'kysely';
import type { Database } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import {
  CODE_CID,
  CONTRACT,
  digest,
  emptyRows,
  EVENT,
  GENESIS_TIME,
  messageRow,
  MINERS,
  move,
  MULTISIG,
  NOBODY,
  robustOf,
  SENDERS,
  writeRows,
  type Rows,
} from './rows.ts';

export { CONTRACT, digest, GENESIS_TIME, MULTISIG, NOBODY, robustOf, SENDERS } from './rows.ts';

export interface ChainOptions {
  /** Heights 0 to this one; every seventh is a null round. */
  height: number;
  /** Messages of each tipset. */
  messages: number;
}

export interface MadeChain {
  rows: Rows;
  /** Executed messages, oldest first. */
  executed: Insertable<Database['execution']>[];
  heights: number[];
  keyAt(height: number): Uint8Array;
}

/** Every seventh height is a null round. */
export const isNull = (height: number): boolean => height % 7 === 6;

export function makeChain({ height: top, messages }: ChainOptions): MadeChain {
  const rows = emptyRows();
  const heights = Array.from({ length: top + 1 }, (_, height) => height).filter((h) => !isNull(h));
  const actors = new Map<number, Insertable<Database['actor']>>();
  const counts = new Map<string, number>();
  const take = (key: string): number => {
    const value = counts.get(key) ?? 0;
    counts.set(key, value + 1);
    return value;
  };
  const keys = new Map<number, Uint8Array>();
  const addActor = (id: number, kind: ActorKind, robust: Uint8Array | null): void => {
    actors.set(id, {
      id,
      kind: kindIndex(kind),
      code: CODE_CID,
      head: digest(`head ${id}`),
      nonce: 0,
      balance: BigInt(id) * 10n ** 18n,
      robust,
      delegated: id === CONTRACT ? robust : null,
      created_height: 0,
      created_by: null,
      last_seen_height: top,
      message_count: 0,
      transfer_count: 0,
      event_count: 0,
      deleted_height: null,
    });
    if (robust) rows.address.push({ address: robust, actor_id: id });
  };
  addActor(0, 'system', null);
  addActor(2, 'reward', null);
  addActor(99, 'account', null);
  for (const id of SENDERS) addActor(id, 'account', robustOf(id));
  for (const id of MINERS)
    addActor(id, 'storageminer', Uint8Array.of(2, ...digest(`m${id}`).subarray(0, 20)));
  addActor(CONTRACT, 'evm', robustOf(CONTRACT));
  addActor(MULTISIG, 'multisig', robustOf(MULTISIG));

  heights.forEach((height, ordinal) => {
    const timestamp = GENESIS_TIME + height * 30;
    const executed = ordinal < heights.length - 1;
    const parentHeight = heights[ordinal - 1] ?? null;
    const parent =
      parentHeight === null ? new Uint8Array() : (keys.get(parentHeight) ?? new Uint8Array());
    const cids = MINERS.map((miner) => digest(`block ${height} ${miner}`));
    keys.set(height, concatBytes(...cids));
    const baseFee = BigInt(100 + height);
    rows.tipset.push({
      height,
      ordinal,
      key: concatBytes(...cids),
      parent_key: parent,
      parent_height: parentHeight,
      timestamp,
      state_root: digest(`state ${height}`),
      receipts_root: digest(`receipts ${height}`),
      base_fee: baseFee,
      parent_weight: BigInt(height * 1000),
      block_count: cids.length,
      win_count: 3,
      message_count: messages,
      null_rounds: parentHeight === null ? 0 : height - parentHeight - 1,
      executed,
      reward: executed ? 22n : null,
      first_seq: executed ? (counts.get('messages') ?? 0) : null,
    });
    const block = (
      cid: Uint8Array,
      position: number,
      orphaned: boolean,
    ): Insertable<Database['block']> => ({
      cid,
      height,
      miner_id: MINERS[position] ?? 1000,
      position,
      timestamp,
      parents: parent,
      parent_weight: BigInt(height * 1000),
      state_root: digest(`state ${height}`),
      receipts_root: digest(`receipts ${height}`),
      messages_root: digest(`messages ${height}`),
      base_fee: baseFee,
      win_count: position + 1,
      message_count: messages,
      size: 1000 + position,
      fork_signaling: 0,
      block_reward: executed && !orphaned ? 10n : null,
      tips: executed && !orphaned ? 1n : null,
      penalty: executed && !orphaned ? 0n : null,
      orphaned,
    });
    cids.forEach((cid, position) => rows.block.push(block(cid, position, false)));
    // One orphaned block in the middle, with a message of its own.
    if (height === 4) {
      rows.block.push({ ...block(digest('orphan'), 0, true), message_count: 1 });
      rows.message.push(messageRow(digest('orphaned message'), 100, robustOf(101), 999, 0));
      rows.block_message.push({
        block_cid: digest('orphan'),
        position: 0,
        cid: digest('orphaned message'),
      });
    }
    rows.network_state.push({
      height,
      timestamp,
      raw_byte_power: BigInt(height) * 2n ** 35n,
      quality_adj_power: BigInt(height) * 2n ** 36n,
      pledge_collateral: 5n,
      miner_count: 2,

      this_epoch_reward: 50n,
      baseline_power: null,
      fil_vested: 1n,
      fil_mined: BigInt(height),
      fil_burnt: null,
      fil_locked: 4n,
      fil_circulating: 5n,
      fil_reserve_disbursed: 6n,
      market_pledge: null,
    });
    let transferPosition = 0;
    let eventPosition = 0;
    for (let position = 0; position < messages; position++) {
      const from = SENDERS[(height + position) % SENDERS.length] ?? 100;
      const fails = position % 5 === 4;
      const toContract = position % 2 === 1;
      const to = fails
        ? null
        : toContract
          ? CONTRACT
          : (SENDERS[(height + position + 1) % 3] ?? 100);
      const toAddr = to === null ? NOBODY : robustOf(to);
      const method = toContract && to !== null ? 3844450837 : 0;
      const name = method === 0 ? 'Send' : 'InvokeContract';
      const cid = digest(`message ${height} ${position}`);
      rows.message.push(messageRow(cid, from, toAddr, height * messages + position, method));
      // Odd messages are in both blocks.
      rows.block_message.push({ block_cid: cids[0] ?? cid, position, cid });
      if (position % 2 === 1) rows.block_message.push({ block_cid: cids[1] ?? cid, position, cid });
      if (!executed) continue;
      const seq = take('messages');
      const listed = {
        seq,
        cid,
        height,
        timestamp,
        from_id: from,
        to_id: to,
        from_addr: robustOf(from),
        to_addr: toAddr,
        nonce: height * messages + position,
        value: 7n,
        method_id: methodId(name),
        selector: method === 0 ? null : Uint8Array.of(0xa9, 0x05, 0x9c, 0xbb),
        exit_code: fails ? 2 : 0,
      };
      rows.execution.push({
        ...listed,
        position,
        method,
        to_kind: to === null ? null : kindIndex(to === CONTRACT ? 'evm' : 'account'),
        return: method === 0 ? null : Uint8Array.of(0x40),
        return_codec: 0x51,
        gas_used: 1000,
        base_fee_burn: 100n,
        over_estimation_burn: 10n,
        miner_penalty: 0n,
        miner_tip: 1n,
        refund: 3n,
        miner_id: MINERS[0],
        event_count: to === CONTRACT ? 1 : 0,
        subcall_count: 0,
        error: fails ? 'actor not found' : null,
      });
      rows.method_message.push({ method_id: methodId(name), ord: take(`method ${name}`), seq });
      const takers = to === null || to === from ? [from] : [from, to];
      for (const actor of takers) {
        const ord = take(`messages of ${actor}`);
        rows.account_message.push({ ...listed, actor_id: actor, ord });
        rows.account_method_message.push({
          actor_id: actor,
          method_id: methodId(name),
          ord: take(`messages of ${actor} ${name}`),
          account_ord: ord,
        });
      }
      if (to === CONTRACT) {
        const at = eventPosition++;
        rows.event.push({
          height,
          position: at,
          seq,
          log_index: 0,
          emitter_id: to,
          entries: EVENT,
        });
        rows.account_event.push({
          actor_id: to,
          ord: take(`events of ${to}`),
          height,
          position: at,
        });
      }
      if (to !== null && to !== from)
        move(rows, take, {
          height,
          timestamp,
          position: transferPosition++,
          seq,
          cid,
          from,
          to,
          amount: 7n,
          type: 'transfer',
        });
      move(rows, take, {
        height,
        timestamp,
        position: transferPosition++,
        seq,
        cid,
        from,
        to: 99,
        amount: 110n,
        type: 'burn-fee',
      });
      move(rows, take, {
        height,
        timestamp,
        position: transferPosition++,
        seq,
        cid,
        from,
        to: 2,
        amount: 1n,
        type: 'miner-fee',
        shownTo: MINERS[0],
      });
    }
    if (height % 3 === 0) rows.balance.push({ actor_id: 100, height, balance: BigInt(height) });
  });
  finish(rows, actors, counts, top, keys);
  return {
    rows,
    executed: rows.execution,
    heights,
    keyAt: (height) => keys.get(height) ?? new Uint8Array(),
  };
}

function finish(
  rows: Rows,
  actors: Map<number, Insertable<Database['actor']>>,
  counts: Map<string, number>,
  top: number,
  keys: Map<number, Uint8Array>,
): void {
  for (const [id, actor] of actors) {
    rows.actor.push({
      ...actor,
      message_count: counts.get(`messages of ${id}`) ?? 0,
      transfer_count: counts.get(`transfers of ${id}`) ?? 0,
      event_count: counts.get(`events of ${id}`) ?? 0,
    });
    for (const name of ['Send', 'InvokeContract']) {
      const count = counts.get(`messages of ${id} ${name}`) ?? 0;
      if (count > 0) rows.account_method.push({ actor_id: id, method_id: methodId(name), count });
    }
    for (const type of ['send', 'receive', 'burn-fee', 'miner-fee'] as const) {
      const count = counts.get(`transfers of ${id} ${type}`) ?? 0;
      if (count > 0)
        rows.account_transfer_type.push({ actor_id: id, type: transferTypeIndex(type), count });
    }
  }
  for (const name of ['Send', 'InvokeContract'])
    rows.method.push({ id: methodId(name), name, count: counts.get(`method ${name}`) ?? 0 });
  rows.counter.push(
    { key: 'messages', value: counts.get('messages') ?? 0 },
    { key: 'actors:account', value: 4 },
    { key: 'actors:ethaccount', value: 1 },
    ...fundedCounters(rows.actor),
  );
  rows.multisig.push({
    actor_id: MULTISIG,
    signers: JSON.stringify(SENDERS),
    threshold: 2,
    initial_balance: 1000n,
    start_epoch: 0,
    unlock_duration: top * 2,
    next_txn_id: 1,
  });
  const head = rows.tipset.at(-1);
  const before = rows.tipset.at(-2);
  rows.network.push({
    name: 'testing',
    genesis: digest('genesis'),
    genesis_timestamp: GENESIS_TIME,
    epoch_seconds: 30,
    chain_id: 31415926,
    address_prefix: 'f',
    start_height: 0,
    recorded: true,
  });
  rows.checkpoint.push({
    revision: 5,
    head_height: head?.height ?? null,
    head_key: head ? (keys.get(head.height) ?? null) : null,
    executed_height: before?.height ?? null,
    executed_key: before?.key ?? null,
    final_height: top - 10,
  });
  rows.progress.push({ part: 'headers', from_height: 0, to_height: top });
}

export const idText = (id: number): string => `f0${id}`;

/** Writes a made chain into an empty database. */
export function writeChain(store: Store, chain: MadeChain): Promise<void> {
  return writeRows(store, chain.rows);
}

/** Counters of who has a balance, of all kinds and of each. */
function fundedCounters(actors: Rows['actor']): Rows['counter'] {
  const counts = new Map<string, number>();
  const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { kind, balance } of actors) {
    if (BigInt(balance) === 0n) continue;
    count('funded');
    count(`funded:${kindAt(kind) ?? 'unknown'}`);
  }
  return [...counts].map(([key, value]) => ({ key, value }));
}
