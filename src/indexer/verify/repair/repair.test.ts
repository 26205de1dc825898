/** Damaged rows of each kind are found and mended: the index equals one that was never damaged. */
import { METHOD_NOT_FOUND } from '#node/errors.ts';
import type { Store } from '#store/store.ts';
import { openMemory } from '#store/testing/kept.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { indexAll, startDemo } from '../../testing/demo.ts';
import { damagedIndex, MIDDLE, START, TOP } from '../testing/damaged.ts';

/** Here the start is final: an index may begin there. */
const CERTIFIED = 19_570;

const index = damagedIndex();

describe('rows that an arrival wrote', () => {
  index.beginOnce();

  it.each<[string, string, RegExp]>([
    [
      'a message left out of its block',
      `with gone as (delete from block_message where (block_cid, position) in (
         select l.block_cid, l.position from block_message l join block b on b.cid = l.block_cid
         where b.height > ${MIDDLE} and not b.orphaned order by b.height, b.cid, l.position limit 1)
         returning block_cid)
       update block set message_count = message_count - 1 where cid in (select block_cid from gone)`,
      /^messages of blocks, by their roots: root of messages of block bafy/,
    ],
    [
      'two messages exchanged',
      `update block_message set position = -1 - position where block_cid = (
         select cid from block where height > ${MIDDLE} and message_count > 1 and not orphaned
         order by height, cid limit 1) and position < 2;
       update block_message set position = 2 + position where position < 0`,
      /^messages of blocks, by their roots: root of messages of block bafy/,
    ],
    [
      'a message that is gone',
      `delete from message where cid = (select l.cid from block_message l
         join block b on b.cid = l.block_cid where b.height > ${MIDDLE} and not b.orphaned
         order by b.height, b.cid, l.position limit 1)`,
      /^messages of blocks, by their roots: message bafy\w+ of block bafy/,
    ],
    [
      'a count of messages',
      `update tipset set message_count = message_count + 1 where height = (
         select min(height) from tipset where height > ${MIDDLE})`,
      /^messages of blocks, by their roots: messages of tipset \d+$/,
    ],
    [
      'a block that is gone',
      `delete from block where cid = (select cid from block where height > ${MIDDLE}
         and not orphaned order by height, cid limit 1)`,
      /^messages of blocks, by their roots: blocks of tipset \d+$/,
    ],
    [
      'a base fee of a header',
      `update tipset set base_fee = base_fee + 1 where height = (
         select min(height) from tipset where height > ${MIDDLE})`,
      /^tipsets and their blocks: tipset \d+$/,
    ],
    [
      'a parent',
      `update tipset set parent_height = parent_height - 1, null_rounds = 7 where height = (
         select min(height) from tipset where height > ${MIDDLE})`,
      /^tipsets form one chain: tipset \d+$/,
    ],
    [
      'the content of a message',
      `update message set nonce = nonce + 1 where cid = (select m.cid from message m
         join block_message l on l.cid = m.cid join block b on b.cid = l.block_cid
         where m.signature_type = 2 and b.height > ${MIDDLE} order by b.height limit 1)`,
      /^CIDs of messages: message bafy/,
    ],
  ])(
    '%s',
    async (_, damage, expected) => {
      for (const statement of damage.split(';')) await index.run(statement);
      // However deep they lie.
      await index.forgetUndo(TOP);
      const first = await index.found();
      expect(first.keys.filter((key) => expected.test(key))).not.toEqual([]);
      const { done, last } = await index.mendAll(first);
      expect(done.filter(({ left }) => left !== null)).toEqual([]);
      await index.expectWhole(last);
    },
    60_000,
  );
});

describe('rows of an execution', () => {
  index.beginOnce();

  const DAMAGES: [string, string, string][] = [
    ['an exit code', 'message_count > 0', 'update execution set exit_code = 99 where height = $'],
    ['a return', 'message_count > 0', `update execution set return = '\\x99' where height = $`],
    [
      'a burn',
      'message_count > 0',
      'update execution set base_fee_burn = base_fee_burn + 1 where height = $',
    ],
    [
      'events that are missing',
      'exists (select 1 from event e where e.height = t.height)',
      `delete from event where height = $; update execution set event_count = 0 where height = $`,
    ],
    [
      'an event that never was',
      'exists (select 1 from event e where e.height = t.height)',
      `insert into event select height, position + 1000, seq, log_index + 1000, emitter_id, entries
         from event where height = $ limit 1`,
    ],
    [
      "an event's content",
      'exists (select 1 from event e where e.height = t.height)',
      `update event set entries = '\\x80' where height = $`,
    ],
  ];

  it.each(DAMAGES)(
    '%s: what came after is indexed again',
    async (_, where, damage) => {
      const height = await index.heightWith(where);
      for (const statement of damage.split(';'))
        await index.run(statement.replaceAll('$', String(height)));
      const first = await index.found();
      expect(first.damages).toContainEqual({ kind: 'execution', height });
      const { done, last } = await index.mendAll(first);
      expect(done.filter(({ left }) => left !== null)).toEqual([]);
      expect(done).toContainEqual({
        what: `all from tipset ${height} on, which was indexed again`,
        left: null,
      });
      await index.expectWhole(last, START);
    },
    60_000,
  );

  it.each(DAMAGES)(
    '%s, deep below the undo log: mended in place',
    async (_, where, damage) => {
      const height = await index.heightWith(where);
      await index.forgetUndo(height + 5);
      for (const statement of damage.split(';'))
        await index.run(statement.replaceAll('$', String(height)));
      const { done, last } = await index.mendAll();
      expect(done.filter(({ left }) => left !== null)).toEqual([]);
      expect(done).toContainEqual({ what: `execution of tipset ${height}`, left: null });
      await index.expectWhole(last, height + 5);
    },
    60_000,
  );
});

