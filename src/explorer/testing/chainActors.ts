/** Accounts of the made-up chain: as it begins, and what was counted of each at its end. */
import { kindAt, kindIndex, type ActorKind } from '#filecoin/actors/kinds.ts';
import { methodId } from '#filecoin/actors/methods.ts';
import { transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import type { Making } from './making.ts';
import {
  CODE_CID,
  CONTRACT,
  digest,
  GENESIS_TIME,
  MINERS,
  MULTISIG,
  robustOf,
  SENDERS,
  type Rows,
} from './rows.ts';

export function addActors(making: Making): void {
  addActor(making, 0, 'system', null);
  addActor(making, 2, 'reward', null);
  addActor(making, 99, 'account', null);
  for (const id of SENDERS) addActor(making, id, 'account', robustOf(id));
  for (const id of MINERS)
    addActor(making, id, 'storageminer', Uint8Array.of(2, ...digest(`m${id}`).subarray(0, 20)));
  addActor(making, CONTRACT, 'evm', robustOf(CONTRACT));
  addActor(making, MULTISIG, 'multisig', robustOf(MULTISIG));
}

function addActor(
  { rows, actors, height: top }: Making,
  id: number,
  kind: ActorKind,
  robust: Uint8Array | null,
): void {
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
}

/** What was counted, and where the chain ends. */
export function finish({ rows, actors, counts, keys, height: top }: Making): void {
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
    threshold: int32(2),
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
