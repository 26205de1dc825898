/** Small made-up units of a chain, for tests of what comes after decoding. */
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import type {
  ActorChange,
  Call,
  ExecutedFacts,
  ExecutionFacts,
  NetworkStateRow,
  TipsetFacts,
} from '../types.ts';

const key = (height: number): Uint8Array =>
  new Uint8Array(32).fill(height % 256).with(0, Math.floor(height / 256) % 256);

/** A tipset of one block without messages, on top of the one at the height below. */
export function aTipset(height: number): TipsetFacts {
  const own = key(height);
  const parent = key(height - 1);
  return {
    height,
    name: `tipset ${height}`,
    key: own,
    id: Buffer.from(own).toString('hex'),
    parentKey: parent,
    parentId: Buffer.from(parent).toString('hex'),
    timestamp: 1_700_000_000 + height * 30,
    stateRoot: own,
    receiptsRoot: own,
    baseFee: 100n,
    parentWeight: BigInt(height * 1000),
    winCount: 1,
    blocks: [],
    inclusion: [],
    messages: [],
  };
}

export function anActor(id: number, balance: bigint, version: number): ActorChange {
  return {
    id,
    kind: ACTOR_KINDS.indexOf('account'),
    code: Uint8Array.of(1),
    head: Uint8Array.of(version % 256),
    nonce: version,
    balance,
    delegated: null,
  };
}

/** A call of a message that counted; nothing moved. */
export function aCall(parts: Partial<Call>): Call {
  return {
    message: 0,
    top: true,
    from: 1000,
    to: 1001,
    kind: ACTOR_KINDS.indexOf('account'),
    version: 0,
    method: 0,
    value: 0n,
    trace: {
      Msg: { From: 'f01000', To: 'f01001', Value: '0', Method: 0, Params: null },
      MsgRct: { ExitCode: 0, Return: null },
      Subcalls: null,
    },
    ...parts,
  };
}

export function anExecution(
  parts: Partial<ExecutionFacts> & Pick<ExecutionFacts, 'cid' | 'fromId' | 'toId' | 'toAddr'>,
): ExecutionFacts {
  return {
    fromAddr: Uint8Array.of(0, 1),
    nonce: 0,
    value: 0n,
    method: 0,
    methodName: 'Send',
    methodId: 7,
    toKind: null,
    selector: null,
    exitCode: 0,
    return: null,
    returnCodec: 0,
    gasUsed: 1,
    baseFeeBurn: 0n,
    overEstimationBurn: 0n,
    minerPenalty: 0n,
    minerTip: 0n,
    refund: 0n,
    minerId: 1000,
    subcallCount: 0,
    error: null,
    trace: null,
    events: [],
    ...parts,
  };
}

function network(height: number): NetworkStateRow {
  return { height, timestamp: 1_700_000_000 + height * 30 };
}

export function executed(height: number, parts: Partial<ExecutedFacts>): ExecutedFacts {
  return {
    executions: [],
    transfers: [],
    rewards: [],
    changes: [],
    deleted: [],
    learned: [],
    made: [],
    firstCall: new Map(),
    eventsProven: true,
    changesProven: false,
    touched: new Set(),
    multisigs: [],
    network: network(height),
    networkComplete: true,
    migration: false,
    pass: false,
    passed: [],
    undecoded: [],
    ...parts,
  };
}
