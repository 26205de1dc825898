/** A chain on which everything stands that the protocol allows and nobody expects. */
import { toBase64 } from '#filecoin/encoding/bytes.ts';
import {
  aMessage,
  cidOfText,
  minerInfo,
  traceOf,
  type MadeMessage,
} from '#node/testing/made-actors.ts';
import type { MadeChain } from '#node/testing/made-chain.ts';
import type { MadeRun, MadeTipset } from '#node/testing/made-run.ts';
import type { ExecutionTraceJson } from '#node/types.ts';
import { aChain, minerState } from './made.ts';

/** The largest integers of 64 bits. */
export const MOST = 2n ** 64n - 1n;
export const MOST_SIGNED = 2n ** 63n - 1n;
/** Past every id that an actor has. */
export const NOBODY = `f0${MOST}`;
/** Of a multisig, of one that never unlocks, of a payment channel, of a provider. */
export const MULTISIG = 1070;
export const LOCKED_FOR_EVER = 1071;
export const CHANNEL = 1090;
export const PROVIDER = 1001;
/** The height whose balances do not add up, and what somebody has too much after it. */
export const PASSED_HEIGHT = 4;
export const TOO_MUCH = 77n;

export interface StrangeChain {
  chain: MadeChain;
  heads: MadeTipset[];
  messages: {
    /** Refused at height 1, refused again at 3, run at 4. */
    thrice: MadeMessage;
    /** Refused, and never run. */
    refused: MadeMessage;
    /** Its sender is a key that no actor has. */
    ofNobody: MadeMessage;
    /** Its sender is an id that no actor has. */
    ofNoId: MadeMessage;
    /** Refused, all its numbers are the largest. */
    largest: MadeMessage;
    /** Its receiver is an id that no actor has. */
    toNobody: MadeMessage;
    /** Run: nonce, method and exit code are past 2^53. */
    wide: MadeMessage;
    /** Run: its event's emitter is an id that no actor has. */
    emitting: MadeMessage;
  };
}

/** What Lotus tells of a message that never ran. */
const OF_NOBODY: ExecutionTraceJson = {
  Msg: { From: '<empty>', To: '<empty>', Value: '0', Method: 0, Params: null },
  MsgRct: { ExitCode: 0, Return: null },
  Subcalls: null,
};

function refusal(exit: number, trace: ExecutionTraceJson | null): MadeRun {
  const error = exit === 1 ? 'send from a non-account actor' : 'actor nonce invalid: exp:0 != 1';
  return { exit, gasUsed: 0, trace, error: `message refused: ${error}` };
}

/** As Venus tells it: the call that was asked for, as if it had succeeded. */
function asIfRun({ json }: MadeMessage): ExecutionTraceJson {
  const trace = traceOf({ from: 0, to: json.To, value: BigInt(json.Value) });
  return { ...trace, Msg: { ...trace.Msg, From: json.From } };
}

const account = (id: number, nonce: number | bigint = 0) => ({
  kind: 'account' as const,
  balance: 10n ** 24n,
  robust: aMessage(id, 'f00').json.From,
  nonce,
});

const wallet = (start: bigint, duration: bigint) => ({
  kind: 'multisig' as const,
  balance: 5n * 10n ** 18n,
  state: {
    Signers: [NOBODY, 'f0101'],
    NumApprovalsThreshold: 1,
    NextTxnID: 0,
    InitialBalance: String(4n * 10n ** 18n),
    StartEpoch: start,
    UnlockDuration: duration,
    PendingTxns: cidOfText('none'),
  },
});

