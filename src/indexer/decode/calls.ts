/** A message's execution trace: its call tree, the values that moved, and whom it named. */
import type { Call as Payload } from '#filecoin/actors/facts/read.ts';
import { formatAddress, parseAddress } from '#filecoin/address.ts';
import { integerJson } from '#filecoin/encoding/integers.ts';
import { isRefused } from '#filecoin/execution/gas.ts';
import type { ExecutionTraceJson, InvocationJson } from '#node/types.ts';
import { MAX_PAYLOAD, type CallNode } from '#store/calltree.ts';
import type { Call, Move } from '../types.ts';
import { idOfText, knownId, mayBeActor } from './ids.ts';
import type { Kinds } from './kinds.ts';
import { optionalBytes } from './text.ts';

/** Deepest nesting that the VM allows; what lies below is not kept in the tree. */
const MAX_DEPTH = 1024;

/** A call that counted: it and all its callers succeeded. */
export interface EffectiveCall {
  call: ExecutionTraceJson;
  from: number;
  /** Null only where an old node does not tell the invoked actor of a robust address. */
  to: number | null;
}

export interface CallTree {
  root: CallNode;
  /** The top call as the node gave it. */
  top: ExecutionTraceJson;
  /** All calls below the top one. */
  subcalls: number;
  /** In the order in which they were made, the top call included. */
  effective: EffectiveCall[];
  failed: boolean;
}

/** Actor ids of addresses, for traces of old nodes, which do not tell the ids themselves. */
export type Names = ReadonlyMap<string, number>;
const NO_NAMES: Names = new Map();

/** Codes of called actors by the address that a call names, for traces that do not tell them either. */
export type Codes = ReadonlyMap<string, string>;
const NO_CODES: Codes = new Map();

/** Code of the actor that ran; undefined when none did, or nobody tells. */
export function codeOf(call: ExecutionTraceJson, codes: Codes = NO_CODES): string | undefined {
  const told = call.InvokedActor?.State.Code ?? call.Msg.CodeCid;
  return told?.['/'] ?? codes.get(call.Msg.To);
}

/** Whether a message was refused before it ran: whatever its trace says, it made no call. */
export function neverRan({ MsgRct }: InvocationJson): boolean {
  return isRefused({ exitCode: MsgRct.ExitCode, gasUsed: MsgRct.GasUsed });
}

/** Traces of all that ran. */
export function tracesOf(invocations: readonly InvocationJson[]): ExecutionTraceJson[] {
  return invocations.flatMap((invocation) =>
    invocation.ExecutionTrace && !neverRan(invocation) ? [invocation.ExecutionTrace] : [],
  );
}

/** Addresses of all called actors, of traces none of which tells which actors ran; else none. */
export function uncodedAddresses(traces: readonly ExecutionTraceJson[]): Set<string> {
  const uncoded = new Set<string>();
  if (traces.some((trace) => codeOf(trace) !== undefined)) return uncoded;
  const stack = [...traces];
  for (let call = stack.pop(); call; call = stack.pop()) {
    uncoded.add(call.Msg.To);
    for (const sub of call.Subcalls ?? []) stack.push(sub);
  }
  return new Set([...uncoded].filter(mayBeActor));
}

/** Addresses in a trace whose ids it does not tell. */
export function unnamedAddresses(trace: ExecutionTraceJson): string[] {
  const unnamed = new Set<string>();
  if (idOfText(trace.Msg.From) === null) unnamed.add(trace.Msg.From);
  const stack = [trace];
  for (let call = stack.pop(); call; call = stack.pop()) {
    if (!call.InvokedActor && idOfText(call.Msg.To) === null) unnamed.add(call.Msg.To);
    for (const sub of call.Subcalls ?? []) stack.push(sub);
  }
  return [...unnamed].filter(mayBeActor);
}

/**
 * Walks a trace without recursion (chain data may nest as deep as it likes). `rootOk` is the
 * receipt's word on the top call, which traces of some nodes contradict.
 */
