import { describe, expect, it } from 'vitest';
import { BURNT_FUNDS_ID, REWARD_ID } from '#filecoin/address.ts';
import { transferTypeAt } from '#filecoin/actors/transfers.ts';
import { decodeParams, decodeReturn } from '#filecoin/actors/decode.ts';
import { ACTOR_KINDS, kindOfCode, type ActorKind } from '#filecoin/actors/kinds.ts';
import { fromBase64, toHex } from '#filecoin/encoding/bytes.ts';
import { digestOf } from '#filecoin/encoding/cid.ts';
import { addIntegers } from '#filecoin/encoding/integers.ts';
import type { InvocationJson } from '#node/types.ts';
import { unpackCallTree, type CallNode } from '#store/calltree.ts';
import { InvariantError } from '../errors.ts';
import {
  callsOf,
  decode,
  FILES,
  isExplicit,
  read,
  receiptsRootOf,
  SINGLETONS,
  tipsetOf,
  type ChildAnswers,
} from '../testing/tipsets.ts';
import { codeOf } from './calls.ts';
import type { Executed, ExecutionAnswers } from './executed.ts';
import { idOfText } from './ids.ts';

const sumOf = (executed: Executed, type: string): bigint =>
  executed.transfers
    .filter((transfer) => transferTypeAt(transfer.type) === type)
    .reduce((sum, { amount }) => sum + amount, 0n);

describe('real tipsets', () => {
  it('are there', () => {
    expect(FILES.length).toBe(17);
  });

  it.each(FILES)('%s: gas, tips and rewards add up, each message earns its block', (file) => {
    const fixture = read(file);
    const facts = tipsetOf(fixture);
    const executed = decode(fixture, facts);
    const blocks = fixture.tipset.Cids.map((cid) => cid['/']);
    const explicit = fixture.compute.Trace.filter(isExplicit);
    expect(executed.executions.length).toBe(explicit.length);
    for (const [index, execution] of executed.executions.entries()) {
      const invocation = explicit[index];
      const includedBy = fixture.inclusion[invocation?.MsgCid['/'] ?? ''] ?? [];
      const first = blocks.findIndex((block) => includedBy.includes(block));
      expect(execution.minerId).toBe(facts.blocks[first]?.miner_id);
      expect(execution.exitCode).toBe(invocation?.MsgRct.ExitCode);
    }
    const total = (pick: (execution: Executed['executions'][number]) => bigint): bigint =>
      executed.executions.reduce((sum, execution) => sum + pick(execution), 0n);
    expect(sumOf(executed, 'burn-fee')).toBe(
      total((execution) => execution.baseFeeBurn + execution.overEstimationBurn),
    );
    expect(sumOf(executed, 'miner-fee')).toBe(total((execution) => execution.minerTip));
    // The tips come back out of the reward actor, with what was won.
    expect(executed.rewards.reduce((sum, reward) => sum + reward.tips, 0n)).toBe(
      sumOf(executed, 'miner-fee'),
    );
    expect(
      executed.rewards.reduce((sum, { blockReward, tips }) => sum + blockReward + tips, 0n),
    ).toBe(sumOf(executed, 'reward'));
    expect(executed.rewards.reduce((sum, { penalty }) => sum + penalty, 0n)).toBe(
      sumOf(executed, 'penalty'),
    );
    // All blocks of a tipset win the same for each win.
    const perWin = executed.rewards.map(
      ({ blockReward }, index) => blockReward / BigInt(facts.blocks[index]?.win_count ?? 0),
    );
    expect(new Set(perWin).size).toBe(1);
    for (const { type, from, to, shownTo } of executed.transfers) {
      const name = transferTypeAt(type);
      if (name === 'burn' || name === 'burn-fee' || name === 'penalty')
        expect(to).toBe(BURNT_FUNDS_ID);
      if (name === 'reward') expect(from).toBe(REWARD_ID);
      if (name === 'miner-fee')
        expect(facts.blocks.map((block) => block.miner_id)).toContain(shownTo);
      else expect(shownTo).toBeNull();
    }
    expect(executed.undecoded).toEqual([]);
  });

  it('have no call in their trees that would be shown raw', () => {
    const raw: string[] = [];
    let told = 0;
    for (const file of FILES)
      for (const call of callsOf(read(file))) {
        const { Msg: msg, MsgRct: receipt } = call;
        const code = kindOfCode(codeOf(call) ?? '');
        const own = code?.kind ?? SINGLETONS[idOfText(msg.To) ?? -1];
        if (msg.Method === 0) continue;
        if (own) told++;
        const version = code?.version;
        const params = fromBase64(msg.Params ?? '');
        const returned = fromBase64(receipt.Return ?? '');
        const isRead = (kind: ActorKind): boolean =>
          decodeParams({ kind, version, method: msg.Method, params }).ok &&
          (receipt.ExitCode !== 0 ||
            decodeReturn({
              kind,
              version,
              method: msg.Method,
              codec: receipt.ReturnCodec,
              returned,
              params,
            }).ok);
        // Of other actors old traces do not tell the kind: some kind's method it has to be.
        if (!(own ? [own] : ACTOR_KINDS).some(isRead)) raw.push(`${file} ${msg.To} ${msg.Method}`);
      }
    expect(raw).toEqual([]);
    expect(told).toBeGreaterThan(1_000);
  });

  it('keep their call trees', () => {
    let calls = 0;
    for (const file of FILES) {
      const fixture = read(file);
      const explicit = fixture.compute.Trace.filter(isExplicit);
      for (const [index, { trace, subcallCount }] of decode(fixture).executions.entries()) {
        calls += subcallCount;
        const json = explicit[index]?.ExecutionTrace;
        if (trace === null) {
          expect(json?.Subcalls ?? []).toEqual([]);
          continue;
        }
        const compare = (node: CallNode, of: typeof json): void => {
          expect([node.value, node.method, node.exit]).toEqual([
            of?.Msg.Value,
            of?.Msg.Method,
            of?.MsgRct.ExitCode,
          ]);
          expect(node.sub.length).toBe(of?.Subcalls?.length ?? 0);
          node.sub.forEach((sub, at) => compare(sub, of?.Subcalls?.[at]));
        };
        compare(unpackCallTree(trace), json);
      }
    }
    expect(calls).toBeGreaterThan(500);
  });
});

