/**
 * Answers that are right as they are. A schema makes a copy of all that it reads, which costs more
 * than parsing; of a backfill's most frequent answers nearly all need none. What is not recognised
 * here goes to its schema, which mends or refuses it. Each of these is as strict as the schema of its name.
 */
import type { z } from 'zod';
import type {
  ActorJson,
  ActorStateJson,
  BlockMessagesJson,
  CidJson,
  CirculatingSupplyJson,
  ExecutionTraceJson,
  InvocationJson,
  MessageJson,
  ReceiptJson,
  SignatureJson,
  SignedMessageJson,
  StateComputeJson,
} from '../types.ts';
import * as chain from './chain.ts';
import * as state from './state.ts';

/** What reads an answer: a schema, or a quicker way to the same. */
export type Shape<T> = Pick<z.ZodType<T>, 'safeParse'>;

/** A schema that is asked only about what `quick` answers null for. */
function asIs<T>(schema: z.ZodType<T>, quick: (value: unknown) => T | null): Shape<T> {
  return {
    safeParse(value) {
      const data = quick(value);
      return data === null ? schema.safeParse(value) : { success: true, data };
    },
  };
}

type Members<T> = { readonly [K in keyof T]?: unknown };

const AMOUNT = /^-?\d{1,310}$/;
const MOST_UINT64 = 2n ** 64n - 1n;
const MOST_INT64 = 2n ** 63n - 1n;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isShort = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= 200;
const isAmount = (value: unknown): boolean => typeof value === 'string' && AMOUNT.test(value);
const isBytes = (value: unknown): boolean => value === null || isText(value);
const isUint64 = (value: unknown): boolean =>
  typeof value === 'bigint'
    ? value > Number.MAX_SAFE_INTEGER && value <= MOST_UINT64
    : Number.isSafeInteger(value) && Number(value) >= 0;
const isInt64 = (value: unknown): boolean =>
  typeof value === 'bigint'
    ? value >= -MOST_INT64 - 1n && value <= MOST_INT64
    : Number.isSafeInteger(value);
const isSignatureType = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
const isAbsentOr = (value: unknown, is: (value: unknown) => boolean): boolean =>
  value === undefined || is(value);

function isListOf<T>(value: unknown, is: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(is);
}

function isCid(value: unknown): value is CidJson {
  return isObject(value) && isShort((value as Members<CidJson>)['/']);
}

function isActor(value: unknown): value is ActorJson {
  if (!isObject(value)) return false;
  const { Code, Head, Nonce, Balance, DelegatedAddress: address }: Members<ActorJson> = value;
  return (
    isCid(Code) &&
    isCid(Head) &&
    isUint64(Nonce) &&
    isAmount(Balance) &&
    (address === null || isAbsentOr(address, (text) => isText(text) && text !== '<empty>'))
  );
}

function isMessage(value: unknown): value is MessageJson {
  if (!isObject(value)) return false;
  const message: Members<MessageJson> = value;
  return (
    isUint64(message.Version) &&
    isShort(message.To) &&
    isShort(message.From) &&
    isUint64(message.Nonce) &&
    isAmount(message.Value) &&
    isInt64(message.GasLimit) &&
    isAmount(message.GasFeeCap) &&
    isAmount(message.GasPremium) &&
    isUint64(message.Method) &&
    isBytes(message.Params) &&
    isAbsentOr(message.CID, isCid)
  );
}

function isInvoked(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { From, To, Method, Params }: Members<InvocationJson['Msg']> = value;
  return isShort(From) && isShort(To) && isUint64(Method) && isBytes(Params);
}

/** Of a call; those below it are left to the caller. */
function isCall(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { Msg, MsgRct, InvokedActor: invoked }: Members<ExecutionTraceJson> = value;
  if (!isObject(Msg) || !isObject(MsgRct)) return false;
  const message: Members<ExecutionTraceJson['Msg']> = Msg;
  const receipt: Members<ExecutionTraceJson['MsgRct']> = MsgRct;
  if (invoked !== null && invoked !== undefined) {
    if (!isObject(invoked)) return false;
    const { Id, State }: Members<NonNullable<ExecutionTraceJson['InvokedActor']>> = invoked;
    if (!isUint64(Id) || !isActor(State)) return false;
  }
  return (
    isShort(message.From) &&
    isShort(message.To) &&
    isAmount(message.Value) &&
    isUint64(message.Method) &&
    isBytes(message.Params) &&
    isAbsentOr(message.ParamsCodec, isUint64) &&
    isAbsentOr(message.ReadOnly, (flag) => flag === null || typeof flag === 'boolean') &&
    isAbsentOr(message.CodeCid, isCid) &&
    isInt64(receipt.ExitCode) &&
    isBytes(receipt.Return) &&
    isAbsentOr(receipt.ReturnCodec, isUint64)
  );
}