export function walkCalls(
  trace: ExecutionTraceJson,
  rootOk: boolean,
  kinds: Kinds,
  names: Names = NO_NAMES,
  codes: Codes = NO_CODES,
): CallTree {
  const effective: EffectiveCall[] = [];
  let subcalls = -1;
  let failed = false;
  let root: CallNode | null = null;
  const stack: {
    call: ExecutionTraceJson;
    parent: CallNode | null;
    ok: boolean;
    depth: number;
  }[] = [{ call: trace, parent: null, ok: rootOk, depth: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { call, parent, depth } = next;
    subcalls++;
    const ok = next.ok && (parent === null || call.MsgRct.ExitCode === 0);
    if (call.MsgRct.ExitCode !== 0) failed = true;
    const kind = kinds.ofCode(codeOf(call, codes) ?? '')?.index ?? null;
    const node = callNode(call, parent?.to ?? null, kind, names);
    if (parent === null) root = node;
    else if (depth <= MAX_DEPTH) parent.sub.push(node);
    if (ok) effective.push({ call, from: node.from, to: node.to });
    const below = call.Subcalls ?? [];
    for (let at = below.length - 1; at >= 0; at--) {
      const sub = below[at];
      if (sub) stack.push({ call: sub, parent: node, ok, depth: depth + 1 });
    }
  }
  if (!root) throw new TypeError('A trace without a call');
  return { root, top: trace, subcalls, effective, failed };
}

function callNode(
  call: ExecutionTraceJson,
  callerId: number | null,
  toKind: number | null,
  names: Names,
): CallNode {
  const { Msg: msg, MsgRct: receipt, InvokedActor: invoked } = call;
  const from = idOfText(msg.From) ?? callerId ?? names.get(msg.From) ?? null;
  if (from === null)
    throw new TypeError(`The trace does not tell the id of its caller ${msg.From}`);
  const named = idOfText(msg.To);
  const node: CallNode = {
    from,
    to: (invoked ? knownId(invoked.Id) : null) ?? named ?? names.get(msg.To) ?? null,
    toKind,
    value: msg.Value,
    method: integerJson(msg.Method),
    params: bounded(msg.Params),
    paramsCodec: integerJson(msg.ParamsCodec ?? 0),
    exit: integerJson(receipt.ExitCode),
    ret: bounded(receipt.Return),
    retCodec: integerJson(receipt.ReturnCodec ?? 0),
    readOnly: msg.ReadOnly ?? false,
    sub: [],
  };
  if (named === null) node.toAddress = formatAddress(parseAddress(msg.To));
  return node;
}

function bounded(base64: string | null): string | null {
  return base64 ? base64.slice(0, MAX_PAYLOAD) : null;
}

/** Values that moved. Throws when one moved to an actor that the trace does not tell. */
export function movesOf(tree: CallTree): Move[] {
  const moves: Move[] = [];
  for (const { call, from, to } of tree.effective) {
    if (call.Msg.Value === '0') continue;
    if (to === null) throw new TypeError(`The trace does not tell the id of ${call.Msg.To}`);
    moves.push({ from, to, value: BigInt(call.Msg.Value) });
  }
  return moves;
}

/** A call's parameters; null when it has none. */
export function paramsOf({ trace }: Call): Uint8Array | null {
  return optionalBytes(trace.Msg.Params);
}

/** What a call returned; null when nothing. */
export function returnOf({ trace }: Call): Uint8Array | null {
  return optionalBytes(trace.MsgRct.Return);
}

const NOTHING = new Uint8Array(0);

/** A call as the readers of actors' facts (filecoin/actors/facts) take it. */
export function payloadOf(call: Call): Payload {
  return {
    method: call.method,
    version: call.version ?? undefined,
    params: paramsOf(call) ?? NOTHING,
    returned: returnOf(call) ?? NOTHING,
  };
}
