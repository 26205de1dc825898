/** A row of any table that is changed, gone or doubled is found and mended, however deep it lies. */
import { beforeAll, describe, expect, it } from 'vitest';
import { damagedIndex, TOP } from '../testing/damaged.ts';

/** Where a row that is gone is told as such, and not mended. */
const UNMISSED = new Set(['tipset', 'actor', 'counter', 'token', 'progress']);

const index = damagedIndex();

describe('any table', () => {
  // What a test leaves is whole.
  beforeAll(() => index.begin(), 120_000);

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
    await index.run('drop table if exists other');
    await index.run(`create table other as select * from "${table}" where ${where} limit 1`);
    await index.run(`update other set ${change}`);
    await index.run(`insert into "${table}" select * from other`);
  }

  it.each(TABLES)(
    '%s where %s, whose row is changed (%s), gone, or doubled, deep below the undo log',
    async (table, where, change, other) => {
      const height = await index.heightWith('message_count > 0');
      const row = where.replaceAll('$', String(height));
      const damages = [
        () => index.run(`update "${table}" set ${change} where ${row}`),
        // What the index begins with is no row that could be missing.
        ...(UNMISSED.has(table) ? [] : [() => index.run(`delete from "${table}" where ${row}`)]),
        ...(other === null ? [] : [() => insertLike(table, row, other)]),
      ];
      await index.forgetUndo(TOP - 10);
      for (const damage of damages) {
        await damage();
        let unlike = await index.unlike(index.soundIn(table));
        expect(unlike).not.toEqual([]);
        for (let round = 0; unlike.length > 0; round++) {
          expect(round).toBeLessThan(2);
          const { damages } = await index.found(Infinity);
          const done = await index.mend(damages);
          expect(done.filter(({ left }) => left !== null)).toEqual([]);
          unlike = await index.unlike();
        }
        await index.expectUndo(TOP - 10);
      }
    },
    120_000,
  );
});
