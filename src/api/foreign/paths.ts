/**
 * APIs of others that tools speak to verify sources: Etherscan's, and the second one of Sourcify. Their
 * clients read answers and refusals by those APIs' own fields.
 */
import type { Post } from '../post.ts';

/** Etherscan's first and second API; the second one names the network in `chainid`. */
export const ETHERSCAN_PATHS = ['/api', '/v2/api'] as const;

const MIB = 1024 * 1024;

/** A body that is taken: its most bytes, and the limit by which it counts beside being a call. */
export interface Taken {
  maxBytes: number;
  limit: Post['limit'] | null;
}

/** Forms are longer than what they hold. */
const FORM: Taken = { maxBytes: 24 * MIB, limit: 'verification' };
/** Tools ask by POST, too, how far a verification is. */
const QUESTION: Taken = { maxBytes: 1024, limit: null };
const JSON_BODY: Taken = { maxBytes: 12 * MIB, limit: 'verification' };

const SOURCIFY_POST = /^\/v2\/verify\/(?:metadata\/)?[^/]+\/[^/]+$/;

const isEtherscan = (pathname: string): boolean =>
  ETHERSCAN_PATHS.some((path) => path === pathname || `${path}/` === pathname);

const TOLD = /^\/(?:v2\/address|repo-ui\/\d+)\/(0x[0-9a-f]{40})$/i;

/**
 * Path of the page to which these APIs' clients lead who has verified a contract: Foundry takes the API's
 * own address but for its `/api`, Hardhat that of Sourcify's pages. Null for any other path.
 */
export function toldPage(pathname: string): string | null {
  const address = TOLD.exec(pathname)?.[1];
  return address === undefined ? null : `/address/${address}`;
}

/** Whether a path belongs to one of these APIs, or is none of ours. */
export const isForeign = (pathname: string): boolean =>
  isEtherscan(pathname) || (pathname.startsWith('/v2/') && toldPage(pathname) === null);

/** What a POST to a path of these APIs may bring; undefined for any other path. `length`: as declared. */
export function foreignBody(pathname: string, length: string | undefined): Taken | undefined {
  if (isEtherscan(pathname))
    return Number(length ?? Number.NaN) <= QUESTION.maxBytes ? QUESTION : FORM;
  return SOURCIFY_POST.test(pathname) ? JSON_BODY : undefined;
}

/** Whether a POST to Etherscan's paths hands in a source, however short it is; read as the call itself reads it. */
export const handsInSource = (search: string, form: string): boolean =>
  (new URLSearchParams(search).get('action') ?? new URLSearchParams(form).get('action')) ===
  'verifysourcecode';

const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_parameter',
  404: 'route_not_found',
  413: 'invalid_parameter',
  429: 'too_many_requests',
};

/** What clients of these APIs read in a refusal, to stand beside our own fields; empty for other paths. */
export function foreignRefusal(
  pathname: string,
  status: number,
  message: string,
  id: string | undefined,
): Record<string, string> {
  if (isEtherscan(pathname))
    return {
      status: '0',
      // By these words clients know that they shall wait.
      result: status === 429 ? `Max rate limit reached: ${message}` : message,
    };
  return isForeign(pathname)
    ? { customCode: CODES[status] ?? 'internal_error', errorId: id ?? '' }
    : {};
}
