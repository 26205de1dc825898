/**
 * Params and returns of built-in actors' methods, decoded into named JSON values.
 *
 * Amounts are decimal text (attoFIL or bytes), addresses and CIDs text, bytes hex with 0x (cut when
 * long), bit fields lists of numbers or ranges. Field names are those of the protocol's own types.
 * The input of an EVM contract is `{Input, evm?}`, `evm` being the call where its function is known
 * (by its ABI, or evm/selectors.ts). Params that carry another call (a multisig's proposal, a
 * constructor) stay hex under their own name, with `MethodName` and `DecodedParams` beside them.
 *
 * Nothing here throws for what the chain says.
 */
import { actorIdOf, formatAddress, parseAddress } from '../address.ts';
import type { NetworkPrefix } from '../address.ts';
import { decodeCbor, decodeCborAt } from '../encoding/cbor.ts';
import type { CborValue } from '../encoding/cbor.ts';
import { CODEC_RAW } from '../encoding/cid.ts';
import { isFields } from '../encoding/json.ts';
import { decodeArguments, firstFit, selectorOf } from '../evm/abi.ts';
import type { AbiArgument, ContractAbi } from '../evm/abi.ts';
import { calldataOf, returnDataOf } from '../evm/calldata.ts';
import { functionsFor, type Recovered } from '../evm/recovered.ts';
import type { Uint64 } from '../encoding/uint64.ts';
import { readMultisigCall } from './facts/multisig.ts';
import { interpret, isMalformed, newBudget, ShapeError } from './interpret.ts';
import type { CallReader, Json } from './interpret.ts';
import { actorsVersionOf, kindOfCode } from './kinds.ts';
import type { ActorCode, ActorKind, KindTable } from './kinds.ts';
import {
  acceptsAnyMethod,
  findMethods,
  FIRST_STRICT_VERSION,
  INVOKE_CONTRACT,
  isLeftOpen,
  methodName,
} from './methods.ts';
import { shapeOf } from './schemas/index.ts';
import type { Shape } from './shape.ts';

export type { Json } from './interpret.ts';

export const DECODE_REASONS = [
  /** The actor has no such method (in this version): neither decoded nor undecoded. */
  'unknown-method',
  /**
   * What the actor does not look at, or leaves to a contract's code: params of a plain transfer, of a
   * method without any, of a number that it ignores.
   */
  'no-shape',
  /** Declared as something else than CBOR. */
  'codec',
  /** Not of the method's shape. */
  'malformed',
  /** More values than are shown. */
  'too-big',
] as const;

/** Why something is not decoded. */
export type DecodeReason = (typeof DECODE_REASONS)[number];

export type Decoded = { ok: true; value: Json } | { ok: false; reason: DecodeReason };

/** An actor that a call inside a payload is for. */
interface Target {
  kind: ActorKind;
  version?: number | undefined;
  /** Of a verified contract. */
  abi?: ContractAbi | undefined;
}

/** What is known of the actor at an address (text, with the prefix that was asked for); null when nothing is. */
export type ActorResolver = (address: string) => Target | null;

export interface DecodeContext {
  kind: ActorKind;
  method: Uint64;
  /** IPLD codec of the bytes where a trace tells it (0x51, 0x71 CBOR; 0x55 raw; 0 none). */
  codec?: Uint64 | undefined;
  /** Actors version; left out, `networkVersion`'s, or any that fits. */
  version?: number | undefined;
  networkVersion?: number | undefined;
  /** Prefix of addresses in the values, `f` unless given. */
  prefix?: NetworkPrefix | undefined;
  /** The actors that proposals are for; the built-in singletons are known without it. */
  resolve?: ActorResolver | undefined;
  /** Of the contract that is called: its functions go before those that are known. */
  abi?: ContractAbi | undefined;
  /** What else is known of functions; left out, what the product brings. */
  recovered?: Recovered | undefined;
  /** Kinds of code CIDs (for constructors' params), where the network has bundles of its own. */
  kindOf?: KindTable | undefined;
}

const CBOR_CODECS: ReadonlySet<Uint64> = new Set([0, 0x51, 0x71]);

const SINGLETONS: ReadonlyMap<number, ActorKind> = new Map([
  [0, 'system'],
  [1, 'init'],
  [2, 'reward'],
  [3, 'cron'],
  [4, 'storagepower'],
  [5, 'storagemarket'],
  [6, 'verifiedregistry'],
  [7, 'datacap'],
  [10, 'eam'],
]);

