/** Contracts and names of a made chain: long lists, and many others that hardly do anything. */
import { CHAIN_CID_PREFIX, parseCid } from '#filecoin/cid.ts';
import { labelHash, namehash, reverseNode, subnode } from '#filecoin/evm/names.ts';
import { HARBOR } from '#filecoin/networks/harbor.ts';
import type { Insertable } from 'kysely';
import type { Database, ContractsTables, NamesTables } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { CONTRACT } from './chain.ts';
import { digest } from './rows.ts';

type Tables = ContractsTables & NamesTables;
type ContractRows = { [T in keyof Tables]?: Insertable<Database[T]>[] };

/** So many contracts, users, names and actions. */
const MANY = 20_000;
/** Its Ethereum address has an own list of names and actions. */
export const NAMED = digest('named').subarray(0, 20);

const FIL = namehash('fil');
const HOUR = 444_000;

function contractRows(): ContractRows {
  const ids = Array.from({ length: MANY }, (_, n) => (n === 0 ? CONTRACT : 1_000_000 + n));
  const use = { calls: 5, users: 2, fees: 7n };
  const numbered = ids.map((_, ord) => ({ ord, height: Math.floor(ord / 7) }));
  return {
    contract: ids.map((actor_id) => ({
      actor_id,
      creator_id: 100,
      created_height: 5,
      created_by: digest(`made ${actor_id}`),
      init_hash: digest(`init ${actor_id}`),
      code_hash: digest(`code ${actor_id}`),
      proxy_kind: 0,
      implementation: digest('implementation').subarray(0, 20),
      upgrades: MANY,
    })),
    contract_code: ids.map((id) => ({ hash: digest(`code ${id}`), code: Uint8Array.of(96) })),
    contract_creation: numbered.map((row, n) => ({
      ...row,
      creator_id: 100,
      contract_id: ids[n] ?? 0,
    })),
    contract_creator: ids.map((creator_id) => ({ creator_id, contracts: 1 })),
    contract_upgrade: numbered.map((row) => ({
      ...row,
      contract_id: CONTRACT,
      kind: 0,
      address: digest(`upgrade ${row.ord}`).subarray(0, 20),
    })),
    contract_window: ids.flatMap((contract_id, n) =>
      [0, 24].map((hours) => ({ ...use, contract_id, hours, calls: n + 1 })),
    ),
    contract_user: ids.map((user_id) => ({
      contract_id: CONTRACT,
      user_id,
      calls: 1,
      fees: 1n,
      last_hour: HOUR,
    })),
    fevm_day: Array.from({ length: 3_000 }, (_, n) => ({
      day: 17_000 + n,
      created: 1,
      calls: 1,
      fees: 1n,
      created_total: n,
      calls_total: n,
      fees_total: BigInt(n),
    })),
  };
}

function nameRows(): ContractRows {
  const labels = Array.from({ length: MANY }, (_, n) => `name${n}`);
  const places = labels.map((_, ord) => ({ service: 0, ord, action_ord: ord, height: ord }));
  return {
    name: labels.map((label, n) => ({
      service: 0,
      label_hash: labelHash(label),
      label,
      node: subnode(FIL, labelHash(label)),
      registrant: n % 100 === 0 ? NAMED : digest(label).subarray(0, 20),
      expires: 4_000_000_000,
      actions: n === 0 ? MANY : 1,
    })),
    name_node: labels.flatMap((label) => {
      const resolver = digest('resolver').subarray(0, 20);
      const own = digest(label).subarray(0, 20);
      return [
        {
          service: 0,
          node: subnode(FIL, labelHash(label)),
          label_hash: labelHash(label),
          resolver,
        },
        { service: 0, node: reverseNode(own), reverse_of: own, resolver },
      ];
    }),
    name_record: labels.map((label) => ({
      service: 0,
      node: subnode(FIL, labelHash(label)),
      resolver: digest('resolver').subarray(0, 20),
      kind: 0,
      key_hash: labelHash('461'),
      key: '461',
      value: '0x66303939',
    })),
    name_action: labels.map((label, ord) => ({
      service: 0,
      ord,
      height: ord,
      kind: 0,
      label_hash: labelHash(label),
      address: NAMED,
    })),
    name_registration: places,
    name_history: places.map((place) => ({ ...place, label_hash: labelHash('name0') })),
    account_name_action: places.map((place) => ({ ...place, address: NAMED })),
    name_account: [
      { service: 0, address: NAMED, names: MANY / 100, actions: MANY },
      ...labels.map((label) => ({
        service: 0,
        address: digest(label).subarray(0, 20),
        names: 1,
        actions: 1,
      })),
    ],
  };
}

/** Writes them; the network becomes one that has a name service. */
export async function writeContracts(store: Store): Promise<void> {
  const genesis = parseCid(HARBOR.genesis).subarray(CHAIN_CID_PREFIX.length);
  await store.db.updateTable('network').set({ genesis }).execute();
  await store.db
    .insertInto('counter')
    .values([
      { key: 'names:registrations:0', value: MANY },
      { key: 'contracts:window:0', value: MANY },
      { key: 'contracts:window:24', value: MANY },
    ])
    .execute();
  const all = { ...contractRows(), ...nameRows() };
  for (const [table, rows] of Object.entries(all))
    for (let at = 0; at < rows.length; at += 2_000)
      await store.db
        .insertInto(table as keyof Tables)
        .values(rows.slice(at, at + 2_000))
        .execute();
}
