/** What is found by its key, or by how its key begins: each by one range of an index. */
import { AddressError, idAddress } from '#filecoin/address.ts';
import { cidOf, formatCid } from '#filecoin/encoding/cid.ts';
import { UNKNOWN_STANDARD } from '#filecoin/evm/tokens.ts';
import { readMoment } from '#filecoin/lookup/moment.ts';
import {
  addressRange,
  digestRange,
  hashRange,
  MIN_PREFIX,
  numberRange,
  textRange,
} from '#filecoin/lookup/prefix.ts';
import { formatUtc } from '#format/time.ts';
import { actorOf, MINER } from '../account/find.ts';
import { hasPiece } from '../deal/pieceCid.ts';
import { tryAddress, tryCid, tryDigest, tryHash, wholeNumber } from '../input.ts';
import { messageOf } from '../mempool/message.ts';
import { lookUpMessage } from '../message/find.ts';
import { isPeer } from '../miner/peer.ts';
import { namesOf } from '../names.ts';
import { tokenRows } from '../token/rows.ts';
import { dateOf, MAX_INTEGER, timeOf, type View } from '../view.ts';
import type { FoundThing } from './schema.ts';
import { tokenLabel } from './words.ts';

type Match = FoundThing['match'];
/** At most `limit` things of one kind that a text names, or that begin with it. */
export type Source = (view: View, text: string, limit: number) => Promise<FoundThing[]>;

/** Every peer id of today begins so. */
const PEER_HEAD = /^(?:12D3KooW|Qm)/;

/** A tipset or null round of the index. */
export const tipsets: Source = async (view, text, limit) => {
  const height = wholeNumber(text);
  if (height === null) return [];
  const { head, network, db } = view;
  const exact = height >= network.startHeight && height <= head.height ? [height] : [];
  const range = text.length < MIN_PREFIX ? null : numberRange(text, head.height);
  const rows =
    range === null
      ? []
      : await db
          .selectFrom('tipset')
          .select('height')
          .where((eb) => eb.between('height', range.from, range.to))
          .orderBy('height', 'desc')
          .limit(limit)
          .execute();
  const thing = (at: number, match: Match): FoundThing => ({
    kind: 'tipset',
    id: String(at),
    label: String(at),
    match,
  });
  return [
    ...exact.map((at) => thing(at, 'exact')),
    ...rows.map((row) => thing(row.height, 'prefix')),
  ];
};

/** A height that is still to come: its page says when. Nothing comes of a recording that has ended. */
export const epochs: Source = async ({ db, head, network }, text) => {
  const height = wholeNumber(text);
  if (height === null || height <= head.height || height > MAX_INTEGER) return [];
  const due = dateOf(network, height);
  const status = await db.selectFrom('status').select('state').executeTakeFirst();
  if (due === null || status?.state === 'ended') return [];
  return [{ kind: 'epoch', id: text, label: `${formatUtc(due)} UTC`, match: 'exact' }];
};

/** The tipset, or the height still to come, of a time that is written out or in Unix seconds. */
export const moments: Source = async (view, text, limit) => {
  const at = readMoment(text);
  if (at === null) return [];
  const { network } = view;
  const height = Math.floor((at - network.genesisTimestamp) / network.epochSeconds);
  const [thing] = (await tipsets(view, String(height), limit)).filter(isExact);
  if (thing === undefined) return epochs(view, String(height), limit);
  return [{ ...thing, label: `${formatUtc(timeOf(network, height))} UTC` }];
};

const isExact = ({ match }: FoundThing): boolean => match === 'exact';

/** A provider and one of its sectors, as `f01000 sector 12` or `f01000/12`. */
const SECTOR = /^(?<provider>[^\s/]+)(?:\s+(?:sector|扇区|섹터)|\s*\/)\s*#?(?<number>\d{1,18})$/iu;

