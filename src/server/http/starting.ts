import { useT } from '#i18n/translate.ts';
import { barePage } from './bare.ts';
import { pathPrefix, preferredLocale } from './locale.ts';
import { isCall, refusedCall } from './refused.ts';
import { plainAnswer } from './send.ts';
import type { Part } from './server.ts';

const AGAIN = { 'retry-after': '2', refresh: '2' };

/** Answers until the site can: with the reason, and the wish to be asked again. */
export function createStarting(): Part {
  return async (visit) => {
    if (isCall(visit.pathname)) {
      const answer = refusedCall(visit, 503, 'starting', {}, { 'retry-after': '2' });
      return { area: 'api', answer, hit: null };
    }
    const locale =
      pathPrefix(visit.pathname) ??
      preferredLocale(visit.header('cookie'), visit.header('accept-language'));
    const t = useT(locale);
    const text = t('errors.starting');
    if (!(visit.header('accept') ?? '').includes('text/html'))
      return { area: 'other', answer: plainAnswer(503, text, AGAIN), hit: null };
    const body = `<h1>${t('shell.brand')}</h1><p role="status">${text}</p><div></div>`;
    return {
      area: 'other',
      answer: barePage({ status: 503, locale, body, headers: AGAIN }),
      hit: null,
    };
  };
}
