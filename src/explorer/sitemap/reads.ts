/** What search engines are told of: addresses of pages in shards, each one range of a key. */
import { kindAt } from '#filecoin/actors/kinds.ts';
import { formatAddress, formatEthAddress, idAddress } from '#filecoin/address.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { defineInner } from '../read.ts';
import { shownAddress } from '../naming.ts';
import type { View } from '../view.ts';

/** Kinds of pages of which there are as many as the chain has things. */
export const SITEMAP_KINDS = ['messages', 'addresses', 'tokens'] as const;
export type SitemapKind = (typeof SITEMAP_KINDS)[number];

export interface SitemapEntry {
  /** CID of a message, address of an account, 0x address of a token. */
  id: string;
  /** Unix seconds of its last change; null where that is not kept. */
  changed: number | null;
}

/** Numbers of the first and the last shard; null where there is nothing. */
export type SitemapShards = Readonly<
  Record<SitemapKind, readonly [first: number, last: number] | null>
>;

/** Keys in a shard: executed messages by their ordinal, accounts and tokens by actor id. */
const SPAN: Readonly<Record<SitemapKind, number>> = {
  messages: 10_000,
  addresses: 10_000,
  tokens: 1_000_000,
};
/** The protocol of sitemaps allows 50,000 of anything. */
const MOST_ENTRIES = 50_000;
/** The newest ones: a site map index of all kinds together stays below its limit. */
const MOST_SHARDS = 10_000;

function shardsUpTo(kind: SitemapKind, key: number | undefined): readonly [number, number] | null {
  if (key === undefined || key < 0) return null;
  const last = Math.floor(key / SPAN[kind]);
  return [Math.max(0, last - MOST_SHARDS + 1), last];
}

async function shards({ db, messages }: View): Promise<SitemapShards> {
  const actor = await db
    .selectFrom('actor')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const token = await db
    .selectFrom('token')
    .select('actor_id')
    .orderBy('actor_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    messages: shardsUpTo('messages', messages - 1),
    addresses: shardsUpTo('addresses', actor?.id),
    tokens: shardsUpTo('tokens', token?.actor_id),
  };
}

interface Range {
  from: number;
  below: number;
}

function rangeOf(kind: SitemapKind, number: number): Range {
  const from = number * SPAN[kind];
  return { from, below: from + SPAN[kind] };
}

const SHARDS: Readonly<Record<SitemapKind, (view: View, range: Range) => Promise<SitemapEntry[]>>> =
  {
    async messages({ db }, { from, below }) {
      const rows = await db
        .selectFrom('execution')
        .select(['cid', 'timestamp'])
        .where('seq', '>=', from)
        .where('seq', '<', below)
        .orderBy('seq')
        .execute();
      return rows.map((row) => ({ id: cidOf(row.cid), changed: row.timestamp }));
    },
    async addresses({ db, network }, { from, below }) {
      const rows = await db
        .selectFrom('actor')
        .select(['id', 'kind', 'robust', 'delegated'])
        .where('id', '>=', from)
        .where('id', '<', below)
        .where('deleted_height', 'is', null)
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        id: formatAddress(
          shownAddress({ ...row, kind: kindAt(row.kind) }) ?? idAddress(row.id),
          network.prefix,
        ),
        changed: null,
      }));
    },
    async tokens({ db }, { from, below }) {
      const rows = await db
        .selectFrom('token')
        .select('address')
        .where('actor_id', '>=', from)
        .where('actor_id', '<', below)
        .orderBy('actor_id')
        .limit(MOST_ENTRIES)
        .execute();
      return rows.map((row) => ({ id: formatEthAddress(row.address), changed: null }));
    },
  };

export const sitemapReads = {
  shards: defineInner({
    empty: (): SitemapShards => ({ messages: null, addresses: null, tokens: null }),
    read: shards,
  }),
  /** A shard that does not exist is empty. */
  shard: defineInner<[kind: SitemapKind, number: number], SitemapEntry[]>({
    empty: () => [],
    read: (view, kind, number) => SHARDS[kind](view, rangeOf(kind, number)),
  }),
};
