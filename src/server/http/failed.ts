import { useT } from '#i18n/translate.ts';
import { type HttpAnswer, plainAnswer } from './answer.ts';
import { barePage } from './bare.ts';
import { visitorLocale } from './locale.ts';
import { isCall, refusedCall } from './refused.ts';
import type { Asked } from './visit.ts';

/** When nothing could be answered, not even by the site's own page of a failure. */
export function failedAnswer(c: Asked): HttpAnswer {
  const { requestId: id } = c.env;
  if (isCall(c.req.path)) return refusedCall(c, 500, 'internal', { id });
  if (!(c.req.header('accept') ?? '').includes('text/html'))
    return plainAnswer(500, `Internal error (request ${id})`);
  const locale = visitorLocale(c);
  const t = useT(locale);
  const body =
    `<h1>${t('shell.error.server')}</h1><p>${t('errors.failedTwice')}</p>` +
    `<p>${t('shell.error.requestId', { id })}</p><p><a href="/${locale}">${t('shell.error.home')}</a></p>`;
  return barePage({ status: 500, locale, body });
}