function singletonAt(address: string): Target | null {
  const id = actorIdOf(parseAddress(address));
  const kind = id === null ? undefined : SINGLETONS.get(id);
  return kind === undefined ? null : { kind };
}

function targetOf(context: DecodeContext, to: string): Target | null {
  const target = context.resolve?.(to) ?? singletonAt(to);
  return target && { ...target, version: target.version ?? versionOf(context) };
}

function versionOf(context: DecodeContext): number | undefined {
  if (context.version !== undefined) return context.version;
  return context.networkVersion === undefined ? undefined : actorsVersionOf(context.networkVersion);
}

/** How calls inside params are read: by their target, then their own params. */
function callReader(context: DecodeContext, budget: { left: number }): CallReader {
  return (call, params, nesting) => {
    let target: Target | null;
    let method: Uint64;
    if ('to' in call) {
      method = call.method;
      if (method === 0) return { MethodName: 'Send' };
      target = targetOf(context, call.to);
    } else {
      method = 1;
      const code: ActorCode | null = (context.kindOf ?? kindOfCode)(call.code);
      target = code;
    }
    if (!target) return {};
    const inner: DecodeContext = {
      ...context,
      kind: target.kind,
      method,
      version: target.version ?? versionOf(context),
      codec: undefined,
      abi: target.abi,
    };
    const decoded = decodeBytes(inner, 'params', params, nesting, budget);
    const name =
      'to' in call
        ? { MethodName: methodName(target.kind, method, inner.version) }
        : { Kind: target.kind };
    return decoded.ok ? { ...name, DecodedParams: decoded.value } : name;
  };
}

/** The value that stands for no bytes at all, where the shape allows none. */
function emptyValue(shape: Shape): Json | undefined {
  if (shape === 'none') return null;
  if (shape === 'calldata') return { Input: '0x' };
  if (shape === 'evmReturn') return '0x';
  if (typeof shape === 'object' && shape.form === 'oneOf' && shape.of.includes('none')) return null;
  return undefined;
}

function decodeBytes(
  context: DecodeContext,
  which: 'params' | 'returns',
  bytes: Uint8Array,
  nesting: number,
  budget: { left: number },
): Decoded {
  const { kind, method } = context;
  const version = versionOf(context);
  if (method === 0) return { ok: false, reason: 'no-shape' };
  const methods = findMethods(kind, method, version);
  if (methods.length === 0)
    return {
      ok: false,
      reason: acceptsAnyMethod(kind, method, version) ? 'no-shape' : 'unknown-method',
    };
  // Without a version a number may stand for several methods: the newest that fits.
  let decoded: Decoded = { ok: false, reason: 'no-shape' };
  for (const found of methods) {
    const shape = shapeOf(found)?.[which];
    if (shape === undefined) continue;
    decoded = decodeShape(shape, context, bytes, nesting, budget);
    if (decoded.ok) return decoded;
    // Actors do not look at params of a method that takes none.
    if (shape === 'none' && which === 'params') decoded = { ok: false, reason: 'no-shape' };
  }
  if (!isLeftOpen(kind, method, version)) return decoded;
  return bytes.length === 0 ? { ok: true, value: null } : { ok: false, reason: 'no-shape' };
}

function readCbor(bytes: Uint8Array, context: DecodeContext): CborValue {
  const strict = (versionOf(context) ?? 0) >= FIRST_STRICT_VERSION;
  return strict ? decodeCbor(bytes) : decodeCborAt(bytes, 0).value;
}

function decodeShape(
  shape: Shape,
  context: DecodeContext,
  bytes: Uint8Array,
  nesting: number,
  budget: { left: number },
): Decoded {
  if (bytes.length === 0) {
    const value = emptyValue(shape);
    return value === undefined ? { ok: false, reason: 'malformed' } : { ok: true, value };
  }
  // Between contracts a trace shows calldata and their answers bare.
  const calldata = shape === 'calldata' ? calldataOf(bytes, context.codec) : null;
  const bare = calldata ?? (shape === 'evmReturn' && context.codec === CODEC_RAW ? bytes : null);
  if (bare === null && context.codec !== undefined && !CBOR_CODECS.has(context.codec))
    return { ok: false, reason: 'codec' };
  try {
    const value = interpret(shape, bare ?? readCbor(bytes, context), {
      prefix: context.prefix ?? 'f',
      readCall: callReader(context, budget),
      nesting,
      budget,
      abi: context.abi,
      recovered: context.recovered,
    });
    return { ok: true, value };
  } catch (error) {
    if (!isMalformed(error)) throw error;
    return { ok: false, reason: error instanceof ShapeError ? error.reason : 'malformed' };
  }
}

