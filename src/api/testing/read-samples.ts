/** What to ask a multiplied index for: the busiest of each kind, an ordinary one, and nobody. */
import { sql } from 'kysely';
import { kindIndex, type ActorKind } from '#filecoin/actors/kinds.ts';
import { formatAddress } from '#filecoin/address.ts';
import { to0x } from '#filecoin/encoding/bytes.ts';
import { cidOf, formatCid } from '#filecoin/encoding/cid.ts';
import { headToken } from '#explorer/head.ts';
import type { Store } from '#store/store.ts';
import type { PartKind } from '#explorer/parts.ts';

export interface Samples {
  parts: Readonly<Record<PartKind, readonly string[]>>;
  /** Of parameters whose values are not listed. */
  values: Readonly<Record<string, readonly string[]>>;
}

const KINDS: readonly ActorKind[] = ['account', 'ethaccount', 'evm', 'multisig', 'storageminer'];
/** Deep in a list, in pages of 20 and in rows. */
const DEEP = { page: '40', rows: '800' };
const NOBODY = formatAddress(Uint8Array.from([1, ...Array<number>(20).fill(7)]));
/** How many tipsets before the head lists are pinned. */
const PINNED = 20;

/** Chooses them in a store whose rows were multiplied. Throws where the chain has none of a kind. */
export async function readSamples({ db }: Store): Promise<Samples> {
  const first = async <T>(column: string, rest: string): Promise<T> => {
    const { rows } = await sql<{ value: T }>`
      select ${sql.raw(column)} as value from ${sql.raw(rest)} limit 1`.execute(db);
    if (!rows[0]) throw new Error(`The chain has no ${rest}`);
    return rows[0].value;
  };
  const actor = async (column: string, rest: string): Promise<string> =>
    `f0${await first<number>(column, rest)}`;
  /** The ones with the most and with the least. */
  const ends = async (table: string, by: string, id = 'actor_id'): Promise<string[]> => [
    await actor(id, `${table} order by ${by} desc, ${id}`),
    await actor(id, `${table} order by ${by}, ${id} desc`),
  ];
  const cid = async (rest: string): Promise<string> => cidOf(await first<Uint8Array>('cid', rest));
  const numbers = async (table: string): Promise<string[]> => [
    String(await first('id', `${table} order by id`)),
    String(await first('id', `${table} order by id desc`)),
  ];

  const top = await first<number>('head_height', 'checkpoint');
  const height = String(Math.floor(top / 2));
  const full = await first<number>('height', 'tipset where executed order by message_count desc');
  const pinned = await db
    .selectFrom('tipset')
    .select(['height', 'key'])
    .orderBy('height', 'desc')
    .offset(PINNED)
    .executeTakeFirstOrThrow();

  const busy: string[] = [];
  for (const kind of KINDS)
    busy.push(
      await actor(
        'id',
        `actor where kind = ${kindIndex(kind)} order by message_count + transfer_count desc, id`,
      ),
    );
  const holder = to0x(await first('holder', 'token_account order by transfer_count desc, holder'));
  const named = to0x(await first('address', 'name_account order by actions desc, address'));
  const account = kindIndex('account');
  const clients = await ends('data_cap', 'changes');
  const addresses = [
    ...new Set([
      ...busy,
      await actor('id', `actor where kind = ${account} order by id desc`),
      await actor('actor_id', 'wallet_count order by channels desc'),
      ...clients,
      holder,
      named,
      'f02',
      'f099',
      NOBODY,
    ]),
  ];
  const miners = await ends('miner', 'block_count', 'id');
  const block = await cid('block order by message_count desc, cid');
  const call = await cid(`execution where height > ${height} order by event_count desc, seq`);
  const hash = to0x(await first('eth_hash', 'message where eth_hash is not null'));
  const messages = [
    call,
    hash,
    await cid('mempool where departure is null'),
    await cid('mempool where replaced_by is not null'),
  ];
  const peer = await first<string>('peer_id', 'miner_info where peer_id is not null');
  const name = 'plankton.fil';
  const anybody = [...addresses, name];
  const data = formatCid(await first('piece_cid', 'deal order by id desc'));

  return {
    parts: {
      height: [height, String(top), String(pinned.height), String(full)],
      cid: [block],
      message: messages,
      token: [
        ...(await ends('token', 'transfer_count')),
        await actor('actor_id', 'token order by item_count desc, actor_id'),
      ],
      miner: miners,
      peer: [peer],
      contract: await ends('contract', 'upgrades'),
      name: [name, 'nobody-has-it.fil'],
      address: anybody,
      sender: anybody,
      emitter: anybody,
      holder: anybody,
      registrant: anybody,
      creator: anybody,
      multisig: anybody,
      grantee: anybody,
      deal: await numbers('deal'),
      allocation: await numbers('allocation'),
      verifier: await ends('verifier', 'changes'),
      client: clients,
      dapp: ['exchange', 'wrapped-fil'],
      defi: ['exchange', 'staking'],
      merchant: ['tide-works'],
    },
    values: {
      pageSize: ['100'],
      limit: ['100'],
      offset: [DEEP.rows],
      page: [DEEP.page],
      before: [`${height}.1`, `${headToken(pinned.height, pinned.key)}.3`],
      head: [headToken(pinned.height, pinned.key)],
      method: ['Send', 'InvokeContract'],
      category: ['defi'],
      userAddress: [holder, ...busy.slice(0, 1)],
      tokenName: ['token'],
      count: ['100'],
      id: [...messages, ...addresses, block, height, cidOf(pinned.key.slice(0, 32)), peer, name],
      q: [
        '150',
        '0xab12',
        'f0100',
        'plank',
        'tok',
        ...[call, NOBODY, peer].map((id) => id.slice(0, 14)),
      ],
      address: [...busy, ...clients, ...miners],
      block: [block],
      height: [height],
      sector: ['7'],
      piece: [data],
      startDate: ['2026-11-20'],
      endDate: ['2026-12-20'],
      startHeight: [height],
      endHeight: [height],
      counterparty: [...busy.slice(0, 2), 'f099', NOBODY],
      minValue: ['1', '9'.repeat(60)],
      maxValue: ['0'],
      samples: ['400'],
    },
  };
}
