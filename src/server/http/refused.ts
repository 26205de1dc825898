/** Refusals of calls that the API itself does not hear of. */
import { EXPOSED_HEADERS } from '#api/app.ts';
import { foreignRefusal, isForeign } from '#api/foreign/paths.ts';
import { errorText, localeOf } from '#api/locale.ts';
import { refusalOf } from '#api/refusal.ts';
import { type Answer, createAnswer } from './answer.ts';
import type { Visit } from './visit.ts';

/** Whether a path belongs to the API. */
export const isCall = (pathname: string): boolean =>
  pathname.startsWith('/api/') || isForeign(pathname);

/** In the language of the call, readable by pages of other sites as any answer of the API. */
export function refusedCall(
  visit: Pick<Visit, 'pathname' | 'search' | 'header' | 'requestId'>,
  status: number,
  /** Of the dictionaries (`errors.<code>`). */
  code: string,
  params: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const asked = new URLSearchParams(visit.search).get('locale') ?? undefined;
  const message = errorText(localeOf(asked, visit.header('locale')), code, params);
  return createAnswer(
    status,
    {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED_HEADERS.join(','),
      ...headers,
    },
    Buffer.from(
      JSON.stringify({
        ...refusalOf(status, message),
        ...foreignRefusal(visit.pathname, status, message, visit.requestId),
      }),
    ),
  );
}