/** A place in a storage provider's list of sectors: each numbers its own. */
export const sectors: Source = async (view, text) => {
  const { provider = '', number = '' } = SECTOR.exec(text)?.groups ?? {};
  const address = tryAddress(provider);
  if (provider === '' || address instanceof AddressError) return [];
  const actor = await actorOf(view, address);
  if (actor?.kind !== MINER) return [];
  const id = `${(await namesOf(view, [actor.id])).idText(actor.id)}/${BigInt(number)}`;
  return [{ kind: 'sector', id, label: id, match: 'exact' }];
};

/** A piece of data, by its CID: in deals, or onboarded directly. */
export const pieces: Source = async (view, text) => {
  const cid = tryDigest(text) === null ? tryCid(text) : null;
  if (cid === null || !(await hasPiece(view, cid))) return [];
  const id = formatCid(cid);
  return [{ kind: 'piece', id, label: id, match: 'exact' }];
};

/** A sender and a nonce, as `f01000 12`. */
const SENDER_AND_NONCE = /^(?<sender>\S+)\s+(?:nonce\s*)?#?(?<nonce>\d{1,15})$/i;

/** The message of a sender and nonce, whichever of those that had them ran. */
export const nonces: Source = async (view, text) => {
  const { sender = '', nonce = '' } = SENDER_AND_NONCE.exec(text)?.groups ?? {};
  const address = tryAddress(sender);
  if (sender === '' || address instanceof AddressError) return [];
  const cid = await messageOf(view, { from_addr: address, nonce });
  if (cid === null) return [];
  const id = cidOf(cid);
  return [{ kind: 'message', id, label: id, match: 'exact' }];
};

export const deals: Source = async ({ db }, text) => {
  const id = wholeNumber(text);
  if (id === null) return [];
  const row = await db.selectFrom('deal').select('id').where('id', '=', id).executeTakeFirst();
  return row ? [{ kind: 'deal', id: String(id), label: String(id), match: 'exact' }] : [];
};

