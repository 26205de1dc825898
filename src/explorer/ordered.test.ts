/** A list that reorders, of more rows than pages by number reach, at heads before and after it changed. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { OTHER_TABLES, packImages, PAST_TIPSETS, type Image } from '#store/undo.ts';
import type { Store } from '#store/store.ts';
import { createExplorer, type Explorer } from './index.ts';
import type { PAGING } from './parameters.ts';
import { MAX_DEPTH } from './parameters.ts';
import { headToken } from './head.ts';
import { isNull, makeChain, writeChain } from './testing/chain.ts';

type PageInput = z.input<z.ZodObject<typeof PAGING>>;

const TOP = 1200;
const HEIGHTS = Array.from({ length: TOP + 1 }, (_, height) => height).filter((h) => !isNull(h));
/** The first head that is remembered; it can just be pinned, what was before it not, though it is logged. */
const FIRST = HEIGHTS.at(-PAST_TIPSETS) ?? 0;
const TOO_OLD = HEIGHTS.at(-PAST_TIPSETS - 1) ?? 0;
/** More than one page number deep, many with the same balance. */
const ACTORS = MAX_DEPTH + 300;
const CHANGES = 40;
const ACCOUNT = kindIndex('account');
const CODE = Uint8Array.of(1);

interface Actor {
  id: number;
  balance: string;
  last_seen_height: number;
}

const columns = {
  kind: ACCOUNT,
  code: CODE,
  head: CODE,
  nonce: 0,
  robust: null,
  delegated: null,
  created_height: 0,
  created_by: null,
  message_count: 0,
  transfer_count: 0,
  event_count: 0,
  deleted_height: null,
};

/** The list as it is, by looking at everything. */
function ranked(actors: ReadonlyMap<number, Actor>): string[] {
  return [...actors.values()]
    .filter(({ balance }) => balance !== '0')
    .sort((a, b) => Number(BigInt(b.balance) - BigInt(a.balance)) || a.id - b.id)
    .map(({ id, balance, last_seen_height }) => `f0${id} ${balance} ${last_seen_height}`);
}

