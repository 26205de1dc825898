import { actorsVersionOf } from '#filecoin/actors/kinds.ts';
import { methodName } from '#filecoin/actors/methods.ts';
import { AddressError, parseAddress } from '#filecoin/address.ts';
import { EncodingError, fromBase64 } from '#filecoin/encoding/bytes.ts';
import { integer, integerJson } from '#filecoin/encoding/integers.ts';
import { exitCodeName } from '#filecoin/execution/exitcode.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import type { CallNode } from '#store/calltree.ts';
import { abisOf } from '../contract/abis.ts';
import { KnownSignatures } from '../contract/signatures.ts';
import { evmMethodOf, plainTransfer, selectorOf, type EvmMethod } from '../methods.ts';
import { namesOf } from '../names.ts';
import type { Names } from '../naming.ts';
import { networkVersions } from '../versions.ts';
import type { View } from '../view.ts';
import { calledTokens, type CalledOf, type CalledTokens } from './calledTokens.ts';
import type { FoundMessage } from './find.ts';
import { callTreeOf } from './parties.ts';
import {
  answersProposal,
  callsContract,
  decodePayloads,
  kindOrNull,
  type DecodedPayload,
  type Payload,
} from './payload.ts';
import { hexOf, listReceipt } from './rows.ts';
import type { Subcall, Subcalls } from './callSchema.ts';

/** Of so many calls the payloads are decoded, nearest to the top first; of the others they are raw. */
const MAX_DECODED = 1000;

/** A call, read out of the tree. */
interface Call {
  node: CallNode;
  payload: Payload;
  toAddress: Uint8Array | undefined;
}

/** What is called of a contract: its name, and of whom; nobody where it is no function. */
interface Called extends CalledOf {
  named: EvmMethod;
}
const UNNAMED: Called = { named: { evmMethod: '' }, id: null };

/** The calls that a message made, as a tree; empty when it made none or has not run. */
export async function messageSubcalls(view: View, { execution }: FoundMessage): Promise<Subcalls> {
  const root = execution && (await callTreeOf(view, execution));
  if (!root) return [];
  const calls = flatten(root.sub, execution.height);
  const [names, read] = await Promise.all([
    namesOf(
      view,
      calls.flatMap(({ node }) => [node.from, node.to]),
    ),
    readCalls(view, calls, execution.height),
  ]);
  const { decoded, called, tokens, networkVersion } = read;
  const built = new Map<CallNode, Subcall>();
  calls.forEach((call, i) =>
    built.set(
      call.node,
      subcall(call, decoded[i] ?? {}, called[i] ?? UNNAMED, { names, tokens, networkVersion }),
    ),
  );
  const childrenOf = (nodes: readonly CallNode[]): Subcall[] =>
    nodes.flatMap((node) => built.get(node) ?? []);
  for (const { node } of calls) {
    const parent = built.get(node);
    if (parent) parent.subcalls = childrenOf(node.sub);
  }
  return childrenOf(root.sub);
}

/** What calls say, in their order, and the tokens that they were to. */
async function readCalls(view: View, calls: readonly Call[], height: number) {
  const shown = calls.slice(0, MAX_DECODED);
  const contracts = shown.flatMap(({ node, payload }) => (payload.kind === 'evm' ? [node.to] : []));
  const abis = await abisOf(view, contracts);
  for (const { node, payload } of shown) payload.abi = abis(node.to);
  const recovered = new KnownSignatures();
  const [decoded, versions] = await Promise.all([
    decodePayloads(
      view,
      shown.map((call) => call.payload),
      recovered,
    ),
    networkVersions(view),
  ]);
  const called = calls.map(({ node, payload }): Called => {
    const { kind, method, params, paramsCodec } = payload;
    const named = evmMethodOf(selectorOf(kind, method, params, paramsCodec), {
      ...payload,
      recovered,
    });
    return { named, id: named.evmMethod === '' ? null : node.to, signature: named.evmMethod };
  });
  const tokens = await calledTokens(view, called.slice(0, MAX_DECODED));
  return { decoded, called, tokens, networkVersion: versions(height) };
}

/** Whether none of these calls, nor of those that they made, is to a contract’s function. */
export function callNoContract(calls: readonly Subcall[]): boolean {
  const open = [...calls];
  for (const { evmMethod, decodedParams, decodedReturnValue, subcalls } of open) {
    if (evmMethod !== '' || callsContract(decodedParams)) return false;
    if (answersProposal(decodedReturnValue)) return false;
    for (const call of subcalls) open.push(call);
  }
  return true;
}

/** All calls, level by level, without recursion: a tree may be a thousand calls deep. */
function flatten(nodes: readonly CallNode[], height: number): Call[] {
  const calls: Call[] = [];
  const open = [...nodes];
  for (const node of open) {
    calls.push({
      node,
      toAddress: node.toAddress === undefined ? undefined : addressOf(node.toAddress),
      payload: {
        height,
        kind: kindOrNull(node.toKind),
        to: node.to,
        method: uint64(node.method),
        params: bytesOf(node.params),
        paramsCodec: integer(node.paramsCodec),
        exitCode: integer(node.exit),
        returned: bytesOf(node.ret),
        returnCodec: integer(node.retCodec),
      },
    });
    for (const sub of node.sub) open.push(sub);
  }
  return calls;
}

function subcall(
  { node, payload, toAddress }: Call,
  decoded: DecodedPayload,
  called: Called,
  known: { names: Names; tokens: CalledTokens; networkVersion: number | undefined },
): Subcall {
  const { names, tokens, networkVersion } = known;
  const version = networkVersion === undefined ? undefined : actorsVersionOf(networkVersion);
  const exit = integer(node.exit);
  return {
    from: names.shown(node.from),
    fromId: names.idText(node.from),
    fromActor: names.kind(node.from),
    to: node.to === null && !toAddress ? '' : names.shown(node.to, toAddress),
    toId: names.idTextOrNull(node.to),
    ...names.ends(
      { id: node.from },
      { id: node.to, ...(toAddress === undefined ? {} : { written: toAddress }) },
    ),
    toActor: payload.kind,
    ...tokens(called),
    value: node.value,
    method: methodName(payload.kind, payload.method, version),
    methodNumber: integerJson(payload.method),
    ...plainTransfer(payload.kind, payload.method, payload.params, node.value),
    ...called.named,
    params: hexOf(payload.params),
    receipt: listReceipt(
      exit,
      exitCodeName(exit, { networkVersion, kind: payload.kind }),
      payload.returned,
    ),
    ...decoded,
    subcalls: [],
  };
}

function bytesOf(base64: string | null): Uint8Array | null {
  if (base64 === null) return null;
  try {
    return fromBase64(base64);
  } catch (error) {
    if (error instanceof EncodingError) return null;
    throw error;
  }
}

function addressOf(text: string): Uint8Array | undefined {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof AddressError) return undefined;
    throw error;
  }
}
