/** The verification finds nothing on a sound index, and each kind of damage. */
import { formatEthAddress } from '#filecoin/address.ts';
import { equalBytes, fromHex } from '#filecoin/encoding/bytes.ts';
import { ERC20 } from '#filecoin/evm/tokens.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient } from '#node/types.ts';
import { sql } from 'kysely';
import type { Store } from '#store/store.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAt, startDemo, type Demo } from '../testing/demo.ts';
import { CHECKS, verify } from './index.ts';
import { storedTipsets } from './stored.ts';

const TOP = 2_400;
const BY_CONTRACTS = 'balances of tokens, by their contracts';

eachDatabase((open) => {
  let demo: Demo;
  let store: Store;

  beforeAll(async () => {
    demo = await startDemo(TOP);
    store = await open(demoAt(TOP));
  }, 300_000);
  afterAll(() => demo?.close());

  async function differing(): Promise<string[]> {
    const names: string[] = [];
    for await (const { name, differences } of verify({ store, node: demo.node, sample: 50 }))
      names.push(...differences.map(({ key }) => `${name}: ${key}`));
    return names;
  }

  test('a sound index has no differences, and all of it was looked at', async () => {
    const compared: Record<string, number> = {};
    let untold = 0;
    for await (const check of verify({ store, node: demo.node, sample: 50 })) {
      expect(check.differences).toEqual([]);
      compared[check.name] = check.compared;
      untold += check.untold ?? 0;
    }
    // What contracts answer now is recorded at the chain's end only.
    const { [BY_CONTRACTS]: atTheEnd, 'tipsets that were let pass': passed, ...others } = compared;
    expect(passed).toBe(0);
    expect(atTheEnd).toBe(0);
    expect(untold).toBeGreaterThan(0);
    expect(Object.values(others).every((count) => count > 0)).toBe(true);
  }, 60_000);

  test('tipsets are in memory by what they hold', async () => {
    const all = (await Array.fromAsync(storedTipsets(store.db))).flatMap(({ tipsets }) => tipsets);
    const few = await Array.fromAsync(storedTipsets(store.db, 20));
    expect(few.flatMap(({ tipsets }) => tipsets)).toEqual(all);
    expect(few.length).toBeGreaterThan(all.length / 200);
    for (const { tipsets } of few) {
      const held = tipsets.flatMap(({ executions }) =>
        executions.map(({ events }) => 1 + events.length),
      );
      if (tipsets.length > 1) expect(held.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(20);
    }
  }, 60_000);

  test('balances of tokens are compared at the height of the index, as far as the node tells them', async () => {
    const { db } = store;
    const token = await db
      .selectFrom('token')
      .select(['actor_id', 'address'])
      .where('standard', '=', ERC20)
      .orderBy('holder_count', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const holders = await db
      .selectFrom('token_holder')
      .select(['holder', 'amount'])
      .where('token_id', '=', token.actor_id)
      .execute();
    const [denied, untold] = holders;
    if (!denied || !untold) throw new Error('too few holders');
    const heights = new Set<number | undefined>();
    // Tells the index's own balances of this token but for one, and refuses another.
    const ethCall: NodeClient['ethCall'] = async (contract, data, height) => {
      heights.add(height);
      const row = holders.find(({ holder }) => equalBytes(holder, data.subarray(16, 36)));
      if (!row || row === untold || !equalBytes(contract, token.address))
        throw new NodeError('rpc', 'eth_call', 'no such state', { code: 1 });
      const amount = BigInt(row.amount) + (row === denied ? 1n : 0n);
      return fromHex(amount.toString(16).padStart(64, '0'));
    };
    const checks = CHECKS.filter(({ name }) => name === BY_CONTRACTS);
    const node = { ...demo.node, ethCall };
    const executed = await db.selectFrom('checkpoint').select('executed_height').execute();
    for await (const check of verify({ store, node, sample: 50, checks })) {
      expect(check.compared).toBe(holders.length - 1);
      expect(check.untold).toBeGreaterThan(0);
      expect(check.differences).toEqual([
        {
          key: `balance of ${formatEthAddress(denied.holder)} in token f0${token.actor_id}`,
          expected: String(BigInt(denied.amount) + 1n),
          found: denied.amount,
          damage: { kind: 'tokens' },
        },
      ]);
    }
    expect([...heights]).toEqual(executed.map((row) => row.executed_height));
  });

  const DAMAGES: [string, string, string, RegExp][] = [
    [
      'a balance',
      'update actor set balance = balance + 1 where id = 1000',
      'update actor set balance = balance - 1 where id = 1000',
      /^balances and transfers: balance of f01000$/,
    ],
    [
      'a row of a list that is gone',
      'update account_message set ord = ord + 1000000 where actor_id = 1000 and ord = 0',
      'update account_message set ord = 0 where actor_id = 1000 and ord = 1000000',
      /^lists and their counters: account_message 1000/,
    ],
    [
      'a burn',
      'update execution set base_fee_burn = base_fee_burn + 1 where seq = 10',
      'update execution set base_fee_burn = base_fee_burn - 1 where seq = 10',
      /^gas costs of messages: cost of bafy/,
    ],
    [
      'a message',
      'update message set nonce = nonce + 1 where signature_type = 2',
      'update message set nonce = nonce - 1 where signature_type = 2',
      /^CIDs of messages: message bafy/,
    ],
    [
      'a link',
      `update tipset set parent_height = parent_height + 1, null_rounds = null_rounds - 1
        where height = (select min(height) from tipset where height > 1000)`,
      `update tipset set parent_height = parent_height - 1, null_rounds = null_rounds + 1
        where height = (select min(height) from tipset where height > 1000)`,
      /^tipsets form one chain: tipset 1\d\d\d$/,
    ],
    [
      'the highest of an hour',
      "update series_hour set high = high + 1 where (series, height) = ('baseFee', 1199)",
      "update series_hour set high = high - 1 where (series, height) = ('baseFee', 1199)",
      /^hours of the network: baseFee of the hour up to 1199$/,
    ],
    [
      'an hour that is missing at the end',
      'update series_hour set height = -height where height = (select max(height) from series_hour)',
      'update series_hour set height = -height where height < 0',
      /^hours of the network: baseFee of the hour up to \d+$/,
    ],
    [
      "a token's balance",
      `update token_holder set amount = amount + 1 where (token_id, holder) =
        (select token_id, holder from token_holder order by token_id, holder limit 1)`,
      `update token_holder set amount = amount - 1 where (token_id, holder) =
        (select token_id, holder from token_holder order by token_id, holder limit 1)`,
      /^books of tokens: balances, minted minus burned of token f0\d+$/,
    ],
    [
      "a provider's power",
      'update miner set raw_power = raw_power + 1 where id = 1001',
      'update miner set raw_power = raw_power - 1 where id = 1001',
      /^providers, by the node: raw_power of f01001$/,
    ],
    [
      "a provider's reward",
      'update miner set reward_sum = reward_sum + 1 where id = 1001',
      'update miner set reward_sum = reward_sum - 1 where id = 1001',
      /^blocks of providers: blocks, wins and rewards of f01001$/,
    ],
    [
      "a provider's vesting table",
      String.raw`update miner_vesting set funds = funds || '\x01020001' where miner_id = 1001`,
      'update miner_vesting set funds = substring(funds for length(funds) - 4) where miner_id = 1001',
      /^available balances of providers, by the node: vesting table of f01001$/,
    ],
    [
      'a nonce that only the node knows',
      'update actor set nonce = nonce + 1',
      'update actor set nonce = nonce - 1',
      /^accounts, by the node: actor f0\d+$/,
    ],
  ];

  test.each(DAMAGES)('%s', async (_, damage, repair, expected) => {
    await sql.raw(damage).execute(store.db);
    const found = await differing();
    await sql.raw(repair).execute(store.db);
    expect(found.filter((text) => expected.test(text))).not.toEqual([]);
    expect(found.every((text) => text.startsWith(expected.source.slice(1, 10)))).toBe(true);
  });
});
