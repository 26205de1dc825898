/** What a call asked of an actor, in the terms of a sentence, as its decoded params say it. */
import type { MessageDetail } from '#explorer/message/schema.ts';
import type { Json } from '#format/json.ts';
import { contractCall } from './contractCall.ts';

/** Places of a sentence that hold an account. */
export const CALL_PLACES = ['by', 'to', 'target', 'other'] as const;
type Place = (typeof CALL_PLACES)[number];

/** `message.call.<key>` of the dictionaries, with what its places hold. */
export interface CallSentence {
  key:
    | 'propose'
    | 'proposeCall'
    | 'proposeCallWith'
    | 'approve'
    | 'cancel'
    | 'deals'
    | 'preCommit'
    | 'proveCommit'
    | 'proveReplica'
    | 'post'
    | 'faults'
    | 'recovered'
    | 'terminate'
    | 'extend'
    | 'tokenTransfer'
    | 'tokenApprove'
    | 'tokenTransferFrom';
  places: Partial<Record<Place, string>>;
  /** attoFIL. */
  value?: string;
  /** Of things that the sentence counts. */
  count?: number;
  /** A proposal's id, a deadline, a token's smallest units. */
  number?: string;
  /** Name of a proposed call's method. */
  method?: string;
}

type Fields = Readonly<Record<string, Json>>;
type Said = Omit<CallSentence, 'key' | 'places'> & {
  key: CallSentence['key'];
  places?: Partial<Record<Place, string>>;
};

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

const lengthOf = (value: Json | undefined): number | null => (isList(value) ? value.length : null);

/** Numbers in a decoded bit field: a list, or `{Count, Ranges}` where there are many. */
function bitsOf(value: Json | undefined): number | null {
  if (isList(value)) return value.length;
  return isFields(value) && typeof value['Count'] === 'number' ? value['Count'] : null;
}

/** Sectors in a list of declarations, each with its bit field `Sectors`; null when one is unreadable. */
function sectorsOf(declarations: Json | undefined): number | null {
  if (!isList(declarations)) return null;
  let sum = 0;
  for (const declaration of declarations) {
    if (!isFields(declaration)) return null;
    const count = bitsOf(declaration['Sectors']);
    if (count === null) return null;
    // Sectors with claims are named one by one, beside the bit field.
    sum += count + (lengthOf(declaration['SectorsWithClaims']) ?? 0);
  }
  return sum;
}

function counted(key: CallSentence['key'], count: number | null): Said | null {
  return count === null || count === 0 ? null : { key, count };
}

function proposal(params: Fields): Said | null {
  const { To, Value, Method, MethodName } = params;
  if (typeof To !== 'string' || typeof Value !== 'string' || !/^\d+$/.test(Value)) return null;
  const places = { target: To };
  if (Method === 0) return { key: 'propose', places, value: Value };
  if (typeof Method !== 'number' && typeof Method !== 'string') return null;
  const method = typeof MethodName === 'string' ? MethodName : String(Method);
  return Value === '0'
    ? { key: 'proposeCall', places, method }
    : { key: 'proposeCallWith', places, method, value: Value };
}

function decision(key: 'approve' | 'cancel', { ID }: Fields): Said | null {
  return typeof ID === 'number' ? { key, number: String(ID) } : null;
}

function windowedPost({ Deadline, Partitions }: Fields): Said | null {
  if (typeof Deadline !== 'number') return null;
  const said = counted('post', lengthOf(Partitions));
  return said && { ...said, number: String(Deadline) };
}

type Reader = (params: Fields) => Said | null;
const READERS: Partial<Record<string, ReadonlyMap<string, Reader>>> = {
  multisig: new Map<string, Reader>([
    ['Propose', proposal],
    ['Approve', (params) => decision('approve', params)],
    ['Cancel', (params) => decision('cancel', params)],
  ]),
  storagemarket: new Map<string, Reader>([
    ['PublishStorageDeals', ({ Deals }) => counted('deals', lengthOf(Deals))],
  ]),
  storageminer: new Map<string, Reader>([
    ['PreCommitSectorBatch2', ({ Sectors }) => counted('preCommit', lengthOf(Sectors))],
    [
      'ProveCommitSectors3',
      ({ SectorActivations }) => counted('proveCommit', lengthOf(SectorActivations)),
    ],
    [
      'ProveReplicaUpdates3',
      ({ SectorUpdates }) => counted('proveReplica', lengthOf(SectorUpdates)),
    ],
    ['SubmitWindowedPoSt', windowedPost],
    ['DeclareFaults', ({ Faults }) => counted('faults', sectorsOf(Faults))],
    ['DeclareFaultsRecovered', ({ Recoveries }) => counted('recovered', sectorsOf(Recoveries))],
    ['TerminateSectors', ({ Terminations }) => counted('terminate', sectorsOf(Terminations))],
    ['ExtendSectorExpiration2', ({ Extensions }) => counted('extend', sectorsOf(Extensions))],
  ]),
};

/** The word of a contract that answers `true`, as tokens of ERC-20 do. */
const TRUE = `0x${'0'.repeat(63)}1`;

/**
 * A token's own calls. Those of ERC-721 have two of the same signatures, with a token's id where
 * ERC-20 has an amount, but they return nothing: only an answer `true` makes the number an amount.
 */
function tokenCall(params: Json, returned: Json | undefined): Said | null {
  const call = contractCall(params);
  if (call === null || returned !== TRUE) return null;
  const [first, second, third] = call.args.map(({ value }) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : null,
  );
  if (first === null || first === undefined || second === null || second === undefined) return null;
  switch (call.signature) {
    case 'transfer(address,uint256)':
      return { key: 'tokenTransfer', places: { target: first }, number: second };
    case 'approve(address,uint256)':
      return { key: 'tokenApprove', places: { target: first }, number: second };
    case 'transferFrom(address,address,uint256)':
      return third === null || third === undefined
        ? null
        : { key: 'tokenTransferFrom', places: { other: first, target: second }, number: third };
    default:
      return null;
  }
}

/**
 * The sentence of a message's call; null where there is none: for calls of other methods, for params
 * that are not decoded, and for what failed or has not run, which brought nothing about.
 */
export function callSentence(
  message: Pick<
    MessageDetail,
    'from' | 'to' | 'toActor' | 'method' | 'decodedParams' | 'decodedReturnValue'
  > & { receipt: Pick<NonNullable<MessageDetail['receipt']>, 'exitCode'> | null },
): CallSentence | null {
  const { from, to, toActor, method, decodedParams, decodedReturnValue, receipt } = message;
  if (receipt?.exitCode !== 0 || toActor === null || !isFields(decodedParams)) return null;
  const said =
    toActor === 'evm' && method === 'InvokeContract'
      ? tokenCall(decodedParams, decodedReturnValue)
      : (READERS[toActor]?.get(method)?.(decodedParams) ?? null);
  return said && { ...said, places: { by: from, to, ...said.places } };
}
