/** Messages that were refused before they ran, and messages that come more than once. */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { decodeMessage } from '#filecoin/message.ts';
import { formatAddress } from '#filecoin/address.ts';
import { fromBase64, toBase64, toHex } from '#filecoin/encoding/bytes.ts';
import { digestOf } from '#filecoin/encoding/cid.ts';
import { readFixture } from '#filecoin/testing/fixtures.ts';
import { aMessage, traceOf, type MadeMessage } from '#node/testing/made-actors.ts';
import type { MadeChain } from '#node/testing/made-chain.ts';
import type { MadeRun } from '#node/testing/made-run.ts';
import type { ExecutionTraceJson, MessageJson } from '#node/types.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { differences } from './testing/facts.ts';
import { aChain, followAll, indexWhole, minerState, serve, type Served } from './testing/made.ts';
import { verify } from './verify/index.ts';

const real = readFixture(
  'refused',
  z.object({ cid: z.string(), cbor: z.string(), exitCode: z.literal(2) }),
);

/** Of a message that never ran Lotus tells a call between nobodies, Forest none, Venus one that succeeds. */
const NOBODY: ExecutionTraceJson = {
  Msg: {
    From: '<empty>',
    To: '<empty>',
    Value: '0',
    Method: 0,
    Params: null,
    ParamsCodec: 0,
    ReadOnly: false,
  },
  MsgRct: { ExitCode: 0, Return: null, ReturnCodec: 0 },
  Subcalls: null,
};
const refusal = (exit: number, trace: ExecutionTraceJson | null): MadeRun => ({
  exit,
  gasUsed: 0,
  trace,
  error: 'actor nonce invalid',
});
const asVenus = ({ json }: MadeMessage): ExecutionTraceJson => {
  const { InvokedActor: _, ...trace } = traceOf({
    from: 0,
    to: json.To,
    value: BigInt(json.Value),
  });
  return { ...trace, Msg: { ...trace.Msg, From: json.From } };
};

/** What mainnet refused, BLS signatures aside: here they come signed by secp256k1. */
const refusedThere = real.map(({ cbor }) => {
  const message = decodeMessage(fromBase64(cbor));
  const json: MessageJson = {
    Version: message.version,
    To: formatAddress(message.to),
    From: formatAddress(message.from),
    Nonce: message.nonce,
    Value: String(message.value),
    GasLimit: message.gasLimit,
    GasFeeCap: String(message.gasFeeCap),
    GasPremium: String(message.gasPremium),
    Method: message.method,
    Params: toBase64(message.params),
  };
  return aMessage(0, json.To, json);
});
/** One of each sender: which further ones would be run, their nonces tell. */
const mainnets = [...new Map(refusedThere.map((each) => [each.json.From, each])).values()];

const account = (robust: string) => ({ kind: 'account' as const, balance: 10n ** 24n, robust });

