/** The real tipsets of data/fixtures/tipsets, decoded as the indexer decodes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CODE_CID_START, CODES } from '#filecoin/actors/codes.ts';
import { kindOfCode, type ActorKind } from '#filecoin/actors/kinds.ts';
import { digestOf } from '#filecoin/encoding/cid.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import { messageFromJson } from '#filecoin/message.ts';
import { receiptFromJson, receiptsDigest } from '#filecoin/receipt.ts';
import type {
  ExecutionTraceJson,
  InvocationJson,
  MessageJson,
  ReceiptJson,
  StateComputeJson,
  TipsetJson,
} from '#node/types.ts';
import { tracesOf, unnamedAddresses } from '../decode/calls.ts';
import type { Executed, ExecutionAnswers } from '../decode/executed.ts';
import { decodeExecution } from '../decode/execution.ts';
import { idOfText } from '../decode/ids.ts';
import { Kinds } from '../decode/kinds.ts';
import { decodeTipset } from '../decode/tipset.ts';
import type { MessageRow, TipsetFacts } from '../types.ts';

/** Messages stand whole in these traces. */
type Invocation = InvocationJson & { Msg: MessageJson };

export interface Fixture {
  network: 'mainnet' | 'calibration';
  tipset: TipsetJson;
  /** Message → blocks that include it. */
  inclusion: Record<string, string[]>;
  compute: Omit<StateComputeJson, 'Trace'> & { Trace: Invocation[] };
}

const FOLDER = new URL('../../../data/fixtures/tipsets', import.meta.url).pathname;
export const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json.gz'));

export function read(file: string): Fixture {
  const text = gunzipSync(readFileSync(join(FOLDER, file))).toString('utf8');
  return JSON.parse(text) as Fixture;
}

export const isExplicit = ({ Msg }: InvocationJson): boolean => idOfText(Msg.From) !== 0;

function rowOf({ MsgCid, Msg }: Invocation): MessageRow {
  const message = messageFromJson(Msg);
  return {
    cid: digestOf(MsgCid['/']),
    version: message.version,
    from_addr: message.from,
    to_addr: message.to,
    nonce: message.nonce,
    value: message.value,
    gas_limit: message.gasLimit,
    gas_fee_cap: message.gasFeeCap,
    gas_premium: message.gasPremium,
    method: message.method,
    params: message.params.length > 0 ? message.params : null,
    signature_type: int16(1),
    size: 0,
    eth_hash: null,
  };
}

/**
 * The fixtures have no signatures: messages are taken from the trace, their blocks from `inclusion`,
 * their order in a block from the trace (which is that of the first block).
 */
export function tipsetOf({ tipset, inclusion, compute }: Fixture): TipsetFacts {
  const facts = decodeTipset(
    tipset,
    tipset.Cids.map(() => []),
  );
  facts.messages = compute.Trace.filter(isExplicit).map(rowOf);
  const executed = compute.Trace.filter(isExplicit).map(({ MsgCid }) => MsgCid['/']);
  facts.inclusion = tipset.Cids.map((block) =>
    executed
      .filter((message) => inclusion[message]?.includes(block['/']))
      .map((message) => digestOf(message)),
  );
  return facts;
}

/** Old nodes' traces tell no ids of robust addresses: any will do here, as long as they differ. */
function namesOf({ compute }: Fixture): Map<string, number> {
  const addresses = tracesOf(compute.Trace).flatMap(unnamedAddresses);
  return new Map([...new Set(addresses)].map((address, index) => [address, 10 ** 9 + index]));
}

export interface ChildAnswers extends ExecutionAnswers {
  /** What the child names as its parent's receipts; those that are told unless given. */
  receiptsRoot: Uint8Array;
}

export function decode(
  fixture: Fixture,
  tipset = tipsetOf(fixture),
  change: (answers: ExecutionAnswers) => Partial<ChildAnswers> = () => ({}),
): Executed {
  const receipts = fixture.compute.Trace.filter(isExplicit).map(({ MsgRct }) => MsgRct);
  const answers: ExecutionAnswers = {
    compute: fixture.compute,
    receipts,
    events: null,
    names: namesOf(fixture),
  };
  const told: Partial<ChildAnswers> & ExecutionAnswers = { ...answers, ...change(answers) };
  const { receiptsRoot = receiptsRootOf(told.receipts) } = told;
  return decodeExecution(
    tipset,
    { stateRoot: digestOf(fixture.compute.Root['/']), receiptsRoot },
    told,
    new Kinds(kindOfCode),
  );
}

/** The root that a child of the tipset would name; the fixtures have none. */
export function receiptsRootOf(receipts: readonly ReceiptJson[]): Uint8Array {
  return receiptsDigest(
    receipts.map(receiptFromJson),
    receipts.some(({ EventsRoot: root }) => root),
  );
}

export const SINGLETONS: Readonly<Record<number, ActorKind>> = {
  0: 'system',
  1: 'init',
  2: 'reward',
  3: 'cron',
  4: 'storagepower',
  5: 'storagemarket',
  6: 'verifiedregistry',
  7: 'datacap',
  10: 'eam',
};

export function* callsOf({ compute }: Fixture): Generator<ExecutionTraceJson> {
  const stack = tracesOf(compute.Trace);
  for (let call = stack.pop(); call; call = stack.pop()) {
    yield call;
    stack.push(...(call.Subcalls ?? []));
  }
}

/** Actors version of the mainnet fixtures whose traces tell no codes. */
const VERSION = 11;

/** Code CID of a kind of actor, of that version. */
export function codeOfKind(kind: ActorKind): string {
  const cid = CODES.find((row) => row[0] === VERSION && row[1] === kind)?.[2];
  return CODE_CID_START + (cid ?? '');
}

/** Codes that old traces do not tell: whoever is called by one of these methods is a storage provider. */
export function codesOf(fixture: Fixture): Map<string, string> {
  const codes = new Map<string, string>();
  for (const { Msg: msg } of callsOf(fixture))
    if (msg.Method >= 4 && msg.Method <= 36) codes.set(msg.To, codeOfKind('storageminer'));
  for (const [id, kind] of Object.entries(SINGLETONS)) codes.set(`f0${id}`, codeOfKind(kind));
  return codes;
}
