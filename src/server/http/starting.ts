import { useT } from '#i18n/translate.ts';
import { plainAnswer } from './answer.ts';
import { barePage } from './bare.ts';
import { visitorLocale } from './locale.ts';
import { isCall, refusedCall } from './refused.ts';
import { respond } from './respond.ts';
import type { Part } from './visit.ts';

const AGAIN = { 'retry-after': '2', refresh: '2' };

/** Answers until the site can: with the reason, and the wish to be asked again. */
export function createStarting(): Part {
  return (app) =>
    app.all('*', (c) => {
      if (isCall(c.req.path))
        return respond(c, 'api', refusedCall(c, 503, 'starting', {}, { 'retry-after': '2' }));
      const locale = visitorLocale(c);
      const t = useT(locale);
      const text = t('errors.starting');
      if (!(c.req.header('accept') ?? '').includes('text/html'))
        return respond(c, 'other', plainAnswer(503, text, AGAIN));
      const body = `<h1>${t('shell.brand')}</h1><p role="status">${text}</p><div></div>`;
      return respond(c, 'other', barePage({ status: 503, locale, body, headers: AGAIN }));
    });
}