eachDatabase((open) => {
  describe('an ordered list', () => {
    let store: Store;
    let explorer: Explorer;
    const chain = makeChain({ height: TOP, messages: 0 });
    const lists = new Map<string, string[]>();
    const tokenAt = (height: number): string => headToken(height, chain.keyAt(height));

    /** Remembers what the list is at each head, changes some actors, and logs what they were. */
    function play(): { actors: Map<number, Actor>; undo: [number, string, Image[]][] } {
      const actors = new Map<number, Actor>();
      for (let id = 2000; id < 2000 + ACTORS; id++)
        actors.set(id, { id, balance: String(1 + (id % 977)), last_seen_height: 0 });
      const undo: [number, string, Image[]][] = [];
      let seed = 7;
      const random = (below: number): number => {
        seed = (seed * 48271) % 2147483647;
        return seed % below;
      };
      for (const height of HEIGHTS.filter((at) => at >= TOO_OLD)) {
        const few = height > TOP - 30 || height < FIRST + 5;
        if (few && height >= FIRST) lists.set(tokenAt(height), ranked(actors));
        if (height === TOP) break;
        const images = new Map<number, Image>();
        const funded = lists.get(tokenAt(height))?.length ?? ranked(actors).length;
        for (let change = 0; few && change < CHANGES; change++) {
          // The first ones, which many pages are read up to, and some that are made, or emptied.
          const id = change % 4 === 0 ? 2000 + random(ACTORS + 200) : 2000 + 977 * random(9);
          const before = actors.get(id) ?? null;
          if (!images.has(id))
            images.set(id, [
              'actor',
              String(id),
              before && { ...columns, ...before, code: '', head: '' },
            ]);
          actors.set(id, { id, balance: String(random(1200)), last_seen_height: height });
        }
        undo.push([height, OTHER_TABLES, []]);
        undo.push([height, 'counter', [['counter', 'funded', { key: 'funded', value: funded }]]]);
        if (few) undo.push([height, 'actor', [...images.values()]]);
      }
      return { actors, undo };
    }

    beforeAll(async () => {
      store = await open();
      await writeChain(store, chain);
      await store.db.deleteFrom('actor').execute();
      const { actors, undo } = play();
      await store.copy(
        'actor',
        ['id', 'balance', 'last_seen_height', ...keys(columns)],
        rowsOf(actors),
      );
      await store.copy(
        'undo',
        ['height', 'part', 'doc'],
        undo.map(([height, part, images]) => [height, part, packImages(images)]),
      );
      await store.db
        .updateTable('counter')
        .set({ value: lists.get(tokenAt(TOP))?.length ?? 0 })
        .where('key', '=', 'funded')
        .execute();
      explorer = createExplorer(store);
    });

    const page = async (input: PageInput) => {
      const { data, head } = await explorer.richList.list(input);
      const rows = data.richList.map((row) => `${row.id} ${row.balance} ${row.lastSeenHeight}`);
      return { rows, ranks: data.richList.map(({ rank }) => rank), ...data, head };
    };

    async function readOn(input: PageInput): Promise<string[]> {
      const rows: string[] = [];
      let next: string | null = null;
      do {
        const answer = await page(next === null ? input : { ...input, before: next });
        rows.push(...answer.rows);
        ({ next } = answer);
      } while (next !== null);
      return rows;
    }

    test.each([FIRST, TOP - 20, TOP - 1, TOP])(
      'is read to its end at head %i, at which nobody read it before',
      async (height) => {
        const expected = lists.get(tokenAt(height)) ?? [];
        expect(expected.length).toBeGreaterThan(MAX_DEPTH);
        const head = tokenAt(height);
        const first = await page({ head, pageSize: 100 });
        expect(first.totalCount).toBe(expected.length);
        expect(first.head?.token).toBe(head);
        expect(await readOn({ head, pageSize: 100 })).toEqual(expected);
      },
    );

    test('has the same rows by the number of the page', async () => {
      const head = tokenAt(TOP - 20);
      const expected = lists.get(head) ?? [];
      for (const at of [0, 1, 3, 99]) {
        const { rows, ranks } = await page({ head, pageSize: 100, page: at });
        expect(rows).toEqual(expected.slice(at * 100, at * 100 + 100));
        expect(ranks[0]).toBe(at * 100 + 1);
      }
    });

    test('is taken up at any row, however deep', async () => {
      const head = tokenAt(TOP - 20);
      const expected = lists.get(head) ?? [];
      for (const rank of [1, 101, MAX_DEPTH, MAX_DEPTH + 77, expected.length - 1]) {
        const { rows, ranks } = await page({ before: `${head}.${rank}`, pageSize: 100 });
        expect(rows).toEqual(expected.slice(rank, rank + 100));
        expect(ranks[0]).toBe(rank + 1);
      }
    });

    test('refuses page numbers beyond its depth, and is empty after its end', async () => {
      const deep = page({ page: MAX_DEPTH / 100 + 1, pageSize: 100 });
      await expect(deep).rejects.toMatchObject({ code: 'pageTooDeep' });
      expect((await page({ page: 1e9, pageSize: 100 })).rows).toEqual([]);
    });

    test.each([
      '.5.x-1',
      '.5.1',
      '.5.1-',
      `.5.${9n * 10n ** 96n}-1`,
      '.5.1-99999999999999999999',
      '.-1',
    ])('refuses the cursor %s', async (rest) => {
      await expect(page({ before: tokenAt(TOP) + rest })).rejects.toMatchObject({
        code: 'badCursor',
      });
    });

    test('is gone with its head', async () => {
      for (const head of [
        headToken(TOP - 20, chain.keyAt(TOP - 21)),
        tokenAt(TOO_OLD),
        headToken(TOP + 1, chain.keyAt(TOP)),
      ])
        await expect(page({ head })).rejects.toMatchObject({ code: 'goneHead' });
    });

    test('is gone where the undo log does not reach', async () => {
      await store.db
        .deleteFrom('undo')
        .where('height', '<=', FIRST + 1)
        .execute();
      await expect(page({ head: tokenAt(FIRST) })).rejects.toMatchObject({ code: 'goneHead' });
    });
  });
});

const keys = (row: typeof columns) => Object.keys(row) as (keyof typeof columns)[];

const rowsOf = (actors: ReadonlyMap<number, Actor>) =>
  [...actors.values()].map((actor) => [
    actor.id,
    actor.balance,
    actor.last_seen_height,
    ...Object.values(columns),
  ]);
