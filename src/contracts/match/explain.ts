/** Why nothing that was compiled is the chain's code, and what to try. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { likeness, spread, traitsOf } from '../code/traits.ts';
import type { Traits } from '../code/traits.ts';
import type { MetadataHash, Trailer } from '../code/trailer.ts';
import { isAtLeast } from '../request/version.ts';
import type { VerificationRequest } from '../request/types.ts';
import { addressText } from './compare.ts';
import type { OtherCode } from './compare.ts';
import type { ArgumentsFault, CreationMismatch } from './creation.ts';
import { matchCreation } from './creation.ts';
import { matchDeployed } from './deployed.ts';
import type { DeployedMismatch } from './deployed.ts';
import type { Compilation, CompiledContract } from './output.ts';

/** A likely cause, with what the chain's code shows. */
export type Cause =
  /** No contract of the sources has code: interfaces and abstract contracts only. */
  | { readonly kind: 'nothingCompiled' }
  /** The sources have no contract of the name that was asked for. */
  | { readonly kind: 'noSuchContract' }
  /**
   * Another contract of the sources is the one; with `address` the contract at hand is a proxy or a
   * diamond, and the one stands behind it there (0x) and is verified: by these sources (`now`) or before.
   */
  | {
      readonly kind: 'otherContract';
      readonly file: string;
      readonly name: string;
      readonly address?: string;
      readonly role?: 'implementation' | 'facet';
      readonly now?: boolean;
    }
  /** What the contract is a proxy of, 0x, and the name of that one's verified source. */
  | { readonly kind: 'proxy'; readonly address: string; readonly name: string | null }
  | { readonly kind: 'constructorArguments'; readonly fault: ArgumentsFault }
  /** Where the chain's code has the library, 0x and 40 digits; null where it has several addresses. */
  | { readonly kind: 'library'; readonly name: string; readonly address: string | null }
  /** What the chain's code says that it was compiled with; null: a version before 0.5.9. */
  | { readonly kind: 'compilerVersion'; readonly chain: string | null }
  /** How the chain's code hashes its metadata; `absent`: it has no trailer. */
  | { readonly kind: 'metadataHash'; readonly chain: MetadataHash | 'none' | 'absent' }
  /** The newest version of the EVM whose instructions the chain's code uses. */
  | { readonly kind: 'evmVersion'; readonly chain: Traits['evm'] }
  | { readonly kind: 'viaIR'; readonly chain: boolean }
  /** Whether the chain's code looks optimised. */
  | { readonly kind: 'optimizer'; readonly chain: boolean }
  | { readonly kind: 'runs' }
  | { readonly kind: 'immutable' }
  /**
   * The sources are of another contract, or another version; with `address` the contract at hand is a
   * proxy of that implementation (0x), whose sources these were not found to be either, with `facets` a
   * diamond, of which so many were looked at.
   */
  | { readonly kind: 'source'; readonly address?: string; readonly facets?: number };

/** Bytes around the first difference, of the chain's code and of the compiled. */
export interface Difference {
  /** Bytes from the beginning of the code. */
  readonly offset: number;
  /** Where the bytes that are shown begin. */
  readonly from: number;
  readonly wanted: string;
  readonly got: string;
}

export interface Explanation {
  /** The compiled contract that is nearest; null when there is none. */
  readonly nearest: CompiledContract | null;
  /** How much of the chain's functions it has, 0 to 1. */
  readonly likeness: number;
  readonly difference: Difference | null;
  /** The likeliest first. */
  readonly causes: readonly Cause[];
}

/** Bytes that are shown on both sides of a difference. */
const AROUND = 16;
/** Below this share of common functions the sources are others. */
const ALIKE = 0.5;
/** Below this spread of what differs a setting of the optimizer is unlikely: that shows all over. */
const ONE_PLACE = 0.2;
/** Code that the optimizer made is at most this part of what it was given; mostly far less. */
const OPTIMISED = 0.85;
/** Code is so much longer than what the optimizer made of it; many runs make it up to 1.5 times as long. */
const UNOPTIMISED = 1.5;
/** Bytes of compiled code whose functions are looked at, the likeliest first: more than honest sources make. */
const LOOKED_AT = 2 << 20;
/** Since then trailers tell the compiler's version. */
const VERSION_IN_TRAILER = '0.5.9';

