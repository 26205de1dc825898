/** Refusals of calls that the API itself does not hear of. */
import { EXPOSED_HEADERS } from '#api/app.ts';
import { isForeign } from '#api/foreign/paths.ts';
import { refusalBody } from '#api/refusal.ts';
import { type HttpAnswer, createAnswer } from './answer.ts';
import type { Asked } from './visit.ts';

/** Whether a path belongs to the API. */
export const isCall = (pathname: string): boolean =>
  pathname.startsWith('/api/') || isForeign(pathname);

/** Readable by pages of other sites as any answer of the API. */
export function refusedCall(
  { req, env }: Asked,
  status: number,
  /** Of the dictionaries (`errors.<code>`). */
  code: string,
  params: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const cors = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED_HEADERS.join(','),
  };
  const body = refusalBody(req, env.requestId, status, code, params);
  return createAnswer(status, { ...cors, ...headers }, JSON.stringify(body));
}
