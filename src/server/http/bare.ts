import { createHash } from 'node:crypto';
import { LANGUAGE_TAGS, type Locale } from '#i18n/locales.ts';
import { useT } from '#i18n/translate.ts';
import { type HttpAnswer, createAnswer } from './answer.ts';

/** The site's own files may not be there: the page brings all that it shows. */
const STYLE =
  ':root{color-scheme:light dark;--ink:light-dark(#0d1c26,#e7eff3);--soft:light-dark(#3b4d59,#b6c5ce);' +
  '--accent:light-dark(#08687d,#58c6d8);--line:light-dark(#e0e8ec,#1d2d38)}' +
  'body{margin:0;min-height:100dvh;display:grid;place-content:center;justify-items:center;gap:16px;' +
  'padding:16px;box-sizing:border-box;text-align:center;color:var(--soft);background:light-dark(#fafcfd,#0b141b);' +
  "font:16px/1.5 'Inter Variable',system-ui,sans-serif}" +
  'a{color:var(--accent)}svg{color:var(--ink)}h1{margin:0;font-size:28px;color:var(--ink)}p{margin:0;max-width:32rem}' +
  'div{width:160px;height:2px;overflow:hidden;background:var(--line)}' +
  'div::before{content:"";display:block;width:40%;height:100%;background:var(--accent)}' +
  '@media (prefers-reduced-motion:no-preference){div::before{animation:a 1.6s ease-in-out infinite alternate}}' +
  '@keyframes a{to{transform:translateX(150%)}}';
const POLICY =
  `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; ` +
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
const MARK =
  '<svg width="48" height="48" viewBox="0 0 24 24" fill="none" aria-hidden="true">' +
  '<path d="M12 3 3.6 17.5A16.8 16.8 0 0 0 20.4 17.5Z" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/>' +
  '<path d="M12 3 14.8 21.5" stroke="var(--accent)" stroke-width="2.4" stroke-linecap="round"/>' +
  '<circle cx="12" cy="3.2" r="2.2" fill="var(--accent)"/></svg>';

/** What a page without the site consists of. */
export interface BarePage {
  status: number;
  locale: Locale;
  /** HTML below the mark. */
  body: string;
  headers?: Record<string, string>;
}

/** A page that needs nothing of the site: for when there is none yet, or none can be made. */
export function barePage({ status, locale, body, headers = {} }: BarePage): HttpAnswer {
  const html =
    `<!doctype html><html lang="${LANGUAGE_TAGS[locale]}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    `<title>${useT(locale)('shell.brand')}</title><style>${STYLE}</style></head>` +
    `<body>${MARK}${body}</body></html>\n`;
  return createAnswer(
    status,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      ...headers,
    },
    html,
  );
}
