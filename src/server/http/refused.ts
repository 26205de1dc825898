/** Refusals of calls that the API itself does not hear of. */
import { EXPOSED_HEADERS } from '#api/app.ts';
import { foreignRefusal, isForeign } from '#api/foreign/paths.ts';
import { errorText, localeOf } from '#api/locale.ts';
import { refusalOf } from '#api/refusal.ts';
import { type Answer, createAnswer } from './answer.ts';
import type { Asked } from './visit.ts';

/** Whether a path belongs to the API. */
export const isCall = (pathname: string): boolean =>
  pathname.startsWith('/api/') || isForeign(pathname);

/** In the language of the call, readable by pages of other sites as any answer of the API. */
export function refusedCall(
  { req, env }: Asked,
  status: number,
  /** Of the dictionaries (`errors.<code>`). */
  code: string,
  params: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const message = errorText(localeOf(req.query('locale'), req.header('locale')), code, params);
  return createAnswer(
    status,
    {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED_HEADERS.join(','),
      ...headers,
    },
    JSON.stringify({
      ...refusalOf(status, message),
      ...foreignRefusal(req.path, status, message, env.requestId),
    }),
  );
}
