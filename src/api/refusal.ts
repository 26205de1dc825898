import { STATUS_CODES } from 'node:http';
import type { HonoRequest } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CompilerError } from '#compiler/errors.ts';
import { RequestError } from '#contracts/request/error.ts';
import { type ErrorParams, problemOf } from '#explorer/errors.ts';
import type { Locale } from '#i18n/locales.ts';
import { JobRefused } from '#verification/jobs.ts';
import { Busy, type ApiContext } from './call.ts';
import { foreignRefusal } from './foreign/paths.ts';
import { askedLocale, errorText } from './locale.ts';
import { requestWords } from './requestWords.ts';

/** Seconds after which to ask again for what cannot be answered for now. */
const AWAY_SECONDS = 2;

/**
 * What the API says instead of an answer: `message` is what is wrong, in the reader's language; strict
 * clients tell a refusal by `error`, what HTTP calls the status. Clients of others' APIs find their
 * own fields beside them.
 * @param code of the dictionaries (`errors.<code>`)
 */
export function refusalBody(
  req: HonoRequest,
  requestId: string | undefined,
  statusCode: number,
  code: string,
  params: ErrorParams = {},
): object {
  const message = errorText(askedLocale(req), code, params);
  const own = { statusCode, message, error: STATUS_CODES[statusCode] ?? 'Error' };
  return { ...own, ...foreignRefusal(req.path, statusCode, message, requestId) };
}

export function refuse(
  c: ApiContext,
  status: ContentfulStatusCode,
  code: string,
  params?: ErrorParams,
): Response {
  const body = refusalBody(c.req, c.env?.requestId, status, code, params);
  return c.json(body, status, { 'cache-control': 'no-store' });
}

/** The path is one of the API's, and answers to these methods only. */
export function refuseMethod(c: ApiContext, allowed: string): Response {
  c.header('Allow', allowed);
  return refuse(c, 405, 'methodNotAllowed', { method: c.req.method });
}

interface Refused {
  status: ContentfulStatusCode;
  code: string;
  params: ErrorParams;
  /** Seconds after which to ask again. */
  retryAfter?: number;
}

/** The one map from errors to what HTTP says of them; null for a fault of ours. */
function refusedBy(error: Error, locale: Locale): Refused | null {
  const full = error instanceof CompilerError && error.kind === 'queueFull';
  if (full || error instanceof JobRefused)
    return { status: 429, code: 'tooManyCompilations', params: {}, retryAfter: error.retryAfter };
  if (error instanceof Busy)
    return { status: 429, code: 'tooManyWait', params: {}, retryAfter: AWAY_SECONDS };
  if (error instanceof RequestError)
    return {
      status: 400,
      code: 'badVerification',
      params: { reason: requestWords(error, locale) },
    };
  const problem = problemOf(error);
  return problem?.status === 503 ? { ...problem, retryAfter: AWAY_SECONDS } : problem;
}

/** Answers what a call threw. `onError` hears of what is nobody's input. */
export function refuseError(
  c: ApiContext,
  error: Error,
  onError: (error: unknown, requestId: string | undefined) => void,
): Response {
  const id = c.env?.requestId;
  const refused = refusedBy(error, askedLocale(c.req));
  if (refused === null) {
    onError(error, id);
    return refuse(c, 500, 'internal', { id: id ?? '' });
  }
  const { status, code, params, retryAfter } = refused;
  if (problemOf(error) !== null && error.cause !== undefined) onError(error.cause, id);
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  return refuse(c, status, code, params);
}
