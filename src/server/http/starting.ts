import { API_BASE } from '#api/app.ts';
import { refusalOf } from '#api/refusal.ts';
import { useT } from '#i18n/translate.ts';
import { createAnswer } from './answer.ts';
import { barePage } from './bare.ts';
import { pathPrefix, preferredLocale } from './locale.ts';
import { plainAnswer } from './send.ts';
import type { Part } from './server.ts';

const AGAIN = { 'retry-after': '2', refresh: '2' };

/** Answers until the site can: with the reason, and the wish to be asked again. */
export function createStarting(): Part {
  return async (visit) => {
    const locale =
      pathPrefix(visit.pathname) ??
      preferredLocale(visit.header('cookie'), visit.header('accept-language'));
    const t = useT(locale);
    const text = t('errors.starting');
    if (visit.pathname.startsWith(`${API_BASE}/`)) {
      const body = Buffer.from(JSON.stringify(refusalOf(503, text)));
      const type = { 'content-type': 'application/json', 'cache-control': 'no-store' };
      const answer = createAnswer(503, { ...type, 'retry-after': '2' }, body);
      return { area: 'api', answer, hit: null };
    }
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
