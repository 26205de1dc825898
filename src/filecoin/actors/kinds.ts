/**
 * Kinds of built-in actors, and which kind a code CID stands for.
 *
 * Up to actors version 7 a code CID is an identity multihash of a text such as `fil/1/account`;
 * from version 8 on it is the hash of the actor's Wasm, which every network's bundle has its own of.
 */
import {
  ethBytesOf,
  PROTOCOL_BLS,
  PROTOCOL_DELEGATED,
  PROTOCOL_SECP256K1,
  protocolOf,
} from '../address.ts';
import { formatCid, parseCid } from '../encoding/cid.ts';
import { CODE_CID_START, CODES } from './codes.ts';

/** Every kind of built-in actor. A kind's index is its value in the database: append only. */
export const ACTOR_KINDS = [
  'account',
  'cron',
  'datacap',
  'eam',
  'ethaccount',
  'evm',
  'init',
  'multisig',
  'paymentchannel',
  'placeholder',
  'reward',
  'storagemarket',
  'storageminer',
  'storagepower',
  'system',
  'verifiedregistry',
] as const;

export type ActorKind = (typeof ACTOR_KINDS)[number];

/** An actor's code: its kind and the actors version that the code belongs to. */
export interface ActorCode {
  kind: ActorKind;
  version: number;
}

/** The codes of one bundle, as `StateActorCodeCIDs` names them. */
export interface ActorBundle {
  /** Actors version (`actorsVersionOf(networkVersion)`). */
  version: number;
  /** Name of the actor → code CID as text. Names that are no kind are passed over. */
  codes: Readonly<Record<string, string>>;
}

/** Answers which actor a code CID (bytes or text) is; null for an unknown or malformed one. */
export type KindTable = (code: Uint8Array | string) => ActorCode | null;

const kinds: ReadonlySet<string> = new Set(ACTOR_KINDS);

export function isActorKind(name: string): name is ActorKind {
  return kinds.has(name);
}

/** The kind that has this index in the database; null when there is none. */
export function kindAt(index: number): ActorKind | null {
  return ACTOR_KINDS[index] ?? null;
}

/**
 * What the first message to an address that no actor has yet makes of it: a key's address becomes an
 * account, an f410 address a placeholder, which takes a contract's calls and may become one. Null for
 * the others, to which nobody can send. Source: ref-fvm, `call_manager/default.rs`
 * (`create_actor_from_send`).
 */
export function kindToBe(address: Uint8Array): ActorKind | null {
  const protocol = protocolOf(address);
  if (protocol === PROTOCOL_SECP256K1 || protocol === PROTOCOL_BLS) return 'account';
  return protocol === PROTOCOL_DELEGATED && ethBytesOf(address) !== null ? 'placeholder' : null;
}

/** The database's value of a kind. */
export function kindIndex(kind: ActorKind): number {
  return ACTOR_KINDS.indexOf(kind);
}

/** First network version of each actors version from 2 on (actors version 1 never existed). */
const FIRST_NETWORK_VERSION: readonly (readonly [networkVersion: number, actors: number])[] = [
  [29, 19],
  [28, 18],
  [27, 17],
  [25, 16],
  [24, 15],
  [23, 14],
  [22, 13],
  [21, 12],
  [19, 11],
  [18, 10],
  [17, 9],
  [16, 8],
  [15, 7],
  [14, 6],
  [13, 5],
  [12, 4],
  [10, 3],
  [4, 2],
];

/** The actors version that runs at a network version. */
export function actorsVersionOf(networkVersion: number): number {
  const row = FIRST_NETWORK_VERSION.find(([first]) => networkVersion >= first);
  return row ? row[1] : 0;
}

let shipped: ReadonlyMap<string, ActorCode> | null = null;

function shippedCodes(): ReadonlyMap<string, ActorCode> {
  if (shipped) return shipped;
  const codes = new Map<string, ActorCode>();
  for (const [version, kind, ...cids] of CODES)
    if (isActorKind(kind))
      for (const cid of cids) codes.set(CODE_CID_START + cid, { kind, version });
  shipped = codes;
  return codes;
}

/** Kinds of actors versions 0 to 7. */
const NAMED: readonly ActorKind[] = [
  'system',
  'init',
  'cron',
  'account',
  'storagepower',
  'storageminer',
  'storagemarket',
  'paymentchannel',
  'multisig',
  'reward',
  'verifiedregistry',
];

/**
 * The bundle of actors versions 0 to 7, whose codes were no programs but names; null for a later one.
 * Source: specs-actors `actors/builtin/codes.go`.
 */
export function namedBundle(version: number): ActorBundle | null {
  if (version > 7) return null;
  const codes = NAMED.map((kind) => {
    const name = new TextEncoder().encode(`fil/${version === 0 ? 1 : version}/${kind}`);
    return [kind, formatCid(Uint8Array.of(0x01, 0x55, 0x00, name.length, ...name))];
  });
  return { version, codes: Object.fromEntries(codes) };
}

/** CIDv1, raw codec, identity multihash: how a code CID of actors versions 0 to 7 begins. */
const IDENTITY_START = 'bafkqa';
const IDENTITY_NAME = /^fil\/([1-7])\/([a-z]+)$/;

function identityCode(text: string): ActorCode | null {
  if (!text.startsWith(IDENTITY_START) || text.length > 80) return null;
  let name: string;
  try {
    name = String.fromCharCode(...parseCid(text).subarray(4));
  } catch {
    return null;
  }
  const match = IDENTITY_NAME.exec(name);
  const generation = match?.[1];
  const kind = match?.[2];
  if (generation === undefined || kind === undefined || !isActorKind(kind)) return null;
  // The first generation is named 1 and is called actors version 0 everywhere else.
  return { kind, version: generation === '1' ? 0 : Number(generation) };
}

/**
 * A table of code CIDs: the shipped ones (mainnet and calibration) and a network's own bundles,
 * which take precedence.
 */
export function createKindTable(extra: readonly ActorBundle[] = []): KindTable {
  const own = new Map<string, ActorCode>();
  for (const { version, codes } of extra)
    for (const [kind, cid] of Object.entries(codes))
      if (isActorKind(kind)) own.set(cid, { kind, version });
  return (code) => {
    let text: string;
    if (typeof code === 'string') text = code;
    else
      try {
        text = formatCid(code);
      } catch {
        return null;
      }
    return own.get(text) ?? shippedCodes().get(text) ?? identityCode(text);
  };
}

/** Which actor a code CID is, by the shipped table alone. */
export const kindOfCode: KindTable = createKindTable();
