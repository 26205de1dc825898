/** Actors, messages and calls of a made chain. */
import { formatAddress } from '#filecoin/address.ts';
import { CODE_CID_START, CODES } from '#filecoin/actors/codes.ts';
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import { toBase64 } from '#filecoin/encoding/bytes.ts';
import { blake2b256, cidOf } from '#filecoin/encoding/cid.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { messageFromJson, signedMessageDigest } from '#filecoin/message.ts';
import { signatureFromJson } from '#filecoin/signature.ts';
import type {
  CidJson,
  ExecutionTraceJson,
  MessageJson,
  MinerInfoJson,
  SignatureJson,
} from '../types.ts';

const ACTORS_VERSION = 18;

export interface MadeActor {
  kind: ActorKind;
  /** attoFIL */
  balance: bigint;
  nonce?: Uint64;
  /** Text of its key's or other address. */
  robust?: string;
  delegated?: string;
  /** As StateReadState tells it. */
  state?: unknown;
  /** Of a provider: what StateMinerInfo tells otherwise than `minerInfo`. */
  info?: Partial<MinerInfoJson>;
}

export interface MadeCall {
  from: number;
  /** An id, or any other address, which then nobody has. */
  to: number | string;
  value?: bigint;
  method?: Uint64;
  params?: Uint8Array | undefined;
  exit?: number | bigint;
  returned?: Uint8Array | undefined;
  /** Of the actor that runs; an account unless told. */
  kind?: ActorKind;
  sub?: MadeCall[];
}

export interface MadeMessage {
  json: MessageJson;
  signature: SignatureJson;
  cid: CidJson;
}

export const cidOfText = (text: string): CidJson => ({
  '/': cidOf(blake2b256(new TextEncoder().encode(text))),
});

/** Code CID of a kind, of the newest actors that have it. */
export function codeOf(kind: string): string {
  const row = CODES.findLast(([version, name]) => name === kind && version <= ACTORS_VERSION);
  return CODE_CID_START + (row?.[2] ?? '');
}

const keys = new Map<string, number>();

/** The key address of an account. */
export function keyOf(id: number): string {
  const hash = blake2b256(new TextEncoder().encode(`key of ${id}`)).subarray(0, 20);
  const text = formatAddress(Uint8Array.of(1, ...hash));
  keys.set(text, id);
  return text;
}

/** Inverse of `keyOf`. */
export function idOfKey(address: string): number {
  return keys.get(address) ?? Number(address.slice(2));
}

/** A signed message from an actor's key address. */
export function aMessage(
  from: number,
  to: string,
  parts: Partial<Omit<MessageJson, 'From' | 'To'>> = {},
): MadeMessage {
  const json: MessageJson = {
    Version: 0,
    To: to,
    From: keyOf(from),
    Nonce: 0,
    Value: '0',
    GasLimit: 1_000_000,
    GasFeeCap: '200',
    GasPremium: '10',
    Method: 0,
    Params: null,
    ...parts,
  };
  const signature = { Type: 1, Data: toBase64(new Uint8Array(65).fill(7)) };
  const digest = signedMessageDigest(messageFromJson(json), signatureFromJson(signature));
  return { json, signature, cid: { '/': cidOf(digest) } };
}

/** A call as Lotus tells it. */
export function traceOf(call: MadeCall): ExecutionTraceJson {
  const { from, to, value = 0n, method = 0, params, exit = 0, returned, kind = 'account' } = call;
  const code = { '/': codeOf(kind) };
  return {
    Msg: {
      From: `f0${from}`,
      To: typeof to === 'number' ? `f0${to}` : to,
      Value: String(value),
      Method: method,
      Params: params ? toBase64(params) : null,
      ParamsCodec: params ? 81 : 0,
      ReadOnly: false,
    },
    MsgRct: {
      ExitCode: exit,
      Return: returned ? toBase64(returned) : null,
      ReturnCodec: returned ? 81 : 0,
    },
    ...(typeof to === 'number'
      ? { InvokedActor: { Id: to, State: { Code: code, Head: code, Nonce: 0, Balance: '0' } } }
      : {}),
    Subcalls: (call.sub ?? []).map(traceOf),
  };
}

export const NO_POWER = {
  MinerPower: { RawBytePower: '0', QualityAdjPower: '0' },
  TotalPower: { RawBytePower: '0', QualityAdjPower: '0' },
  HasMinPower: false,
};

/** As StateMinerInfo tells of a provider that is its own owner. */
export function minerInfo(id: number): MinerInfoJson {
  return {
    Owner: `f0${id}`,
    Worker: `f0${id}`,
    ControlAddresses: null,
    WorkerChangeEpoch: -1,
    PeerId: null,
    Multiaddrs: null,
    WindowPoStProofType: 8,
    SectorSize: 34_359_738_368,
    WindowPoStPartitionSectors: 2349,
    ConsensusFaultElapsed: -1,
  };
}
