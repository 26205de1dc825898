import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { up } from './migrations/0018_actor_bundle.ts';
import { eachDatabase } from './testing/databases.ts';

const HEIGHTS = [10, 12, 14, 15, 19];
const bytes = (height: number): Uint8Array => new Uint8Array(32).fill(height);

type Row = readonly [height: number, version: number];

eachDatabase((open) => {
  test('an older index gets its network versions at the tipsets that ran with them first', async () => {
    const { db } = await open();
    await db
      .insertInto('tipset')
      .values(
        HEIGHTS.map((height, ordinal) => ({
          height,
          ordinal,
          key: bytes(height),
          parent_key: bytes(height - 1),
          parent_height: null,
          timestamp: height * 30,
          state_root: bytes(1),
          receipts_root: bytes(1),
          base_fee: '100',
          parent_weight: '1',
          block_count: 1,
          win_count: 1,
          message_count: 0,
          null_rounds: 0,
          executed: true,
          reward: null,
          first_seq: null,
        })),
      )
      .execute();
    const cases: [before: Row[], after: Row[]][] = [
      [[], []],
      [[[10, 27]], [[10, 27]]],
      // The upgrade at 12, or in the null round above it.
      [
        [
          [10, 27],
          [12, 28],
        ],
        [
          [10, 27],
          [14, 28],
        ],
      ],
      // At 14: the tipset below it was taken for one that passed it, too.
      [
        [
          [10, 27],
          [12, 27],
          [14, 28],
        ],
        [
          [10, 27],
          [15, 28],
        ],
      ],
      // At 12, 14 and 15.
      [
        [
          [10, 25],
          [12, 27],
          [14, 28],
          [15, 29],
        ],
        [
          [10, 25],
          [14, 27],
          [15, 28],
          [19, 29],
        ],
      ],
      // Heights that changed no version.
      [
        [
          [10, 29],
          [12, 29],
          [15, 29],
        ],
        [[10, 29]],
      ],
    ];
    for (const [before, after] of cases) {
      await sql`drop table actor_bundle`.execute(db);
      await db.deleteFrom('network_version').execute();
      const rows = before.map(([height, version]) => ({ height, version }));
      if (rows.length > 0) await db.insertInto('network_version').values(rows).execute();
      await up(db);
      const migrated = await db
        .selectFrom('network_version')
        .selectAll()
        .orderBy('height')
        .execute();
      expect(migrated.map(({ height, version }) => [height, version])).toEqual(after);
    }
  });
});