describe('refused messages', () => {
  let served: Served;
  const sent = aMessage(101, 'f0102', { Value: '5' });
  const again = aMessage(101, 'f0102', { Value: '7', Nonce: 1 });
  const poor = aMessage(102, 'f01000', { Value: '1', Method: 23 });
  const contested = aMessage(103, 'f0101', { Value: '9' });
  const passedOver = aMessage(103, 'f0101', { Value: '10' });
  const ofNobody = aMessage(104, 'f0101', { Value: '11' });
  const toNobody = aMessage(101, 'f099999', { Value: '12', Nonce: 2 });

  function build(): { chain: MadeChain; heads: Parameters<typeof serve>[1] } {
    const senders = [...new Set(mainnets.map(({ json }) => json.From))];
    const chain = aChain({
      ...Object.fromEntries(
        [101, 102, 103].map((id) => [id, account(aMessage(id, 'f00').json.From)]),
      ),
      ...Object.fromEntries(senders.map((address, at) => [200 + at, account(address)])),
      1001: { kind: 'storageminer', balance: 10n ** 27n, state: minerState(1001) },
    });
    const run = (entries: readonly [MadeMessage, MadeRun][]) =>
      new Map(entries.map(([{ cid }, outcome]) => [cid['/'], outcome]));
    const first = chain.next(chain.genesis, {
      height: 1,
      blocks: [
        { miner: 1000, messages: [sent, again, poor, contested] },
        { miner: 1001, messages: [sent, passedOver, ofNobody, ...mainnets] },
      ],
      runs: run([
        [again, refusal(2, NOBODY)],
        [poor, refusal(2, null)],
        [contested, refusal(7, asVenus(contested))],
        [ofNobody, refusal(1, NOBODY)],
        ...mainnets.map((message, at): [MadeMessage, MadeRun] => [
          message,
          refusal(2, [NOBODY, null, asVenus(message)][at % 3] ?? null),
        ]),
      ]),
    });
    // A height without blocks, then the same messages again: one runs, one is refused once more.
    const second = chain.next(first, {
      height: 3,
      blocks: [{ miner: 1000, messages: [again, poor, toNobody] }],
      runs: run([
        [poor, refusal(2, NOBODY)],
        [
          toNobody,
          { exit: 5, trace: { ...traceOf({ from: 101, to: 'f099999', value: 12n, exit: 5 }) } },
        ],
      ]),
    });
    const branch = (miner: number, runs: ReturnType<typeof run>) => {
      const third = chain.next(second, {
        height: 4,
        blocks: [{ miner, messages: [contested, poor] }],
        runs,
      });
      return chain.next(third, { height: 5, blocks: [{ miner, messages: [] }] });
    };
    const lost = branch(1000, run([[contested, { exit: 16 }]]));
    const won = branch(1001, run([[contested, refusal(2, null)]]));
    const end = chain.next(won, { height: 6, blocks: [{ miner: 1000, messages: [] }] });
    return { chain, heads: [first, second, lost, won, end] };
  }

  beforeAll(async () => {
    const { chain, heads } = build();
    served = await serve(chain, heads);
  });
  afterAll(() => served?.close());

  eachDatabase((open) => {
    it('are executions without calls, each time that they come', async () => {
      const store = await open();
      await followAll(store, served);
      const rows = await store.db
        .selectFrom('execution')
        .select(['cid', 'height', 'exit_code', 'gas_used', 'from_id', 'to_id', 'to_kind'])
        .select(['miner_penalty', 'base_fee_burn', 'miner_tip', 'refund', 'subcall_count', 'error'])
        .orderBy('seq')
        .execute();
      const of = ({ cid }: MadeMessage) =>
        rows
          .filter((row) => toHex(row.cid) === toHex(digestOf(cid['/'])))
          .map((row) => [row.height, row.exit_code, row.from_id, row.to_id]);
      expect(of(sent)).toEqual([[1, 0, 101, 102]]);
      expect(of(again)).toEqual([
        [1, 2, 101, 102],
        [3, 0, 101, 102],
      ]);
      expect(of(poor)).toEqual([
        [1, 2, 102, 1000],
        [3, 2, 102, 1000],
        [4, 0, 102, 1000],
      ]);
      expect(of(contested)).toEqual([
        [1, 7, 103, 101],
        [4, 2, 103, 101],
      ]);
      expect(of(passedOver)).toEqual([]);
      expect(of(ofNobody)).toEqual([[1, 1, null, 101]]);
      expect(of(toNobody)).toEqual([[3, 5, 101, null]]);
      for (const message of mainnets)
        expect(of(message)).toEqual([[1, 2, expect.any(Number), null]]);
      for (const row of rows.filter(({ gas_used }) => gas_used === 0)) {
        expect(row).toMatchObject({
          base_fee_burn: '0',
          miner_tip: '0',
          refund: '0',
          subcall_count: 0,
          error: 'actor nonce invalid',
        });
        expect(BigInt(row.miner_penalty)).toBeGreaterThan(0n);
      }
      const refused = rows.find((row) => row.to_id === 1000 && row.exit_code === 2);
      expect(refused?.to_kind).toBe(kindIndex('storageminer'));
      const nonces = await store.db
        .selectFrom('actor')
        .select(['id', 'nonce'])
        .where('id', 'in', [101, 102, 103, 200])
        .orderBy('id')
        .execute();
      expect(nonces).toEqual([
        { id: 101, nonce: '3' },
        { id: 102, nonce: '1' },
        { id: 103, nonce: '0' },
        { id: 200, nonce: '0' },
      ]);
      for await (const { name, differences: found } of verify({
        store,
        node: served.node,
        sample: Infinity,
      }))
        expect(found, name).toEqual([]);
    });

    it('leave the same index behind whatever branch was followed before', async () => {
      const [followed, straight] = [await open(), await open()];
      await followAll(followed, served);
      await indexWhole(straight, served);
      expect(await differences(followed, straight)).toEqual([]);
    });
  });
});