describe('what the undo log has changes of', () => {
  beforeEach(() => index.begin(), 120_000);

  /** One that changed lately. */
  async function provider(): Promise<number> {
    const { rows } = await sql<{ id: number }>`select miner_id::float8 as id from miner_block
      order by height desc, miner_id limit 1`.execute(index.store.db);
    return rows[0]?.id ?? Number.NaN;
  }

  it.each([
    [
      'what a provider is',
      'update miner set raw_power = raw_power + 1, available = 1 where id = $',
    ],
    ['an actor that is gone', 'delete from actor where id = $'],
  ])(
    '%s comes anew with what follows',
    async (_, damage) => {
      await index.run(damage.replace('$', String(await provider())));
      const { done, last } = await index.mendAll();
      expect(done.filter(({ left }) => left !== null)).toEqual([]);
      await index.expectWhole(last, START);
    },
    60_000,
  );

  it.each([
    ['what a provider is', 'update miner set raw_power = raw_power + 1 where id = $'],
    ['an actor that is gone', 'delete from actor where id = $'],
  ])(
    '%s: without such a change it is said how it comes',
    async (_, damage) => {
      await index.forgetUndo(TOP);
      await index.run(damage.replace('$', String(await provider())));
      const { done } = await index.mendAll();
      expect(done.flatMap(({ left }) => left ?? [])).toEqual([
        `the undo log has no change of it; what follows from it is in later rows too: the index has to be built anew from height ${START} on`,
      ]);
      expect(await index.unlike(index.soundIn('account_message', 'account_transfer'))).toEqual([]);
    },
    60_000,
  );
});

describe('what an older version published', () => {
  /** Up to here without events. */
  const TOLD = CERTIFIED + 12;
  const filling = { name: 'repair_without_events', fill: withoutEvents };
  beforeEach(() => index.begin(openMemory, filling), 120_000);

  /** Indexes for a while on a node that does not tell events, as if they had been told to be none. */
  async function withoutEvents(empty: Store): Promise<void> {
    const [first, second] = [await startDemo(CERTIFIED), await startDemo(TOLD)];
    await indexAll(empty, first.node, { startHeight: START });
    index.proxy.setTarget(second.recorded.url);
    index.proxy.setFaults(() => ({
      kind: 'refuse',
      error: (method) =>
        method === 'Filecoin.ChainGetEvents'
          ? { code: METHOD_NOT_FOUND, message: 'method not found' }
          : null,
    }));
    await indexAll(empty, index.node);
    index.proxy.setFaults(null);
    await indexAll(empty, index.demo.node);
    await sql`delete from progress where part like 'proof:%'`.execute(empty.db);
    await sql`delete from proof`.execute(empty.db);
    await Promise.all([first.close(), second.close()]);
  }

  it('without events is whole again', async () => {
    expect(await index.unlike(index.soundIn('event', 'token_transfer'))).not.toEqual([]);
    await index.mendAll();
    expect(index.sound.size).toBeGreaterThan(10);
    expect((await index.unlike()).filter((text) => !/^(proof|progress)\b/.test(text))).toEqual([]);
  }, 120_000);

  it('without events, deep below the undo log, has them in lists, tokens and names', async () => {
    await index.forgetUndo(TOLD + 1);
    const { done } = await index.mendAll();
    expect(done.length).toBeGreaterThan(0);
    const tables = ['event', 'account_event', 'token', 'token_holder', 'token_transfer'];
    const more = ['account_token_transfer', 'token_account', 'nft', 'nft_holder', 'counter'];
    const names = ['name', 'name_node', 'name_record', 'name_account', 'name_action', 'actor'];
    expect(await index.unlike(index.soundIn(...tables, ...more, ...names))).toEqual([]);
  }, 120_000);
});

describe('the ledger, and accounts', () => {
  beforeEach(() => index.begin(), 120_000);

  it.each([
    ['a gap', `update progress set to_height = ${MIDDLE} where part = 'headers'`],
    ['an overlap', `insert into progress values ('traces', ${MIDDLE}, ${MIDDLE + 3})`],
    ['a proof above the head', `update progress set to_height = 99999 where part = 'proof:events'`],
  ])(
    '%s',
    async (_, damage) => {
      await index.run(damage);
      const first = await index.found();
      expect(first.damages).toContainEqual({ kind: 'ledger' });
      const { done, last } = await index.mendAll(first);
      expect(done).toEqual([{ what: 'the ledger', left: null }]);
      await index.expectWhole(last, START);
    },
    60_000,
  );

  it('a balance and a nonce', async () => {
    await index.run('update actor set balance = balance + 1, nonce = nonce + 1 where id = 1000');
    const { done, last } = await index.mendAll();
    expect(done).toEqual([{ what: 'balance, nonce and state of f01000', left: null }]);
    await index.expectWhole(last, START);
  }, 60_000);
});