/** Heads follow one another without forks; `PASS_HEIGHT` must let `PASSED_HEIGHT` pass. */
export function strangeChain(): StrangeChain {
  const wideNonce = 2n ** 53n + 1n;
  const ofNoId = { ...aMessage(0, 'f0102').json, From: NOBODY, Value: '14' };
  const messages = {
    thrice: aMessage(101, 'f0102', { Value: '5', Nonce: 1 }),
    refused: aMessage(102, `f0${PROVIDER}`, { Value: '2', Method: 23 }),
    ofNobody: aMessage(104, 'f0101', { Value: '11' }),
    ofNoId: aMessage(0, ofNoId.To, ofNoId),
    largest: aMessage(105, NOBODY, {
      Value: '3',
      Nonce: MOST,
      Method: MOST,
      GasLimit: MOST_SIGNED,
    }),
    toNobody: aMessage(103, NOBODY, { Value: '12' }),
    wide: aMessage(106, 'f0102', { Value: '13', Nonce: wideNonce, Method: MOST }),
    emitting: aMessage(103, 'f0102', { Value: '15', Nonce: 1 }),
  } satisfies StrangeChain['messages'];
  const { thrice, refused, ofNobody, largest, toNobody, wide, emitting } = messages;
  const chain = aChain({
    ...Object.fromEntries([101, 102, 103, 105].map((id) => [id, account(id)])),
    106: account(106, wideNonce),
    [MULTISIG]: wallet(-(2n ** 63n), MOST_SIGNED),
    [LOCKED_FOR_EVER]: wallet(MOST_SIGNED, MOST_SIGNED),
    [CHANNEL]: {
      kind: 'paymentchannel',
      balance: 10n ** 18n,
      state: {
        From: 'f0101',
        To: 'f0102',
        ToSend: '0',
        SettlingAt: MOST_SIGNED,
        MinSettleHeight: 2n ** 62n,
        LaneStates: cidOfText('none'),
      },
    },
    [PROVIDER]: {
      kind: 'storageminer',
      balance: 10n ** 27n,
      state: minerState(PROVIDER),
      info: {
        ...minerInfo(1000),
        PendingOwnerAddress: NOBODY,
        PendingBeneficiaryTerm: {
          NewBeneficiary: NOBODY,
          NewQuota: '1',
          NewExpiration: MOST_SIGNED,
          ApprovedByBeneficiary: true,
          ApprovedByNominee: false,
        },
      },
    },
  });
  const runs = (of: readonly [MadeMessage, MadeRun][]) =>
    new Map(of.map(([{ cid }, run]) => [cid['/'], run]));
  const first = chain.next(chain.genesis, {
    height: 1,
    blocks: [
      { miner: 1000, messages: [thrice, refused, ofNobody] },
      { miner: PROVIDER, messages: [messages.ofNoId, largest] },
    ],
    runs: runs([
      [thrice, refusal(2, OF_NOBODY)],
      [refused, refusal(2, null)],
      [ofNobody, refusal(1, asIfRun(ofNobody))],
      [messages.ofNoId, refusal(1, OF_NOBODY)],
      [largest, refusal(2, null)],
    ]),
  });
  // Height 2 has no blocks.
  const second = chain.next(first, {
    height: 3,
    blocks: [{ miner: 1000, messages: [thrice, toNobody, emitting, wide] }],
    runs: runs([
      [thrice, refusal(7, null)],
      [toNobody, { exit: 5, trace: traceOf({ from: 103, to: NOBODY, value: 12n, exit: 5 }) }],
      [wide, { exit: MOST_SIGNED }],
      [
        emitting,
        {
          events: [
            {
              Emitter: MOST,
              Entries: [{ Flags: 3, Key: 't1', Codec: 85, Value: toBase64(new Uint8Array(32)) }],
            },
          ],
        },
      ],
    ]),
  });
  const third = chain.next(second, {
    height: PASSED_HEIGHT,
    blocks: [{ miner: 1000, messages: [thrice] }],
  });
  const richer = new Map(third.after);
  const actor = richer.get(102);
  if (actor) richer.set(102, { ...actor, balance: actor.balance + TOO_MUCH });
  Object.assign(third, { after: richer });
  const fourth = chain.next(third, { height: 5, blocks: [{ miner: 1000, messages: [] }] });
  const end = chain.next(fourth, { height: 6, blocks: [{ miner: PROVIDER, messages: [] }] });
  return { chain, heads: [first, end], messages };
}
