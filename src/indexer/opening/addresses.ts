/**
 * Robust addresses of older actors that neither their key nor a delegated address tells: multisigs,
 * payment channels, providers. They stand in the init actor's map only, in no order of ids.
 */
import { parseAddress } from '#filecoin/address.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { walkAddresses } from '#node/state/actor.ts';
import { sql } from 'kysely';
import { idOfText } from '../decode/ids.ts';
import type { Older } from '../older.ts';
import { viewOf } from './storage.ts';
import type { OpeningSource, Slice, Subject } from './subject.ts';

/** Entries of the map in one transaction. */
const SLICE = 5_000;

const ACCOUNT = ACTOR_KINDS.indexOf('account');
/** Ids below are the network's own actors, which have no other address. */
export const FIRST_ORDINARY_ID = 80;

export const ADDRESSES: Subject = {
  name: 'addresses',
  behind: 'actors',
  async read(source, after) {
    const view = await viewOf(source);
    if (view === null) return sliceOf(await searched(source), null);
    const found = new Map<number, Uint8Array>();
    let last: Uint8Array | null = null;
    let count = 0;
    const behind = after === null ? undefined : fromHex(after);
    for await (const { address, id } of walkAddresses(view, behind)) {
      if (typeof id === 'number') found.set(id, address);
      last = address;
      if (++count === SLICE) break;
    }
    const unnamed = new Set(await unnamedOf(source, [...found.keys()]));
    const named = [...found].filter(([id]) => unnamed.has(id));
    return sliceOf(named, count === SLICE && last ? toHex(last) : null);
  },
};

function sliceOf(addresses: Older['addresses'], after: string | null): Slice {
  return { older: { addresses }, taken: addresses.length, after };
}

/** Older actors without a robust address; of `ids` only, where they are given. */
async function unnamedOf(
  { db, startHeight }: OpeningSource,
  ids: readonly number[] | null,
): Promise<number[]> {
  const of = ids ? sql`and id = any(${ids}::int8[])` : sql``;
  const { rows } = await sql<{ id: number }>`select id from actor
    where robust is null and created_height = ${startHeight - 1} and kind <> ${ACCOUNT}
      and id >= ${FIRST_ORDINARY_ID} ${of} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of a recording without objects: by a search of the node's for each. */
async function searched(source: OpeningSource): Promise<Older['addresses']> {
  const { node, key } = source;
  const found = await Promise.all(
    (await unnamedOf(source, null)).map(async (id) => {
      const text = await node.stateLookupRobustAddress(`f0${id}`, key);
      return text === null || idOfText(text) !== null ? [] : [[id, parseAddress(text)] as const];
    }),
  );
  return found.flat();
}