/** Calls may nest as deep as their senders like. */
function isTrace(value: unknown): boolean {
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const call = stack.pop();
    if (!isCall(call)) return false;
    const { Subcalls: below } = call as Members<ExecutionTraceJson>;
    if (Array.isArray(below)) for (const sub of below) stack.push(sub);
    else if (below !== null) return false;
  }
  return true;
}

const COSTS = [
  'GasUsed',
  'BaseFeeBurn',
  'OverEstimationBurn',
  'MinerPenalty',
  'MinerTip',
  'Refund',
  'TotalCost',
] as const;

function isReceipt(value: unknown): value is ReceiptJson {
  if (!isObject(value)) return false;
  const { ExitCode, Return, GasUsed, EventsRoot: root }: Members<ReceiptJson> = value;
  return (
    isInt64(ExitCode) &&
    isBytes(Return) &&
    isInt64(GasUsed) &&
    (root === null || isAbsentOr(root, isCid))
  );
}

function isInvocation(value: unknown): value is InvocationJson {
  if (!isObject(value)) return false;
  const { MsgCid, Msg, MsgRct, GasCost, ExecutionTrace, Error }: Members<InvocationJson> = value;
  if (!isObject(GasCost)) return false;
  const cost: Members<InvocationJson['GasCost']> = GasCost;
  return (
    isCid(MsgCid) &&
    isInvoked(Msg) &&
    isReceipt(MsgRct) &&
    (cost.Message === null || isCid(cost.Message)) &&
    COSTS.every((name) => isAmount(cost[name])) &&
    (ExecutionTrace === null || isTrace(ExecutionTrace)) &&
    isText(Error)
  );
}

function isStateCompute(value: unknown): value is StateComputeJson {
  if (!isObject(value)) return false;
  const { Root, Trace }: Members<StateComputeJson> = value;
  return isCid(Root) && isListOf(Trace, isInvocation);
}

function isSignedMessage(value: unknown): value is SignedMessageJson {
  if (!isObject(value)) return false;
  const { Message, Signature, CID }: Members<SignedMessageJson> = value;
  if (!isObject(Signature)) return false;
  const { Type, Data }: Members<SignatureJson> = Signature;
  return isMessage(Message) && isSignatureType(Type) && isText(Data) && isAbsentOr(CID, isCid);
}

function isBlockMessages(value: unknown): value is BlockMessagesJson {
  if (!isObject(value)) return false;
  const { BlsMessages: bls, SecpkMessages: signed, Cids }: Members<BlockMessagesJson> = value;
  return (
    isListOf(bls, isMessage) &&
    isListOf(signed, isSignedMessage) &&
    isListOf(Cids, isCid) &&
    Cids.length === bls.length + signed.length
  );
}

function isActorState(value: unknown): value is ActorStateJson {
  if (!isObject(value)) return false;
  const { Balance, Code }: Members<ActorStateJson> = value;
  return isAmount(Balance) && isCid(Code) && 'State' in value;
}

const SUPPLY = [
  'FilVested',
  'FilMined',
  'FilBurnt',
  'FilLocked',
  'FilCirculating',
  'FilReserveDisbursed',
] as const;

function isSupply(value: unknown): value is CirculatingSupplyJson {
  if (!isObject(value)) return false;
  const supply: Members<CirculatingSupplyJson> = value;
  return SUPPLY.every((name) => isAmount(supply[name]));
}

function changedActors(value: unknown): Map<string, ActorJson> | null {
  if (!isObject(value)) return null;
  const entries: [string, unknown][] = Object.entries(value);
  const actors = new Map<string, ActorJson>();
  for (const [address, actor] of entries) {
    if (!isActor(actor)) return null;
    actors.set(address, actor);
  }
  return actors;
}

const when =
  <T>(is: (value: unknown) => value is T) =>
  (value: unknown): T | null =>
    is(value) ? value : null;

export const StateCompute = asIs(chain.StateCompute, when(isStateCompute));
export const BlockMessages = asIs(chain.BlockMessages, when(isBlockMessages));
export const Receipts = asIs(
  chain.Receipts,
  when((value): value is ReceiptJson[] => isListOf(value, isReceipt)),
);
export const ChangedActors = asIs(chain.ChangedActors, changedActors);
export const ActorState = asIs(state.ActorState, when(isActorState));
export const CirculatingSupply = asIs(state.CirculatingSupply, when(isSupply));
