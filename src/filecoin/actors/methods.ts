/**
 * Methods of the built-in actors by number: their names as they are shown, and what family of work
 * they belong to.
 *
 * A display name is the actor's own name of the method; methods exported by FRC-42 end in
 * `Exported`. Where several kinds of actors have a method of the same name, each carries its family
 * in parentheses: `WithdrawBalance (miner)`, `WithdrawBalance (market)`. Hooks, which any actor may
 * implement, are named alike everywhere (`InvokeContract`, `UniversalReceiverHook`).
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { blake2b256 } from '../encoding/cid.ts';
import type { Uint64 } from '../encoding/uint64.ts';
import { ACTOR_KINDS } from './kinds.ts';
import type { ActorKind } from './kinds.ts';
import {
  ACCEPTS_ANY,
  FIRST_EXPORTED_VERSION,
  FIRST_VERSION,
  HOOKS,
  HOOKS_OF,
  METHOD_TABLE,
} from './methodTable.ts';

/** A method as the tables know it. */
export interface ActorMethod {
  kind: ActorKind;
  number: number;
  /** Name within its actor, e.g. `WithdrawBalance`. */
  name: string;
  /** Key of its params' and return's shape: the name without `Exported`. */
  shape: string;
  /** Name as shown, e.g. `WithdrawBalance (market)`. */
  display: string;
  /** First and last actors version that have it. */
  since: number;
  until: number;
}

export type MethodFamily =
  'transfer' | 'contract' | 'proof' | 'market' | 'multisig' | 'system' | 'other';

/** Numbers from here on are FRC-42 hashes of names. */
export const FIRST_EXPORTED_NUMBER = 2 ** 24;
/** Actors before this version took params for what their first value says, whatever came behind it. */
export const FIRST_STRICT_VERSION = 8;
/** InvokeContract: calls an EVM contract. */
export const INVOKE_CONTRACT = 3844450837;

/**
 * Whether a call moves value and nothing else: how Ethereum's wallets send FIL (InvokeContract without
 * params) to whoever runs no code of its own on it.
 */
export function isPlainTransfer(call: {
  kind: ActorKind | null;
  method: Uint64;
  /** Length in bytes. */
  paramsLength: number;
  /** attoFIL. */
  value: string;
}): boolean {
  const { kind, method, paramsLength, value } = call;
  const runsCode = kind === null || kind === 'evm';
  return method === INVOKE_CONTRACT && !runsCode && paramsLength === 0 && value !== '0';
}

const FAMILY_WORD: Readonly<Record<ActorKind, string>> = {
  account: 'account',
  cron: 'cron',
  datacap: 'datacap',
  eam: 'eam',
  ethaccount: 'ethaccount',
  evm: 'evm',
  init: 'init',
  multisig: 'multisig',
  paymentchannel: 'paych',
  placeholder: 'placeholder',
  reward: 'reward',
  storagemarket: 'market',
  storageminer: 'miner',
  storagepower: 'power',
  system: 'system',
  verifiedregistry: 'verifreg',
};

const text = new TextEncoder();

/**
 * Number of an exported method: the first four bytes (big-endian) of blake2b-512 over `1|name` that
 * make a number of at least 2^24 (FRC-42).
 */
export function frc42Number(name: string): number {
  const digest = blake2b(text.encode(`1|${name}`), { dkLen: 64 });
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
  for (let at = 0; at + 4 <= digest.length; at += 4) {
    const number = view.getUint32(at);
    if (number >= FIRST_EXPORTED_NUMBER) return number;
  }
  throw new RangeError(`no method number for ${name}`);
}

type Row = Omit<ActorMethod, 'display'>;

function rowsOf(kind: ActorKind): Row[] {
  const first = FIRST_VERSION[kind] ?? 0;
  const { methods, exported = [] } = METHOD_TABLE[kind];
  const rows = methods.map(([number, name, since = first, until = Infinity]): Row => {
    return { kind, number, name, shape: name, since, until };
  });
  for (const [name, since = FIRST_EXPORTED_VERSION, display = `${name}Exported`] of exported)
    rows.push({
      kind,
      number: frc42Number(name),
      name: display,
      shape: name,
      since: Math.max(since, first),
      until: Infinity,
    });
  return rows;
}

interface Tables {
  /** kind → number → the methods of that number, newest first. */
  byNumber: ReadonlyMap<ActorKind, ReadonlyMap<number, readonly ActorMethod[]>>;
  byDisplay: ReadonlyMap<string, readonly ActorMethod[]>;
}

let built: Tables | null = null;

function tables(): Tables {
  if (built) return built;
  const rows = ACTOR_KINDS.flatMap(rowsOf);
  const kindsOfName = new Map<string, Set<ActorKind>>();
  for (const { name, kind } of rows)
    kindsOfName.set(name, (kindsOfName.get(name) ?? new Set()).add(kind));
  const methods: ActorMethod[] = rows.map((row) => {
    const shared = (kindsOfName.get(row.name)?.size ?? 0) > 1;
    return { ...row, display: shared ? `${row.name} (${FAMILY_WORD[row.kind]})` : row.name };
  });
  for (const kind of ACTOR_KINDS) {
    const names = HOOKS_OF[kind];
    const acceptsSince = ACCEPTS_ANY[kind]?.since ?? 0;
    for (const [name, since = FIRST_EXPORTED_VERSION, display = `${name}Exported`] of HOOKS)
      if (names ? names.includes(name) : ACCEPTS_ANY[kind])
        methods.push({
          kind,
          number: frc42Number(name),
          name: display,
          shape: name,
          display,
          // The receiver hook is a method of its own, the others come in with all numbers.
          since: Math.max(since, name === 'Receive' ? (FIRST_VERSION[kind] ?? 0) : acceptsSince),
          until: Infinity,
        });
  }
  const byNumber = new Map(ACTOR_KINDS.map((kind) => [kind, new Map<number, ActorMethod[]>()]));
  const byDisplay = new Map<string, ActorMethod[]>();
  for (const method of methods.sort((a, b) => b.since - a.since)) {
    const numbers = byNumber.get(method.kind);
    const same = numbers?.get(method.number);
    if (same) same.push(method);
    else numbers?.set(method.number, [method]);
    const named = byDisplay.get(method.display);
    if (named) named.push(method);
    else byDisplay.set(method.display, [method]);
  }
  built = { byNumber, byDisplay };
  return built;
}

