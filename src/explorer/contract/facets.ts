/** What diamonds (EIP-2535) are made of, as they told it last. */
import { addressFromEth } from '#filecoin/address.ts';
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { facetDocs, facetEntries } from '#filecoin/evm/abi.ts';
import type { Facet } from '#filecoin/evm/diamonds.ts';
import { proxyKindIndex } from '#filecoin/evm/proxies.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { resolveAddresses } from '../account/resolve.ts';
import type { View } from '../view.ts';
import type { Proxy } from './schema.ts';

/** `contract.proxy_kind` of what may be one. */
export const DIAMOND = proxyKindIndex('EIP-2535');

const facetsSchema = z.array(z.object({ address: z.string(), selectors: z.array(z.string()) }));

/** Facets of diamonds by the diamonds' ids; those that told none are left out. */
export async function facetsByDiamond(
  { db }: View,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Facet[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('contract_diamond as d')
    .innerJoin('contract as c', (join) =>
      join.onRef('c.actor_id', '=', 'd.contract_id').onRef('c.code_hash', '=', 'd.code_hash'),
    )
    .select(['d.contract_id', 'd.facets'])
    .where('d.contract_id', '=', sql<number>`any(${ids}::int8[])`)
    .execute();
  return new Map(
    rows.flatMap(({ contract_id: id, facets }) =>
      facets === null ? [] : [[id, facetsSchema.parse(JSON.parse(facets))] as const],
    ),
  );
}

/** Most of all ABIs, and of all NatSpec, of a diamond's facets that is read together, characters. */
const MAX_TEXT = 2 ** 20;

/** A diamond as it is told: its facets by name, and what those that are verified offer together. */
export async function diamondOf(
  view: View,
  id: number,
): Promise<{ facets: Proxy['facets']; abi: string | null; docs: string | null } | null> {
  const facets = (await facetsByDiamond(view, [id])).get(id);
  if (facets === undefined) return null;
  const actors = await actorsOfFacets(view, facets);
  const { rows } = await sql<{
    actor_id: number;
    name: string;
    abi: string | null;
    docs: string | null;
  }>`
    select c.actor_id, v.name,
      case when sum(length(v.abi)) over (order by c.actor_id) <= ${MAX_TEXT} then v.abi end as abi,
      case when sum(length(v.docs)) over (order by c.actor_id) <= ${MAX_TEXT} then v.docs end as docs
    from contract c
    join contract_source s on s.hash = coalesce(c.init_hash, c.code_hash)
    join verified_code v on v.key = s.key
    where c.actor_id = any(${[...new Set(actors.values())]}::int8[])
  `.execute(view.db);
  const sources = new Map(rows.map((row) => [row.actor_id, row]));
  const sourceOf = ({ address }: Facet) => sources.get(actors.get(address) ?? -1);
  const offered = facetEntries(
    facets.flatMap((facet) => {
      const abi = sourceOf(facet)?.abi ?? null;
      return abi === null ? [] : [{ abi: JSON.parse(abi), selectors: facet.selectors }];
    }),
  );
  const said = facetDocs(
    facets.flatMap((facet) => {
      const docs = sourceOf(facet)?.docs ?? null;
      return docs === null ? [] : [{ docs: JSON.parse(docs), selectors: facet.selectors }];
    }),
  );
  return {
    facets: facets.map((facet) => ({
      address: facet.address,
      name: sourceOf(facet)?.name ?? null,
      selectors: [...facet.selectors],
    })),
    abi: offered.length === 0 ? null : JSON.stringify(offered),
    docs: offered.length === 0 ? null : JSON.stringify(said),
  };
}

/** Which actors facets are, by their addresses (0x). */
export async function actorsOfFacets(
  view: View,
  facets: Iterable<Facet>,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map([...facets].map((facet) => [facet.address, ethAddress(facet)]));
  const ids = await resolveAddresses(view, wanted.values());
  return new Map(
    [...wanted].flatMap(([address, bytes]) => {
      const id = ids.get(toHex(bytes));
      return id === undefined ? [] : [[address, id] as const];
    }),
  );
}

const ethAddress = ({ address }: Facet): Uint8Array => addressFromEth(fromHex(address));
