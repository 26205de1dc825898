/** Damaged rows of each kind are found and mended: the index equals one that was never damaged. */
import { createNodeClient } from '#node/client.ts';
import { METHOD_NOT_FOUND } from '#node/errors.ts';
import { startFaultyProxy, type FaultyProxy } from '#node/testing/faulty-proxy.ts';
import { remembering } from '#node/testing/remembering.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openEither, openMemory, type Filling } from '#store/testing/kept.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unpackUndo } from '../../fold/undo.ts';
import { demoAt, indexAll, startDemo, type Demo } from '../../testing/demo.ts';
import { canonical, differencesFrom, type Canonical } from '../../testing/facts.ts';
import { damageKey, verify, type Damage } from '../index.ts';
import type { Mended } from './context.ts';
import { repair } from './index.ts';

/** Dense traffic, with tokens and names. */
const START = 19_540;
const MIDDLE = 19_560;
/** Here the start is final: an index may begin there. */
const CERTIFIED = 19_570;
const TOP = 19_600;

let demo: Demo;
let proxy: FaultyProxy;
let node: NodeClient;
/** Asked the same for every damage. */
let sure: NodeClient;
/** What an index holds that was never damaged, and its undo log. */
let sound: Canonical;
let soundUndo: readonly Undone[];
let store: Store;
beforeAll(async () => {
  demo = await startDemo(TOP);
  proxy = await startFaultyProxy({ target: demo.recorded.url });
  node = createNodeClient({ url: proxy.url, confirmMs: 0 });
  sure = remembering(demo.node);
  await begin();
  sound = await canonical(store);
  soundUndo = await undoLog(START);
}, 120_000);
/** What an older version published is mended in an embedded database, all else on either. */
const begin = async (open = openEither, filling: Filling = demoAt(TOP, START)): Promise<void> => {
  await store?.close();
  store = await open(filling);
};

/** One database for tests that leave it whole: each begins with the undo log as it was. */
function beginOnce(): void {
  const anew = async (): Promise<void> => {
    await begin();
    await run('create table kept_undo as table undo');
  };
  beforeAll(anew, 120_000);
  beforeEach(async ({ onTestFailed }) => {
    onTestFailed(anew);
    await run('truncate undo');
    await run('insert into undo table kept_undo');
  }, 120_000);
}
afterAll(async () => {
  await store?.close();
  await node.close();
  await proxy.close();
  await demo.close();
});

/** Where a row that is gone is told as such, and not mended. */
const UNMISSED = new Set(['tipset', 'actor', 'counter', 'token', 'progress']);

const run = (text: string): Promise<unknown> => sql.raw(text).execute(store.db);

interface Found {
  keys: string[];
  damages: Damage[];
}

/** `sample`: as verify takes it. */
async function found(sample = 50): Promise<Found> {
  const keys: string[] = [];
  const damages: Damage[] = [];
  for await (const { name, differences: differing } of verify({
    store,
    node: sure,
    sample,
  }))
    for (const { key, damage } of differing) {
      keys.push(`${name}: ${key}`);
      if (damage) damages.push(damage);
    }
  return { keys, damages };
}

/** Mends what was found, and then until nothing new is; answers what was done, and what is found last. */
async function mendAll(first?: Found): Promise<{ done: Mended[]; last: string[] }> {
  const done: Mended[] = [];
  const tried = new Set<string>();
  for (let told = first ?? (await found()); ; told = await found()) {
    const fresh = told.damages.filter((damage) => !tried.has(damageKey(damage)));
    if (fresh.length === 0) return { done, last: told.keys };
    for (const damage of fresh) tried.add(damageKey(damage));
    done.push(...(await Array.fromAsync(repair({ store, node: sure, damages: fresh }))));
  }
}

/** As if the index had gone on for so long that the log does not reach below this height. */
const forgetUndo = (height: number): Promise<unknown> =>
  run(`delete from undo where height < ${height}`);

interface Undone {
  height: number;
  row: string;
}

/** The undo log's rows as texts. */
async function undoLog(from: number): Promise<Undone[]> {
  const docs = await store.db.selectFrom('undo').selectAll().where('height', '>=', from).execute();
  return docs
    .flatMap(({ height, doc }) =>
      unpackUndo(doc).map(({ table, key, row }) => ({
        height,
        row: JSON.stringify(
          [height, table, key, row && Object.entries(row).sort()],
          (_, value: unknown) =>
            value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
        ),
      })),
    )
    .sort((a, b) => (a.row < b.row ? -1 : 1));
}

