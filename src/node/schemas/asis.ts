/**
 * Answers that are right as they are. A schema makes a copy of all that it reads, which costs more
 * than parsing; of a backfill's largest answers nearly all need none. What is not recognised here
 * goes to its schema, which mends or refuses it. Each of these is as strict as the schema of its name.
 */
import type {
  ActorJson,
  CidJson,
  ExecutionTraceJson,
  InvocationJson,
  MessageJson,
  StateComputeJson,
} from '../types.ts';

type Members<T> = { readonly [K in keyof T]?: unknown };

const AMOUNT = /^-?\d{1,80}$/;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isShort = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= 200;
const isAmount = (value: unknown): boolean => typeof value === 'string' && AMOUNT.test(value);
const isBytes = (value: unknown): boolean => value === null || isText(value);
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isMethod = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isAbsentOr = (value: unknown, is: (value: unknown) => boolean): boolean =>
  value === undefined || is(value);

function isCid(value: unknown): boolean {
  return isObject(value) && isShort((value as Members<CidJson>)['/']);
}

function isActor(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { Code, Head, Nonce, Balance, DelegatedAddress: address }: Members<ActorJson> = value;
  return (
    isCid(Code) &&
    isCid(Head) &&
    isNumber(Nonce) &&
    isAmount(Balance) &&
    (address === null || (isText(address) && address !== '<empty>'))
  );
}

function isMessage(value: unknown): boolean {
  if (!isObject(value)) return false;
  const message: Members<MessageJson> = value;
  return (
    isNumber(message.Version) &&
    isShort(message.To) &&
    isShort(message.From) &&
    isNumber(message.Nonce) &&
    isAmount(message.Value) &&
    isNumber(message.GasLimit) &&
    isAmount(message.GasFeeCap) &&
    isAmount(message.GasPremium) &&
    isMethod(message.Method) &&
    isBytes(message.Params) &&
    isAbsentOr(message.CID, isCid)
  );
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
    if (!Number.isSafeInteger(Id) || !isActor(State)) return false;
  }
  return (
    isShort(message.From) &&
    isShort(message.To) &&
    isAmount(message.Value) &&
    isMethod(message.Method) &&
    isBytes(message.Params) &&
    isAbsentOr(message.ParamsCodec, isNumber) &&
    isAbsentOr(message.GasLimit, isNumber) &&
    isAbsentOr(message.ReadOnly, (flag) => typeof flag === 'boolean') &&
    isAbsentOr(message.CodeCid, isCid) &&
    isNumber(receipt.ExitCode) &&
    isBytes(receipt.Return) &&
    isAbsentOr(receipt.ReturnCodec, isNumber)
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

function isInvocation(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { MsgCid, Msg, MsgRct, GasCost, ExecutionTrace, Error }: Members<InvocationJson> = value;
  if (!isObject(MsgRct) || !isObject(GasCost)) return false;
  const receipt: Members<InvocationJson['MsgRct']> = MsgRct;
  const cost: Members<InvocationJson['GasCost']> = GasCost;
  return (
    isCid(MsgCid) &&
    isMessage(Msg) &&
    isNumber(receipt.ExitCode) &&
    isBytes(receipt.Return) &&
    isNumber(receipt.GasUsed) &&
    (receipt.EventsRoot === null || isAbsentOr(receipt.EventsRoot, isCid)) &&
    (cost.Message === null || isCid(cost.Message)) &&
    COSTS.every((name) => isAmount(cost[name])) &&
    isTrace(ExecutionTrace) &&
    isText(Error)
  );
}

export function isStateCompute(value: unknown): value is StateComputeJson {
  if (!isObject(value)) return false;
  const { Root, Trace }: Members<StateComputeJson> = value;
  return isCid(Root) && Array.isArray(Trace) && Trace.every(isInvocation);
}
