/** Params and returns as readers understand them. */
import {
  decodeAnswer,
  decodeParams,
  decodeReturn,
  type CarriedCall,
  type Json,
} from '#filecoin/actors/decode.ts';
import {
  kindAt,
  kindOfCode,
  type ActorCode,
  type ActorKind,
  type KindTable,
} from '#filecoin/actors/kinds.ts';
import { parseAddress } from '#filecoin/address.ts';
import { to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { EXIT_CONTRACT_REVERTED } from '#filecoin/execution/exitcode.ts';
import type { ContractAbi } from '#filecoin/evm/abi.ts';
import { functionsFor, type Recovered } from '#filecoin/evm/recovered.ts';
import { decodeRevert } from '#filecoin/evm/revert.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import { isFields } from '#filecoin/encoding/json.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { z } from 'zod';
import { abisOf } from '../contract/abis.ts';
import { KnownSignatures } from '../contract/signatures.ts';
import { selectorOf } from '../methods.ts';
import { kindsAt } from '../names.ts';
import { actorsVersions } from '../versions.ts';
import type { View } from '../view.ts';
import type { Undecoded } from '../wire.ts';
import { approvedCalls, asProposal, PROPOSE } from './approved.ts';
import { proposedCalls } from './proposed.ts';
import type { ProposedCall, ReturnedValues, RevertReason } from './payloadSchema.ts';

/** A call's input and output, and who took it. */
export interface Payload {
  /** Where it was executed; null when it was not yet. */
  height: number | null;
  kind: ActorKind | null;
  /** Who took it: proposals are known by their multisig. */
  to?: Uint64 | null | undefined;
  method: Uint64;
  params: Uint8Array | null;
  paramsCodec?: Uint64 | undefined;
  /** Null when nothing was executed. */
  exitCode: Integer | null;
  returned: Uint8Array | null;
  returnCodec?: Uint64 | undefined;
  /** Of the contract that took it, where it is verified. */
  abi?: ContractAbi | undefined;
}

/** What the bytes say, or why that is not told; nothing of bytes that are not there. */
export interface DecodedPayload {
  decodedParams?: Json;
  paramsReason?: Undecoded;
  decodedReturnValue?: Json;
  /** Of a contract's function. */
  returnedValues?: ReturnedValues;
  /** That no ABI of the contract says so. */
  returnedValuesGuessed?: true;
  returnReason?: Undecoded;
  /** The call of a contract that a proposal carries, or that of an approval. */
  proposedCall?: ProposedCall;
}

interface Target {
  id: Uint64 | null;
  kind: ActorKind;
  abi?: ContractAbi | undefined;
}
type Resolver = (address: string) => Target | null;

const EMPTY = new Uint8Array();

/**
 * Decodes several calls. A multisig's proposal carries a call to another actor, whose kind must be
 * known, and the ABI of a verified contract, and that one may be a proposal again: each round looks up
 * at once who is called one deeper, and the signatures of functions that no ABI has.
 */
export async function decodePayloads(
  view: View,
  payloads: readonly Payload[],
  recovered = new KnownSignatures(),
): Promise<DecodedPayload[]> {
  const versions = await actorsVersions(view);
  const targets = new Map<string, Target | null>();
  // Codes of a network's own bundles are known by the actors that were made of them.
  const codes = new Map<string, ActorCode>();
  const asked = new Set<string>();
  const resolve: Resolver = (address) => {
    const target = targets.get(address);
    if (target === undefined) asked.add(address);
    return target ?? null;
  };
  const kindOf: KindTable = (code) =>
    (typeof code === 'string' ? codes.get(code) : undefined) ?? kindOfCode(code);
  // Most are asked for before the first round, so that it is the last one but for proposals.
  for (const { kind, method, params, paramsCodec, abi } of payloads) {
    const selector = selectorOf(kind, method, params, paramsCodec);
    if (selector !== null) functionsFor(to0x(selector), abi, recovered);
  }
  await recovered.load(view);
  const known = { resolve, kindOf, recovered };
  let approved: readonly (CarriedCall | null)[] | null = null;
  for (;;) {
    const decoded = payloads.map((payload, index) =>
      decodeOne(view, payload, {
        ...known,
        version: versions(payload.height),
        approved: approved?.[index] ?? null,
      }),
    );
    if (approved === null) {
      const params = decoded.map(({ decodedParams }) => decodedParams);
      approved = await approvedCalls(view, payloads, params);
      if (approved.some((call) => call !== null)) continue;
    }
    const proposals = decoded.map(({ decodedParams }, index) => {
      const call = approved?.[index];
      if (!call) return payloads[index]?.kind === 'multisig' ? decodedParams : undefined;
      const { prefix } = view.network;
      const context = { ...known, kind: 'multisig', method: PROPOSE, prefix } as const;
      const proposed = decodeParams({ ...context, params: asProposal(call) });
      return proposed.ok ? proposed.value : undefined;
    });
    const created = payloads.map((payload, index) => createdBy(payload, decoded[index] ?? {}));
    for (const actor of created) if (actor) resolve(actor.address);
    const [named, found] = await Promise.all([recovered.load(view), targetsAt(view, asked)]);
    if (asked.size === 0 && !named)
      return proposedCalls(view, proposals, decoded, (to) => targets.get(to)?.id ?? null);
    for (const [address, target] of found) targets.set(address, target);
    asked.clear();
    created.forEach((actor, index) => {
      const target = actor && targets.get(actor.address);
      const version = versions(payloads[index]?.height ?? null) ?? Infinity;
      if (target) codes.set(actor.code, { kind: target.kind, version });
    });
  }
}

/** By what a call to each of these addresses is read. */
async function targetsAt(
  view: View,
  addresses: Iterable<string>,
): Promise<(readonly [address: string, target: Target | null])[]> {
  const parsed = [...addresses].map((text) => ({ text, bytes: parseAddress(text) }));
  const { ids, names } = await kindsAt(
    view,
    parsed.map(({ bytes }) => bytes),
  );
  const called = parsed.map(({ text, bytes }) => {
    const id = ids.get(toHex(bytes)) ?? null;
    return { text, id, kind: names.kindCalled(id, bytes) };
  });
  const abis = await abisOf(
    view,
    called.map(({ id, kind }) => (kind === 'evm' ? id : null)),
  );
  return called.map(({ text, id, kind }) => [text, kind && { id, kind, abi: abis(id) }]);
}

const execParams = z.object({ CodeCID: z.string() });
const execReturn = z.object({ IDAddress: z.string() });

/** The actor that a call of the init actor made, and of which code. */
function createdBy(
  { kind }: Payload,
  { decodedParams, decodedReturnValue }: DecodedPayload,
): { code: string; address: string } | null {
  if (kind !== 'init') return null;
  const params = execParams.safeParse(decodedParams);
  const returned = execReturn.safeParse(decodedReturnValue);
  if (!params.success || !returned.success) return null;
  return { code: params.data.CodeCID, address: returned.data.IDAddress };
}

/** Whether decoded params call a contract's function, at whatever depth: by what it is read may change. */
export function callsContract(decodedParams: Json | undefined): boolean {
  for (let params = decodedParams; isFields(params); params = params['DecodedParams'])
    if ('Input' in params) return true;
  return false;
}

/** Whether a decoded return value is what a multisig's proposal came to: it may have called a contract. */
export function answersProposal(decodedReturnValue: Json | undefined): boolean {
  if (!isFields(decodedReturnValue)) return false;
  return 'Applied' in decodedReturnValue && decodedReturnValue['Ret'] !== '0x';
}

function decodeOne(
  view: View,
  payload: Payload,
  known: {
    version: number | undefined;
    resolve: Resolver;
    kindOf: KindTable;
    recovered: Recovered;
    /** What an approval is for. */
    approved: CarriedCall | null;
  },
): DecodedPayload {
  const { kind, method, params, returned } = payload;
  const given = params !== null && params.length > 0;
  const answered = payload.exitCode === 0 && returned !== null && returned.length > 0;
  if (kind === null)
    return {
      ...(given ? { paramsReason: 'unknown-actor' } : {}),
      ...(answered ? { returnReason: 'unknown-actor' } : {}),
    };
  const context = { kind, method, prefix: view.network.prefix, ...known };
  const result: DecodedPayload = {};
  if (given) {
    const decoded = decodeParams({
      ...context,
      codec: payload.paramsCodec,
      params,
      abi: payload.abi,
    });
    if (decoded.ok) result.decodedParams = decoded.value;
    else result.paramsReason = decoded.reason;
  }
  if (answered) {
    const decoded = decodeReturn({
      ...context,
      codec: payload.returnCodec,
      returned,
      params: params ?? undefined,
      abi: payload.abi,
      proposed: known.approved ?? undefined,
    });
    if (decoded.ok) result.decodedReturnValue = decoded.value;
    else result.returnReason = decoded.reason;
    const answer = decodeAnswer({ ...payload, kind, returned, recovered: known.recovered });
    if (answer !== null) {
      result.returnedValues = answer.values;
      if (answer.guessed) result.returnedValuesGuessed = true;
    }
  }
  return result;
}

/** Why a contract reverted; null when no contract did. `abi`: its own, where it is verified. */
export async function revertOf(
  view: View,
  exitCode: Integer,
  returned: Uint8Array | null,
  abi?: ContractAbi,
): Promise<RevertReason | null> {
  if (exitCode !== EXIT_CONTRACT_REVERTED) return null;
  const recovered = new KnownSignatures();
  const read = () => decodeRevert(returned ?? EMPTY, abi, recovered);
  // What it lacks is asked for by reading.
  read();
  await recovered.load(view);
  const revert = read();
  return {
    kind: revert.kind,
    text: revert.text,
    ...('args' in revert ? { args: revert.args } : {}),
    ...('guessed' in revert ? { guessed: true } : {}),
    ...('others' in revert ? { others: revert.others } : {}),
  };
}

/** Kind by its number in the database. */
export function kindOrNull(index: number | null): ActorKind | null {
  return index === null ? null : kindAt(index);
}