const only = (...tables: string[]): Canonical =>
  new Map([...sound].filter(([table]) => tables.includes(table)));

async function expectUndo(from: number): Promise<void> {
  expect(await undoLog(from)).toEqual(soundUndo.filter(({ height }) => height >= from));
}

/** `last`: what was found after mending. */
async function expectWhole(last: string[], undoFrom = TOP): Promise<void> {
  expect(last).toEqual([]);
  expect(await differencesFrom(store, sound)).toEqual([]);
  await expectUndo(undoFrom);
}

/** A tipset in the middle that has what is asked for. */
async function heightWith(condition: string): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    select height from tipset t where height >= ${MIDDLE} and executed and ${sql.raw(condition)}
    order by height limit 1`.execute(store.db);
  return rows[0]?.height ?? Number.NaN;
}

describe('rows that an arrival wrote', () => {
  beginOnce();

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
      for (const statement of damage.split(';')) await run(statement);
      // However deep they lie.
      await forgetUndo(TOP);
      const first = await found();
      expect(first.keys.filter((key) => expected.test(key))).not.toEqual([]);
      const { done, last } = await mendAll(first);
      expect(done.filter(({ left }) => left !== null)).toEqual([]);
      await expectWhole(last);
    },
    60_000,
  );
});

describe('rows of an execution', () => {
  beginOnce();

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
      const height = await heightWith(where);
      for (const statement of damage.split(';'))
        await run(statement.replaceAll('$', String(height)));
      const first = await found();
      expect(first.damages).toContainEqual({ kind: 'execution', height });
      const { done, last } = await mendAll(first);
      expect(done.filter(({ left }) => left !== null)).toEqual([]);
      expect(done).toContainEqual({
        what: `all from tipset ${height} on, which was indexed again`,
        left: null,
      });
      await expectWhole(last, START);
    },
    60_000,
  );

  it.each(DAMAGES)(
    '%s, deep below the undo log: mended in place',
    async (_, where, damage) => {
      const height = await heightWith(where);
      await forgetUndo(height + 5);
      for (const statement of damage.split(';'))
        await run(statement.replaceAll('$', String(height)));
      const { done, last } = await mendAll();
      expect(done.filter(({ left }) => left !== null)).toEqual([]);
      expect(done).toContainEqual({ what: `execution of tipset ${height}`, left: null });
      await expectWhole(last, height + 5);
    },
    60_000,
  );
});

describe('any table', () => {
  // What a test leaves is whole.
  beforeAll(() => begin(), 120_000);

  const execution = `height = $ and position = 0`;
  const actor = `actor_id = (select from_id from execution where ${execution})`;
  const method = `method_id = (select method_id from execution where ${execution})`;
  /** By table: how a row is found, what is changed in it, what makes another of it. */
  const TABLES: [table: string, where: string, change: string, other: string | null][] = [
    ['tipset', 'height = $', 'state_root = parent_key', null],
    ['block', 'height = $ and position = 0', 'win_count = win_count + 1', 'cid = receipts_root'],
    [
      'block_message',
      `block_cid in (select cid from block where height = $) and position = 0`,
      `cid = (select cid from message order by cid desc limit 1)`,
      'position = position + 7000',
    ],
    [
      'message',
      `cid = (select cid from execution where ${execution})`,
      'gas_limit = gas_limit + 1',
      null,
    ],
    ['execution', execution, 'from_id = 1000', 'seq = seq + 1000000, position = 7000'],
    ['execution', execution, 'to_id = 99', null],
    ['execution', execution, 'method_id = (select max(id) from method)', null],
    [
      'trace',
      `seq in (select e.seq from execution e join trace t on t.seq = e.seq
         where e.height >= $ order by e.seq limit 1)`,
      `doc = '\\x99'`,
      null,
    ],
    ['transfer', execution, 'to_id = 1000', 'position = position + 7000'],
    ['transfer', execution, 'from_id = 1000, type = 4', null],
    ['transfer', execution, 'amount = amount + 1', null],
    [
      'event',
      `(height, position) = (select height, position from event where height >= $
         order by height, position limit 1)`,
      'emitter_id = 1000',
      'position = position + 7000, log_index = 7000',
    ],
    [
      'balance',
      `height = $ and actor_id = (select min(actor_id) from balance where height = $)`,
      'balance = balance + 1',
      'actor_id = -7',
    ],
    ['network_state', 'height = $', 'miner_count = miner_count + 1', null],
    ['series_hour', `series = 'baseFee'`, 'high = high + 1', `series = 'other'`],
    ['account_message', `${actor} and ord = 0`, 'exit_code = 77', 'ord = 70000'],
    ['account_method_message', `${actor} and ord = 0`, 'account_ord = 70000', 'ord = 70000'],
    ['account_method', `${actor} and ${method}`, 'count = count + 1', 'method_id = -1'],
    ['account_transfer', `${actor} and ord = 1`, 'value = value + 1', 'ord = 70000'],
    [
      'account_type_transfer',
      `${actor} and ord = 0`,
      'account_ord = account_ord + 70000',
      'ord = 70000',
    ],
    ['account_transfer_type', actor, 'count = count + 1', null],
    [
      'account_event',
      `(actor_id, ord) = (select actor_id, ord from account_event order by actor_id, ord limit 1)`,
      'position = position + 7000',
      'ord = 70000',
    ],
    ['method_message', `${method} and ord = 0`, 'seq = seq + 1', 'ord = 70000'],
    ['method', `id = (select method_id from execution where ${execution})`, 'count = 7', null],
    ['actor', `id = 1000`, 'message_count = message_count + 1', null],
    ['actor', `id = 1000`, 'transfer_count = 0, balance = 1', null],
    ['counter', `key = 'messages'`, 'value = value + 1', null],
    ['counter', `key = 'funded'`, 'value = value + 1', null],
    ['counter', `key = 'actors'`, 'value = value + 1', null],
    [
      'progress',
      `part = 'headers'`,
      'from_height = from_height + 5',
      'from_height = 1, to_height = 9',
    ],
    [
      'miner_block',
      `(miner_id, ord) = (select miner_id, ord from miner_block order by miner_id, ord limit 1)`,
      'reward_sum = 7, win_count = win_count + 1',
      'ord = 70000',
    ],
    ['token', 'transfer_count > 0', 'holder_count = holder_count + 1', null],
    ['token_holder', 'amount > 0', 'amount = amount + 1', null],
    ['token_transfer', 'height > 0', 'token_id = token_id + 1000000', null],
    ['token_transfer', 'value > 0', 'value = value + 1', null],
    ['account_token_transfer', 'ord = 0', 'position = position + 1', null],
    ['nft_holder', 'amount > 0', 'amount = amount + 1', null],
  ];

  /** With another row like one that is there, which has other values in these columns. */
  async function insertLike(table: string, where: string, change: string): Promise<void> {
    await run('drop table if exists other');
    await run(`create table other as select * from "${table}" where ${where} limit 1`);
    await run(`update other set ${change}`);
    await run(`insert into "${table}" select * from other`);
  }

  it.each(TABLES)(
    '%s where %s, whose row is changed (%s), gone, or doubled, deep below the undo log',
    async (table, where, change, other) => {
      const height = await heightWith('message_count > 0');
      const row = where.replaceAll('$', String(height));
      const damages = [
        () => run(`update "${table}" set ${change} where ${row}`),
        // What the index begins with is no row that could be missing.
        ...(UNMISSED.has(table) ? [] : [() => run(`delete from "${table}" where ${row}`)]),
        ...(other === null ? [] : [() => insertLike(table, row, other)]),
      ];
      await forgetUndo(TOP - 10);
      for (const damage of damages) {
        await damage();
        let unlike = await differencesFrom(store, only(table));
        expect(unlike).not.toEqual([]);
        for (let round = 0; unlike.length > 0; round++) {
          expect(round).toBeLessThan(2);
          const { damages } = await found(Infinity);
          const done = await Array.fromAsync(repair({ store, node: sure, damages }));
          expect(done.filter(({ left }) => left !== null)).toEqual([]);
          unlike = await differencesFrom(store, sound);
        }
        await expectUndo(TOP - 10);
      }
    },
    120_000,
  );
});

describe('what the undo log has changes of', () => {
  beforeEach(() => begin(), 120_000);

  /** One that changed lately. */
  async function provider(): Promise<number> {
    const { rows } = await sql<{ id: number }>`select miner_id::float8 as id from miner_block
      order by height desc, miner_id limit 1`.execute(store.db);
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
      await run(damage.replace('$', String(await provider())));
      const { done, last } = await mendAll();
      expect(done.filter(({ left }) => left !== null)).toEqual([]);
      await expectWhole(last, START);
    },
    60_000,
  );

  it.each([
    ['what a provider is', 'update miner set raw_power = raw_power + 1 where id = $'],
    ['an actor that is gone', 'delete from actor where id = $'],
  ])(
    '%s: without such a change it is said how it comes',
    async (_, damage) => {
      await forgetUndo(TOP);
      await run(damage.replace('$', String(await provider())));
      const { done } = await mendAll();
      expect(done.flatMap(({ left }) => left ?? [])).toEqual([
        `the undo log has no change of it; what follows from it is in later rows too: the index has to be built anew from height ${START} on`,
      ]);
      expect(await differencesFrom(store, only('account_message', 'account_transfer'))).toEqual([]);
    },
    60_000,
  );
});

describe('what an older version published', () => {
  /** Up to here without events. */
  const TOLD = CERTIFIED + 12;
  const filling = { name: 'repair_without_events', fill: withoutEvents };
  beforeEach(() => begin(openMemory, filling), 120_000);

  /** Indexes for a while on a node that does not tell events, as if they had been told to be none. */
  async function withoutEvents(empty: Store): Promise<void> {
    const [first, second] = [await startDemo(CERTIFIED), await startDemo(TOLD)];
    await indexAll(empty, first.node, { startHeight: START });
    proxy.setTarget(second.recorded.url);
    proxy.setFaults(() => ({
      kind: 'refuse',
      error: (method) =>
        method === 'Filecoin.ChainGetEvents'
          ? { code: METHOD_NOT_FOUND, message: 'method not found' }
          : null,
    }));
    await indexAll(empty, node);
    proxy.setFaults(null);
    await indexAll(empty, demo.node);
    await sql`delete from progress where part like 'proof:%'`.execute(empty.db);
    await sql`delete from proof`.execute(empty.db);
    await Promise.all([first.close(), second.close()]);
  }

  it('without events is whole again', async () => {
    expect(await differencesFrom(store, only('event', 'token_transfer'))).not.toEqual([]);
    await mendAll();
    expect(sound.size).toBeGreaterThan(10);
    expect(
      (await differencesFrom(store, sound)).filter((text) => !/^(proof|progress)\b/.test(text)),
    ).toEqual([]);
  }, 120_000);

  it('without events, deep below the undo log, has them in lists, tokens and names', async () => {
    await forgetUndo(TOLD + 1);
    const { done } = await mendAll();
    expect(done.length).toBeGreaterThan(0);
    const tables = ['event', 'account_event', 'token', 'token_holder', 'token_transfer'];
    const more = ['account_token_transfer', 'token_account', 'nft', 'nft_holder', 'counter'];
    const names = ['name', 'name_node', 'name_record', 'name_account', 'name_action', 'actor'];
    expect(await differencesFrom(store, only(...tables, ...more, ...names))).toEqual([]);
  }, 120_000);
});

describe('the ledger, and accounts', () => {
  beforeEach(() => begin(), 120_000);

  it.each([
    ['a gap', `update progress set to_height = ${MIDDLE} where part = 'headers'`],
    ['an overlap', `insert into progress values ('traces', ${MIDDLE}, ${MIDDLE + 3})`],
    ['a proof above the head', `update progress set to_height = 99999 where part = 'proof:events'`],
  ])(
    '%s',
    async (_, damage) => {
      await run(damage);
      const first = await found();
      expect(first.damages).toContainEqual({ kind: 'ledger' });
      const { done, last } = await mendAll(first);
      expect(done).toEqual([{ what: 'the ledger', left: null }]);
      await expectWhole(last, START);
    },
    60_000,
  );

  it('a balance and a nonce', async () => {
    await run('update actor set balance = balance + 1, nonce = nonce + 1 where id = 1000');
    const { done, last } = await mendAll();
    expect(done).toEqual([{ what: 'balance, nonce and state of f01000', left: null }]);
    await expectWhole(last, START);
  }, 60_000);
});