/** Decodes a call's params by the method of the actor that is called. */
export function decodeParams(context: DecodeContext & { params: Uint8Array }): Decoded {
  return decodeBytes(context, 'params', context.params, 0, newBudget());
}

/** The call that a multisig's proposal asks for. */
export interface CarriedCall {
  readonly to: Uint8Array;
  readonly method: Uint64;
  readonly params: Uint8Array;
}

/**
 * Decodes what a call returned. Failed calls return nothing, or what an EVM contract reverted with
 * (evm/revert.ts): decode successful ones only. With the call's `params`, what a multisig's proposal
 * returned at once is decoded too, as `DecodedRet` beside `Ret`; of a contract's function by its outputs,
 * as `DecodedRetValues` (`DecodedRetGuessed` where no ABI of the contract has it). An approval's is, with
 * the call that was `proposed`.
 */
export function decodeReturn(
  context: DecodeContext & {
    returned: Uint8Array;
    params?: Uint8Array | undefined;
    proposed?: CarriedCall | undefined;
  },
): Decoded {
  const decoded = decodeBytes(context, 'returns', context.returned, 0, newBudget());
  if (!decoded.ok || context.kind !== 'multisig' || context.params === undefined) return decoded;
  const fact = readMultisigCall({
    ...context,
    params: context.params,
    version: versionOf(context),
  });
  if (fact?.type !== 'propose' && fact?.type !== 'approve') return decoded;
  const call = fact.type === 'propose' ? fact : context.proposed;
  if (call === undefined || !fact.applied || fact.exitCode !== 0) return decoded;
  if (call.to.length === 0) return decoded;
  const target = targetOf(context, formatAddress(call.to, context.prefix));
  if (target === null || fact.returned.length === 0 || !isFields(decoded.value)) return decoded;
  const inner = decodeBytes(
    { ...context, ...target, method: call.method, codec: undefined },
    'returns',
    fact.returned,
    0,
    newBudget(),
  );
  if (!inner.ok) return decoded;
  const { kind, abi } = target;
  const { method, params } = call;
  const { returned } = fact;
  const read = decodeAnswer({ method, params, returned, kind, abi, recovered: context.recovered });
  return {
    ok: true,
    value: {
      ...decoded.value,
      DecodedRet: inner.value,
      ...(read ? { DecodedRetValues: read.values.map((value) => ({ ...value })) } : {}),
      ...(read?.guessed ? { DecodedRetGuessed: true } : {}),
    },
  };
}

/** A call of a contract's function, and what came back. */
export interface AnsweredCall extends Pick<DecodeContext, 'kind' | 'method' | 'abi' | 'recovered'> {
  params: Uint8Array | null;
  returned: Uint8Array;
  /** As a trace declares them. */
  paramsCodec?: Uint64 | undefined;
  returnCodec?: Uint64 | undefined;
}

/**
 * What a contract's function returned, by its ABI or by what is known of such functions (`guessed`); null
 * where neither says anything that fits.
 */
export function decodeAnswer(
  call: AnsweredCall,
): { values: AbiArgument[]; guessed: boolean } | null {
  if (call.kind !== 'evm' || call.method !== INVOKE_CONTRACT || call.params === null) return null;
  const calldata = calldataOf(call.params, call.paramsCodec);
  const data = returnDataOf(call.returned, call.returnCodec);
  const selector = calldata && selectorOf(calldata);
  if (calldata === null || data === null || selector === null) return null;
  const { functions, guessed } = functionsFor(selector, call.abi, call.recovered);
  const answering = functions.filter(({ outputs }) => outputs.length > 0);
  const values = firstFit(answering, ({ params, outputs }, exact) =>
    guessed && !(exact && decodeArguments(params, calldata.subarray(4), exact))
      ? null
      : decodeArguments(outputs, data, exact),
  );
  return values && { values, guessed };
}