interface Mismatch {
  readonly contract: CompiledContract;
  readonly difference: OtherCode | null;
  readonly arguments?: ArgumentsFault | null;
  readonly library: CreationMismatch['library'];
}

function differenceOf(chain: Uint8Array, compiled: Uint8Array, { at }: OtherCode): Difference {
  const from = Math.max(0, at - AROUND);
  const shown = (code: Uint8Array) => toHex(code.subarray(from, at + AROUND));
  return { offset: at, from, wanted: shown(chain), got: shown(compiled) };
}

const hashKind = (trailer: Trailer | null): MetadataHash | 'none' | 'absent' =>
  trailer ? (trailer.hash ?? 'none') : 'absent';

/** What the settings' traces in the two codes say. */
function settingCauses(
  request: VerificationRequest,
  chain: Traits,
  own: Traits,
  alike: number,
): Cause[] {
  const causes: Cause[] = [];
  const version = request.compiler.replace(/^v/, '').replace(/\+.*$/, '');
  const told = chain.trailer?.solc ?? null;
  const tells = isAtLeast(version, VERSION_IN_TRAILER);
  if (chain.trailer && (told === null ? tells && own.trailer?.solc != null : told !== version))
    causes.push({ kind: 'compilerVersion', chain: told });
  else if (hashKind(chain.trailer) !== hashKind(own.trailer))
    causes.push({ kind: 'metadataHash', chain: hashKind(chain.trailer) });
  if (chain.generator && own.generator && chain.generator !== own.generator)
    causes.push({ kind: 'viaIR', chain: chain.generator === 'yul' });
  if (chain.evm !== own.evm) causes.push({ kind: 'evmVersion', chain: chain.evm });
  // Of other sources the lengths tell nothing.
  if (alike < ALIKE) return causes;
  const { optimizer } = request.input.settings;
  const ratio = chain.length / Math.max(1, own.length);
  if (optimizer?.enabled === true) {
    if (chain.unoptimised || ratio > UNOPTIMISED) causes.push({ kind: 'optimizer', chain: false });
    causes.push({ kind: 'runs' });
  } else if (ratio < OPTIMISED) causes.push({ kind: 'optimizer', chain: true });
  return causes;
}

function causesOf(
  request: VerificationRequest,
  { contract, difference, arguments: fault, library }: Mismatch,
  chain: Traits,
  own: Traits,
  alike: number,
): Cause[] {
  if (fault) return [{ kind: 'constructorArguments', fault }];
  if (library)
    return [{ kind: 'library', name: library.name, address: addressText(library.address) }];
  const source: Cause = { kind: 'source' };
  if (difference?.why === 'library') {
    const link = contract.creation.links.find(({ at }) => at === difference.at);
    return [{ kind: 'library', name: link?.name ?? '', address: null }, source];
  }
  if (difference?.why === 'immutable') return [{ kind: 'immutable' }, source];
  const causes = settingCauses(request, chain, own, alike);
  if (alike < ALIKE) return [source, ...causes];
  // Of the optimizer's settings nothing is told: that they are others is a guess.
  const guess = causes.findIndex(({ kind }) => kind === 'optimizer' || kind === 'runs');
  return guess >= 0 && spread(chain, own) < ONE_PLACE
    ? causes.toSpliced(guess, 0, source)
    : [...causes, source];
}

