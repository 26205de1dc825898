/** What is searched of a list costs the same whatever is found, and nothing is lost on the way. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Heights, PageRequest, Place, Span } from './paging.ts';
import { narrowedPage, type RowList, type Searched } from './searched.ts';

const MOST = 10;
const network = { genesisTimestamp: 1000, epochSeconds: 30, startHeight: 0 };
const view = { network } as Parameters<typeof narrowedPage>[0];

interface Row extends Place {
  match: boolean;
}

/** `sizes`: rows at each height, from 0; every `nth` one matches. */
function listOf(sizes: readonly number[], nth: number) {
  const rows = sizes
    .flatMap((size, height) =>
      Array.from({ length: size }, (_, position) => ({ height, position })),
    )
    .map((place, at): Row => ({ ...place, match: at % nth === 0 }));
  const below = async (place: Place): Promise<number> =>
    rows.filter(
      (row) =>
        row.height < place.height || (row.height === place.height && row.position < place.position),
    ).length;
  const looked: Span[] = [];
  const list: RowList<Row> = {
    total: rows.length,
    below,
    wholeBelow: below,
    heightAt: async (ordinal) => rows[ordinal]?.height ?? NaN,
    rows: async ({ from, to }) => rows.slice(from, to).reverse(),
    matching: async (part) => {
      looked.push(part);
      return rows
        .flatMap((row, at) => (row.match && at >= part.from && at < part.to ? [at] : []))
        .reverse();
    },
    at: async (ordinals) => ordinals.flatMap((at) => rows[at] ?? []),
  };
  return { rows, list, looked };
}

const place = (cursor: string | null): Place | null => {
  if (cursor === null) return null;
  const [height = NaN, position = NaN] = cursor.split('.').map(Number);
  return { height, position };
};

/** Reads a list to its end by its cursors. */
async function walk(list: RowList<Row>, within: Heights, size: number) {
  const rows: Row[] = [];
  const told: (Searched | null)[] = [];
  let before: Place | null = null;
  for (;;) {
    const request: PageRequest = { size, skip: 0, before, pinned: null, older: null };
    const conditions = [sql`true`];
    const page = await narrowedPage(view, request, list, { within, conditions }, MOST);
    rows.push(...page.rows);
    told.push(page.searched);
    const last = page.rows.at(-1);
    const next = page.more && last ? last : place(page.searched?.next ?? null);
    if (next === null) return { rows, told };
    before = next;
  }
}

const EVER: Heights = { from: null, to: null };
const LISTS: [string, number[], number][] = [
  ['one row per height', Array<number>(57).fill(1), 7],
  ['several rows per height', Array.from({ length: 40 }, (_, at) => at % 4), 3],
  ['a height with more rows than are searched', [3, 25, 2, 0, 31, 4, 4, 4], 5],
  ['nothing that matches but the first', Array<number>(80).fill(2), 1000],
];

describe.each(LISTS)('a list with %s', (_, sizes, nth) => {
  it.each([1, 3, 100])('gives every match once, %i at a time', async (size) => {
    const { rows, list, looked } = listOf(sizes, nth);
    const { rows: found, told } = await walk(list, EVER, size);
    expect(found).toEqual(rows.filter(({ match }) => match).reverse());
    const largest = Math.max(MOST, ...sizes);
    for (const { from, to } of looked) expect(to - from).toBeLessThanOrEqual(largest);
    expect(told.every((searched) => searched !== null)).toBe(true);
  });

  it('says down to which height it has all', async () => {
    const { rows, list, looked } = listOf(sizes, nth);
    const { told } = await walk(list, EVER, 1000);
    for (const [at, searched] of told.entries()) {
      const part = looked[at];
      if (!searched || !part) throw new Error('not searched');
      expect(searched).toMatchObject({ rows: part.to - part.from, of: rows.length });
      const height = searched.next === null ? rows[part.from]?.height : searched.height;
      expect(searched.height).toBe(height);
      expect(searched.timestamp).toBe(1000 + 30 * searched.height);
      if (searched.next !== null)
        expect(rows.findIndex((row) => row.height >= searched.height)).toBe(part.from);
    }
  });

  it('counts all within heights that have no more than are searched', async () => {
    const { rows, list } = listOf(sizes, nth);
    for (let from = 0; from < sizes.length; from += 1)
      for (let to = from; to < sizes.length; to += 1) {
        const inside = rows.filter(({ height }) => height >= from && height <= to);
        if (inside.length > MOST) break;
        const request: PageRequest = { size: 2, skip: 2, before: null, pinned: null, older: null };
        const within = { from, to };
        const page = await narrowedPage(
          view,
          request,
          list,
          { within, conditions: [sql`true`] },
          MOST,
        );
        const matches = inside.filter(({ match }) => match).reverse();
        expect(page).toEqual({
          total: matches.length,
          rows: matches.slice(2, 4),
          more: matches.length > 4,
          searched: null,
        });
        expect((await walk(list, within, 1)).rows).toEqual(matches);
      }
  });

  it('without a condition is a range of its ordinals', async () => {
    const { rows, list, looked } = listOf(sizes, nth);
    const request: PageRequest = { size: 5, skip: 0, before: null, pinned: null, older: null };
    const within = { from: 1, to: 6 };
    const page = await narrowedPage(view, request, list, { within, conditions: [] }, MOST);
    const inside = rows.filter(({ height }) => height >= 1 && height <= 6).reverse();
    expect(page).toEqual({
      total: inside.length,
      rows: inside.slice(0, 5),
      more: inside.length > 5,
      searched: null,
    });
    expect(looked).toEqual([]);
  });
});