/**
 * The methods of this number, newest first: one at most in an actors version, perhaps several
 * without one (numbers were given anew). Send, 0, is no method of an actor.
 */
export function findMethods(
  kind: ActorKind,
  number: Uint64,
  version?: number,
): readonly ActorMethod[] {
  if (typeof number === 'bigint') return [];
  const methods = tables().byNumber.get(kind)?.get(number) ?? [];
  return version === undefined
    ? methods
    : methods.filter(({ since, until }) => version >= since && version <= until);
}

/** The method of this number in an actors version, or the newest of this number; null when there is none. */
export function findMethod(kind: ActorKind, number: Uint64, version?: number): ActorMethod | null {
  return findMethods(kind, number, version)[0] ?? null;
}

/** Whether this actor takes a method number that no table names (and ignores it, or hands it to its code). */
export function acceptsAnyMethod(kind: ActorKind, number: Uint64, version = Infinity): boolean {
  const rule = ACCEPTS_ANY[kind];
  return rule !== undefined && version >= rule.since && number >= rule.from;
}

/**
 * Whether what comes with a call of this method, and what comes back, is not the actor's own to say: it
 * ignores the call whatever it carries, or hands it to a contract's code.
 */
export function isLeftOpen(kind: ActorKind, number: Uint64, version?: number): boolean {
  return acceptsAnyMethod(kind, number, version) && !(kind === 'evm' && number === INVOKE_CONTRACT);
}

/**
 * Name of a method as it is shown. `Send` for 0; `Fallback` where the actor takes any number and
 * this one has no name; `Unknown (77)` where the method does not exist in that actors version (in
 * any, when `version` is left out) or the kind is not known.
 */
export function methodName(kind: ActorKind | null, number: Uint64, version?: number): string {
  if (number === 0) return 'Send';
  if (kind !== null) {
    const method = findMethod(kind, number, version);
    if (method) return method.display;
    if (acceptsAnyMethod(kind, number, version)) return 'Fallback';
  }
  return `Unknown (${number})`;
}

/** What a storage miner's methods carried not at first: their numbers stay. */
const LATER_WORD = ` (${FAMILY_WORD.storageminer})`;

/**
 * Stable number of a display name: the first four bytes of its blake2b-256, as a signed 32-bit
 * integer. A storage miner's is that of the name alone, so the name alone finds it too. Numbers of
 * methods that do not exist are chosen by senders: where such a name comes to the number of a method
 * that does, it is hashed again with a space behind it.
 */
export function methodId(name: string): number {
  const numbered = name.endsWith(LATER_WORD) ? name.slice(0, -LATER_WORD.length) : name;
  const id = hashedId(numbered);
  return UNKNOWN.test(name) && namedMethodIds().has(id) ? methodId(`${name} `) : id;
}

/** Names of methods that do not exist. */
const UNKNOWN = /^Unknown \(\d+\) *$/;

function hashedId(name: string): number {
  const digest = blake2b256(text.encode(name));
  return new DataView(digest.buffer, digest.byteOffset, digest.byteLength).getInt32(0);
}

let named: ReadonlySet<number> | null = null;

/** Ids of all methods that exist: some hundreds, whatever senders call. */
export function namedMethodIds(): ReadonlySet<number> {
  named ??= new Set(['Send', 'Fallback', ...tables().byDisplay.keys()].map(methodId));
  return named;
}

/** All methods with this display name, newest first. */
export function methodsNamed(display: string): readonly ActorMethod[] {
  return tables().byDisplay.get(display) ?? [];
}

const PROOF =
  /^(SubmitWindowedPoSt|DisputeWindowedPoSt|PreCommit|ProveCommit|ProveReplica|ConfirmSectorProofs|CheckSectorProven|DeclareFaults|TerminateSectors|ExtendSectorExpiration|Compact)/;

const FAMILY: Readonly<Partial<Record<ActorKind, MethodFamily>>> = {
  eam: 'contract',
  evm: 'contract',
  multisig: 'multisig',
  storagemarket: 'market',
  verifiedregistry: 'market',
  datacap: 'market',
  cron: 'system',
  reward: 'system',
  system: 'system',
  init: 'system',
  storagepower: 'system',
  account: 'system',
};

/** What kind of work a display name stands for (colours and filters of the pages). */
export function methodFamily(name: string): MethodFamily {
  if (name === 'Send') return 'transfer';
  if (name === 'InvokeContract' || name === 'Fallback') return 'contract';
  const kind = methodsNamed(name)[0]?.kind;
  if (kind === undefined) return 'other';
  if (kind === 'storageminer') return PROOF.test(name) ? 'proof' : 'other';
  return FAMILY[kind] ?? 'other';
}