/** The library of the request whose address the compiled code has where the chain has another. */
function wrongLibrary(
  { libraries }: VerificationRequest['input']['settings'],
  chain: Uint8Array,
  compiled: Uint8Array,
  at: number,
): Cause | null {
  const around = toHex(compiled.subarray(Math.max(0, at - 20), at + 20));
  for (const named of libraries.values())
    for (const [name, given] of named) {
      const place = around.indexOf(given.slice(2).toLowerCase());
      if (place < 0 || place % 2 !== 0) continue;
      const start = Math.max(0, at - 20) + place / 2;
      return { kind: 'library', name, address: addressText(chain.slice(start, start + 20)) };
    }
  return null;
}

/** Those that agree furthest with the chain's code, as many as may be looked at: at least one. */
function likeliest(
  mismatches: readonly Mismatch[],
  codeOf: (contract: CompiledContract) => Uint8Array,
): Mismatch[] {
  const agrees = ({ difference }: Mismatch): number => difference?.at ?? Infinity;
  let left = LOOKED_AT;
  return mismatches
    .toSorted((a, b) => (agrees(a) < agrees(b) ? 1 : agrees(a) > agrees(b) ? -1 : 0))
    .filter(({ contract }, index) => {
      const { length } = codeOf(contract);
      if (length > left && index > 0) return false;
      left -= length;
      return true;
    });
}

/** Everything but the arguments and libraries first, then functions in common, then how far they agree. */
function nearestOf(
  mismatches: readonly Mismatch[],
  chain: Traits,
  codeOf: (contract: CompiledContract) => Uint8Array,
): { mismatch: Mismatch; own: Traits; alike: number } | null {
  const ranked = likeliest(mismatches, codeOf).map((mismatch) => {
    const own = traitsOf(codeOf(mismatch.contract));
    const alike = mismatch.difference ? likeness(chain, own) : 1;
    const share = mismatch.difference ? mismatch.difference.at / Math.max(1, own.length) : 1;
    return { mismatch, own, alike, score: (mismatch.difference ? 0 : 2) + alike + share / 10 };
  });
  return ranked.sort((a, b) => b.score - a.score)[0] ?? null;
}

/**
 * Explains why the request's contract is not the chain's code. `mismatches`: as matching told them,
 * `deployed`: by deployed code, else by init code.
 */
export function explain(
  compilation: Compilation,
  request: VerificationRequest,
  chain: Uint8Array,
  mismatches: readonly CreationMismatch[] | readonly DeployedMismatch[],
  deployed = false,
): Explanation {
  const none = { nearest: null, likeness: 0, difference: null };
  if (compilation.contracts.length === 0) return { ...none, causes: [{ kind: 'nothingCompiled' }] };
  const codeOf = ({ creation, deployed: code }: CompiledContract) =>
    deployed ? code.bytes : creation.bytes;
  const traits = traitsOf(chain);
  const found = nearestOf(mismatches, traits, codeOf);
  if (!found) return { ...none, causes: [{ kind: 'noSuchContract' }] };
  const { mismatch, own, alike } = found;
  const compiled = codeOf(mismatch.contract);
  const { difference } = mismatch;
  const causes = causesOf(request, mismatch, traits, own, alike);
  const library =
    difference?.why === 'code'
      ? wrongLibrary(request.input.settings, chain, compiled, difference.at)
      : null;
  const other = otherContract(compilation, request, chain, deployed);
  return {
    nearest: mismatch.contract,
    likeness: alike,
    difference: difference && differenceOf(chain, compiled, difference),
    causes: other ? [other] : library ? [library, ...causes] : causes,
  };
}

function otherContract(
  compilation: Compilation,
  request: VerificationRequest,
  chain: Uint8Array,
  deployed: boolean,
): Cause | null {
  if (request.target.name === null && request.target.file === null) return null;
  const anyone = { ...request, target: { file: null, name: null } };
  const outcome = deployed
    ? matchDeployed(compilation, anyone, chain)
    : matchCreation(compilation, anyone, chain);
  if (!('match' in outcome)) return null;
  const { file, name } = outcome.match.contract;
  return { kind: 'otherContract', file, name };
}
