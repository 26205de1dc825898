/**
 * Other ways to compile a request that did not match, for what requests cannot be blamed for: forms
 * that have no field for how the metadata are hashed, and compilers whose code depends on files that
 * have nothing to do with the contract.
 */
import { trailersFromEnd } from '../code/trailer.ts';
import { onlyReachable } from '../request/imports.ts';
import type { MetadataSettings, VerificationRequest } from '../request/types.ts';
import { isAtLeast } from '../request/version.ts';
import type { CompiledContract } from './output.ts';

const HASH_SETTING_SINCE = '0.6.0';
const CBOR_SETTING_SINCE = '0.8.18';

/** How the chain's code has its metadata hashed, as a setting; null when that is the compiler's default. */
function metadataOf(chain: Uint8Array, compiler: string): MetadataSettings | null {
  const trailer = trailersFromEnd(chain).next().value;
  if (!trailer) return isAtLeast(compiler, CBOR_SETTING_SINCE) ? { appendCBOR: false } : null;
  if (!isAtLeast(compiler, HASH_SETTING_SINCE) || trailer.hash === 'bzzr0') return null;
  return trailer.hash === 'ipfs' ? null : { bytecodeHash: trailer.hash ?? 'none' };
}

/** With the metadata hashed as the chain's code has it, where the request does not say how. */
function withMetadata(request: VerificationRequest, chain: Uint8Array): VerificationRequest {
  const { settings } = request.input;
  if (settings.metadata?.bytecodeHash !== undefined || settings.metadata?.appendCBOR !== undefined)
    return request;
  const found = metadataOf(chain, request.compiler);
  if (!found) return request;
  const metadata = { ...settings.metadata, ...found };
  return { ...request, input: { ...request.input, settings: { ...settings, metadata } } };
}

/**
 * The request for the contracts that its first file needs alone: who sends a whole project names the
 * contract's file first, and making all others takes many times as long. Null where a request says which
 * file it means, or needs them all.
 */
export function ofFirstFile(request: VerificationRequest): VerificationRequest | null {
  const { input, target } = request;
  const [file] = input.sources.keys();
  if (target.file !== null || file === undefined) return null;
  const fewer = onlyReachable(input, [file]).sources.size < input.sources.size;
  return fewer ? { ...request, target: { ...target, file } } : null;
}

/**
 * Requests to compile when this one did not match `chain` (init code or deployed code), the likeliest
 * first; none when there is nothing to try. `nearest`: the contract that came nearest.
 */
export function retries(
  request: VerificationRequest,
  chain: Uint8Array,
  nearest: CompiledContract | null,
): readonly VerificationRequest[] {
  const hashed = withMetadata(request, chain);
  const found = hashed === request ? [] : [hashed];
  if (!nearest) return found;
  const input = onlyReachable(hashed.input, [nearest.file]);
  const fewer = input.sources.size > 0 && input.sources.size < hashed.input.sources.size;
  const target = { file: nearest.file, name: nearest.name };
  return fewer ? [...found, { ...hashed, input, target }] : found;
}
