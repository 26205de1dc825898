/** A request whose form is told by its fields. */
import { z } from 'zod';
import { parseBuildInfo } from './buildInfo.ts';
import { RequestError, SAID } from './error.ts';
import { parseEtherscanForm } from './etherscan.ts';
import { read, text } from './fields.ts';
import { parseFilfoxForm } from './filfox.ts';
import { identifier, targetOf } from './identifier.ts';
import { parseMetadata } from './metadata.ts';
import { parseSourcifyBody, parseSourcifyMetadataBody, standardRequest } from './standard.ts';
import type { VerificationRequest } from './types.ts';

const anySchema = z.looseObject({});

/** What a standard JSON input and a build-info do not say themselves. */
const besideSchema = z.object({
  compilerVersion: text.nullish(),
  compiler: z.unknown().optional(),
  contractIdentifier: identifier.nullish(),
});

/**
 * Any of the forms: that of `/tools/verifyContract`, Etherscan's, Sourcify's two, a build-info, a
 * metadata.json with its sources in it, or a standard JSON input with `compilerVersion` (and
 * `contractIdentifier`) beside it. @throws RequestError
 */
export function parseAnyRequest(given: unknown): VerificationRequest {
  const body = read(anySchema, given);
  if ('sourceFiles' in body) return parseFilfoxForm(body).request;
  if ('sourceCode' in body) return parseEtherscanForm(body).request;
  if ('stdJsonInput' in body) return parseSourcifyBody(body).request;
  if ('metadata' in body && 'sources' in body) return parseSourcifyMetadataBody(body).request;
  const beside = read(besideSchema, body);
  const target = beside.contractIdentifier ?? targetOf('');
  if ('input' in body) return parseBuildInfo(body, target, beside.compilerVersion ?? null);
  if ('output' in body && 'sources' in body) return parseMetadata(body, null);
  if (!('sources' in body)) {
    // The form of /tools/verifyContract without its files is refused for that.
    if ('compiler' in body) return parseFilfoxForm(body).request;
    throw new RequestError('invalid', SAID.noForm);
  }
  const compiler = typeof beside.compiler === 'string' ? beside.compiler : null;
  return standardRequest(body, beside.compilerVersion ?? compiler ?? '', target);
}
