import { useT } from '#i18n/translate.ts';
import type { Answer } from './answer.ts';
import { barePage } from './bare.ts';
import { pathPrefix, preferredLocale } from './locale.ts';
import { isCall, refusedCall } from './refused.ts';
import { plainAnswer } from './send.ts';
import type { Visit } from './visit.ts';

/** When nothing could be answered, not even by the site's own page of a failure. */
export function failedAnswer(visit: Omit<Visit, 'method' | 'client' | 'body'>): Answer {
  const { requestId: id } = visit;
  if (isCall(visit.pathname)) return refusedCall(visit, 500, 'internal', { id });
  if (!(visit.header('accept') ?? '').includes('text/html'))
    return plainAnswer(500, `Internal error (request ${id})`);
  const locale =
    pathPrefix(visit.pathname) ??
    preferredLocale(visit.header('cookie'), visit.header('accept-language'));
  const t = useT(locale);
  const body =
    `<h1>${t('shell.error.server')}</h1><p>${t('errors.failedTwice')}</p>` +
    `<p>${t('shell.error.requestId', { id })}</p><p><a href="/${locale}">${t('shell.error.home')}</a></p>`;
  return barePage({ status: 500, locale, body });
}