describe('answers that contradict each other', () => {
  const fixture = read('1698055.json.gz');
  const broken = (
    invariant: number,
    words: RegExp,
    change: (answers: ExecutionAnswers) => Partial<ChildAnswers>,
  ): void => {
    let thrown: unknown;
    try {
      decode(fixture, tipsetOf(fixture), change);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InvariantError);
    expect((thrown as InvariantError).invariant).toBe(invariant);
    expect((thrown as InvariantError).message).toMatch(words);
    expect((thrown as InvariantError).message).toMatch(/^Tipset 1698055 \(bafy/);
  };
  const trace = (change: (trace: InvocationJson[]) => void) => (answers: ExecutionAnswers) => {
    const compute = structuredClone(answers.compute);
    change(compute.Trace);
    return { compute, receipts: compute.Trace.filter(isExplicit).map(({ MsgRct }) => MsgRct) };
  };

  it('are refused', () => {
    broken(2, /stands on another/, ({ compute }) => ({
      compute: { ...compute, Root: { '/': fixture.tipset.Cids[0]?.['/'] ?? '' } },
    }));
    // Trace and receipts tell the same, and not what the child names.
    broken(1, /names receipts bafy\w+, the node tells others \(6\)/, (answers) => ({
      ...trace(
        (all) => void (all[0] && (all[0].MsgRct.GasUsed = addIntegers(all[0].MsgRct.GasUsed, 1))),
      )(answers),
      receiptsRoot: receiptsRootOf(answers.receipts),
    }));
    broken(1, /names events bafy\w+, the node tells others \(0\)/, ({ receipts }) => ({
      events: receipts.map(() => []),
    }));
    // Only of what was refused before it ran there is nothing to tell, whatever its exit code is.
    for (const exit of [0, 1, 7, 33])
      broken(2, /trace of bafy\w+: .*tells nothing/, (answers) => {
        const told = trace(([first]) => {
          if (first) Object.assign(first, { ExecutionTrace: null });
          if (first) first.MsgRct.ExitCode = exit;
        })(answers);
        return { ...told, receiptsRoot: receiptsRootOf(told.receipts) };
      });
    broken(2, /no receipt/, ({ receipts }) => ({ receipts: receipts.slice(0, 3) }));
    broken(2, /receipts for/, ({ receipts }) => ({ receipts: [...receipts, ...receipts] }));
    broken(2, /events root/, ({ receipts }) => ({
      receipts: receipts.map((receipt) => ({ ...receipt, EventsRoot: fixture.compute.Root })),
    }));
    broken(
      2,
      /rewards for 5 blocks/,
      trace((all) => void all.splice(-2, 1)),
    );
    broken(
      2,
      /does not include/,
      trace((all) => void all.unshift(...all.splice(6, 1))),
    );
    // The first reward one message earlier: that one's tip would then be the next block's.
    broken(
      3,
      /of tips, its messages tip/,
      trace((all) => void all.splice(2, 0, ...all.splice(3, 1))),
    );
  });
});

describe('the whole of a message', () => {
  it('is what the node told of it', () => {
    const fixture = read('1698055.json.gz');
    const [first] = decode(fixture).executions;
    const [json] = fixture.compute.Trace;
    expect(first?.fromId).toBe(112310);
    expect(first?.toId).toBe(112310);
    expect(first?.methodName).toBe('Send');
    expect(first?.value).toBe(99n * 10n ** 18n);
    expect(toHex(first?.cid ?? new Uint8Array())).toBe(toHex(digestOf(json?.MsgCid['/'] ?? '')));
    expect(first?.return).toBeNull();
    expect(first?.trace).toBeNull();
  });
});