/** The number of an allocation, which its claim bears too, as `allocation 12`. */
const ALLOCATION =
  /^(?:allocation|claim|分配|认领|할당|클레임)(?:\s+id)?[\s:#]*(?<number>\d{1,15})$/iu;

/** Data cap set aside for a piece, or what became of it. */
export const allocations: Source = async ({ db }, text) => {
  const id = wholeNumber(ALLOCATION.exec(text)?.groups?.number ?? '');
  if (id === null) return [];
  const rows = await Promise.all(
    (['allocation', 'claim'] as const).map((table) =>
      db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst(),
    ),
  );
  const known = rows.some((row) => row !== undefined);
  return known ? [{ kind: 'allocation', id: String(id), label: String(id), match: 'exact' }] : [];
};

/** An address in any form, its token, and the accounts whose address begins so; `1080` is f01080 too. */
export const addresses: Source = async (view, text, limit) => {
  const number = wholeNumber(text);
  const address = number === null ? tryAddress(text) : idAddress(number);
  const exact =
    address instanceof AddressError
      ? []
      : // The id of an actor is written with f0 in front; its number alone may mean other things first.
        await thatAddress(view, address, number === null ? 'exact' : 'word');
  const ids = await actorsLike(view, text, limit);
  return [...exact, ...(await accounts(view, ids, 'prefix'))];
};

/** The account of an address. An id counts only when it has been given to an actor. */
async function thatAddress(view: View, address: Uint8Array, match: Match): Promise<FoundThing[]> {
  const actor = await actorOf(view, address);
  if (actor === null) {
    if (address[0] === 0) return [];
    const names = await namesOf(view, []);
    const id = names.text(address);
    return [{ kind: 'address', id, label: names.tag(null, address)?.name ?? id, match }];
  }
  return accounts(view, [actor.id], match);
}

/** Accounts as they are called, else by their ids, each with the token that it is. */
async function accounts(view: View, ids: readonly number[], match: Match): Promise<FoundThing[]> {
  if (ids.length === 0) return [];
  const names = await namesOf(view, ids);
  const tokens = (await tokenRows(view, ids)).filter((row) => row.standard !== UNKNOWN_STANDARD);
  return ids.flatMap((actor): FoundThing[] => {
    const id = names.shown(actor);
    const token = tokens.find((row) => row.actor_id === actor);
    const label = names.tag(actor)?.name ?? names.fnsName(actor) ?? names.idText(actor);
    return [
      { kind: 'address', id, label, match },
      ...(token ? [{ kind: 'token' as const, id, label: tokenLabel(token) ?? id, match }] : []),
    ];
  });
}

async function actorsLike({ db }: View, text: string, limit: number): Promise<number[]> {
  const [, digits] = /^[ft]0(\d+)$/i.exec(text) ?? [];
  if (digits !== undefined) {
    const last = await db
      .selectFrom('actor')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const range = text.length < MIN_PREFIX ? null : numberRange(digits, last?.id ?? 0);
    if (range === null) return [];
    const rows = await db
      .selectFrom('actor')
      .select('id')
      .where((eb) => eb.between('id', range.from, range.to))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }
  const range = addressRange(text);
  if (range === null) return [];
  const rows = await db
    .selectFrom('address')
    .select('actor_id')
    .where((eb) => eb.between('address', range.from, range.to))
    .orderBy('address')
    .limit(limit)
    .execute();
  return rows.map((row) => row.actor_id);
}

/** Blocks, orphaned ones too. */
export const blocks: Source = async ({ db }, text, limit) => {
  const digest = tryDigest(text);
  const range = digest ? { from: digest, to: digest } : digestRange(text);
  if (range === null) return [];
  const rows = await db
    .selectFrom('block')
    .select('cid')
    .where((eb) => eb.between('cid', range.from, range.to))
    .orderBy('cid')
    .limit(limit)
    .execute();
  return rows.map(({ cid }) => thingOf('block', cid, digest ? 'exact' : 'prefix'));
};

/** Messages by CID or Ethereum hash, in a block or only in the pool. */
export const messages: Source = async (view, text, limit) => {
  if (tryDigest(text) || tryHash(text)) {
    const message = await lookUpMessage(view, text);
    return message ? [thingOf('message', message.cid, 'exact')] : [];
  }
  const byCid = digestRange(text);
  const range = byCid ?? hashRange(text);
  if (range === null) return [];
  const rows = await Promise.all(
    (['message', 'mempool'] as const).flatMap((table) => {
      const beginning = (column: 'cid' | 'eth_hash') =>
        view.db
          .selectFrom(table)
          .select('cid')
          .where((eb) => eb.between(column, range.from, range.to))
          .orderBy(column)
          .limit(limit);
      if (byCid) return [beginning('cid').execute()];
      // What has no transaction of Ethereum's goes by its digest there.
      const native = beginning('cid').where('eth_hash', 'is', null);
      return [beginning('eth_hash').execute(), native.execute()];
    }),
  );
  return rows.flat().map(({ cid }) => thingOf('message', cid, 'prefix'));
};

/** Peers that storage providers name as their nodes. */
export const peers: Source = async (view, text, limit) => {
  if (await isPeer(view, text)) return [{ kind: 'peer', id: text, label: text, match: 'exact' }];
  const rest = text.replace(PEER_HEAD, '');
  if (rest === text || rest.length < MIN_PREFIX || !/^[1-9A-HJ-NP-Za-km-z]{0,100}$/.test(rest))
    return [];
  const { from, to } = textRange(text);
  const rows = await view.db
    .selectFrom('miner_info')
    .select('peer_id')
    .where((eb) => eb.between('peer_id', from, to))
    .orderBy('peer_id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ peer_id: id }) =>
    id === null ? [] : [{ kind: 'peer', id, label: id, match: 'prefix' }],
  );
};

function thingOf(kind: 'block' | 'message', digest: Uint8Array, match: Match): FoundThing {
  const cid = cidOf(digest);
  return { kind, id: cid, label: cid, match };
}
