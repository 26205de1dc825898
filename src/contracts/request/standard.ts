/** Sourcify's second API, whose body is a standard JSON input with the compiler's version. */
import { z } from 'zod';
import { read, text } from './fields.ts';
import { identifier } from './identifier.ts';
import { parseStandardInput } from './input.ts';
import { parseMetadata } from './metadata.ts';
import type { Target, VerificationRequest } from './types.ts';
import { compilerVersion } from './version.ts';

/** A request for a standard JSON input that came without any more words. @throws RequestError */
export function standardRequest(
  given: unknown,
  compiler: string,
  target: Target = { file: null, name: null },
): VerificationRequest {
  return {
    input: parseStandardInput(given),
    compiler: compilerVersion(compiler),
    target,
    constructorArguments: null,
    license: null,
  };
}

/** A request of Sourcify's API and the transaction that it names as the contract's creation. */
export interface SourcifyRequest {
  request: VerificationRequest;
  creationTransactionHash: string | null;
}

const hash = z.string().max(100).nullish();

const bodySchema = z.object({
  stdJsonInput: z.unknown().optional(),
  compilerVersion: text,
  contractIdentifier: identifier,
  creationTransactionHash: hash,
});

/** Body of `/v2/verify/{chainId}/{address}`. @throws RequestError */
export function parseSourcifyBody(given: unknown): SourcifyRequest {
  const body = read(bodySchema, given);
  return {
    request: standardRequest(body.stdJsonInput, body.compilerVersion, body.contractIdentifier),
    creationTransactionHash: body.creationTransactionHash ?? null,
  };
}

const metadataBodySchema = z.object({
  metadata: z.unknown().optional(),
  sources: z.unknown().optional(),
  creationTransactionHash: hash,
});

/** Body of `/v2/verify/metadata/{chainId}/{address}`. @throws RequestError */
export function parseSourcifyMetadataBody(given: unknown): SourcifyRequest {
  const body = read(metadataBodySchema, given);
  return {
    request: parseMetadata(body.metadata, body.sources),
    creationTransactionHash: body.creationTransactionHash ?? null,
  };
}
