/** Params and returns as readers understand them. */
import { decodeParams, decodeReturn, type Json } from '#filecoin/actors/decode.ts';
import { kindAt, type ActorKind } from '#filecoin/actors/kinds.ts';
import { parseAddress } from '#filecoin/address.ts';
import { toHex } from '#filecoin/bytes.ts';
import { EXIT_CONTRACT_REVERTED } from '#filecoin/exitcode.ts';
import { decodeRevert } from '#filecoin/evm/revert.ts';
import type { Uint64 } from '#filecoin/uint64.ts';
import { resolveAddresses } from '../account/resolve.ts';
import { namesOf } from '../names.ts';
import { actorsVersions } from '../versions.ts';
import type { View } from '../view.ts';
import type { Undecoded } from '../wire.ts';
import type { RevertReason } from './schema.ts';

/** A call's input and output, and who took it. */
export interface Payload {
  /** Where it was executed; null when it was not yet. */
  height: number | null;
  kind: ActorKind | null;
  method: Uint64;
  params: Uint8Array | null;
  paramsCodec?: number | undefined;
  /** Null when nothing was executed. */
  exitCode: number | null;
  returned: Uint8Array | null;
  returnCodec?: number | undefined;
}

/** What the bytes say, or why that is not told; nothing of bytes that are not there. */
export interface DecodedPayload {
  decodedParams?: Json;
  paramsReason?: Undecoded;
  decodedReturnValue?: Json;
  returnReason?: Undecoded;
}

type Resolver = (address: string) => { kind: ActorKind } | null;

const EMPTY = new Uint8Array();

/**
 * Decodes several calls. A multisig's proposal carries a call to another actor, whose kind must be
 * known: a first round finds which ones, then they are looked up at once.
 */
export async function decodePayloads(
  view: View,
  payloads: readonly Payload[],
): Promise<DecodedPayload[]> {
  const asked = new Set<string>();
  const collect: Resolver = (address) => {
    asked.add(address);
    return null;
  };
  const versions = await actorsVersions(view);
  const decodeAll = (resolve: Resolver): DecodedPayload[] =>
    payloads.map((payload) => decodeOne(view, payload, versions(payload.height), resolve));
  const first = decodeAll(collect);
  if (asked.size === 0) return first;
  const addresses = [...asked].map((text) => ({ text, bytes: parseAddress(text) }));
  const ids = await resolveAddresses(
    view,
    addresses.map(({ bytes }) => bytes),
  );
  const names = await namesOf(view, ids.values());
  const kinds = new Map<string, ActorKind>();
  for (const { text, bytes } of addresses) {
    const kind = names.kind(ids.get(toHex(bytes)) ?? null);
    if (kind !== null) kinds.set(text, kind);
  }
  if (kinds.size === 0) return first;
  return decodeAll((address) => {
    const kind = kinds.get(address);
    return kind === undefined ? null : { kind };
  });
}

function decodeOne(
  view: View,
  payload: Payload,
  version: number | undefined,
  resolve: Resolver,
): DecodedPayload {
  const { kind, method, params, returned } = payload;
  const given = params !== null && params.length > 0;
  const answered = payload.exitCode === 0 && returned !== null && returned.length > 0;
  if (kind === null)
    return {
      ...(given ? { paramsReason: 'unknown-actor' } : {}),
      ...(answered ? { returnReason: 'unknown-actor' } : {}),
    };
  const context = { kind, method, version, prefix: view.network.prefix, resolve };
  const result: DecodedPayload = {};
  if (given) {
    const decoded = decodeParams({ ...context, codec: payload.paramsCodec, params });
    if (decoded.ok) result.decodedParams = decoded.value;
    else result.paramsReason = decoded.reason;
  }
  if (answered) {
    const decoded = decodeReturn({
      ...context,
      codec: payload.returnCodec,
      returned,
      params: params ?? undefined,
    });
    if (decoded.ok) result.decodedReturnValue = decoded.value;
    else result.returnReason = decoded.reason;
  }
  return result;
}

/** Why a contract reverted; null when no contract did. */
export function revertOf(exitCode: number, returned: Uint8Array | null): RevertReason | null {
  if (exitCode !== EXIT_CONTRACT_REVERTED) return null;
  const revert = decodeRevert(returned ?? EMPTY);
  return {
    kind: revert.kind,
    text: revert.text,
    ...('args' in revert ? { args: revert.args } : {}),
  };
}

/** Kind by its number in the database. */
export function kindOrNull(index: number | null): ActorKind | null {
  return index === null ? null : kindAt(index);
}
