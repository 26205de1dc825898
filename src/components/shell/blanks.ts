/**
 * Blanks of prerendered pages. What settings, network and head say is the server's, and one build serves
 * all of them: a page that the build renders leaves it blank, and the server fills it in as it serves the
 * page (src/adapter.ts), with what src/pages/[lang]/blanks.astro makes of it.
 */
import { xmlOf } from '#format/html.ts';

/** What may be left blank: `search` is the query of the page's own address, `asked` a parameter of it. */
export type BlankName =
  | 'app'
  | 'asked'
  | 'banner'
  | 'chat'
  | 'clock'
  | 'currency'
  | 'edit'
  | 'footer'
  | 'genesis'
  | 'network'
  | 'search';

/** Stands for the site's public origin on a prerendered page. */
export const BLANK_ORIGIN = 'https://blank.invalid';

/** Stands, in what fills a blank, for the blank's argument. */
export const ARGUMENT = '[[of]]';

interface Page {
  isPrerendered: boolean;
  url: URL;
  locals: { site: { url: string | null } };
}

/** Whether this page leaves blanks. `astro dev` renders all pages on demand, with everything in them. */
const leavesBlanks = ({ isPrerendered }: Page): boolean => isPrerendered && !import.meta.env.DEV;

/**
 * The blanks of the page being rendered: `const blank = blanksOf(Astro)`, then
 * `{blank('footer') ?? <SiteFooter />}`. Null where the page is rendered on demand.
 */
export function blanksOf(page: Page): (name: BlankName, of?: string) => string | null {
  return (name, of) =>
    leavesBlanks(page) ? `[[blank:${name}${of === undefined ? '' : ` ${of}`}]]` : null;
}

/** The origin of absolute links. Without a public address it is the one that the page was asked at. */
export function originOf(page: Page): string {
  return leavesBlanks(page) ? BLANK_ORIGIN : (page.locals.site.url ?? page.url.origin);
}

/** Begins what fills a blank. All text of what fills it is escaped, so nothing in it can be taken for one. */
export const fillMark = (name: BlankName): string => `<!--fill:${name}-->`;

/** What fills blanks, by their names, of the page of all of them. */
function fillsOf(html: string): Map<string, string> {
  const [, ...parts] = html.split(/<!--fill:(\w+)-->/);
  return new Map(
    parts.flatMap((name, at) => (at % 2 === 0 ? [[name, (parts[at + 1] ?? '').trim()]] : [])),
  );
}

/** The longest parameter that is shown. */
const MAX_ASKED = 200;

/** The first of the parameters that is given, in the words of an attribute. */
function asked({ searchParams }: URL, names: string): string {
  const given = names.split(' ').map((name) => searchParams.get(name) ?? '');
  return xmlOf((given.find((value) => value !== '') ?? '').slice(0, MAX_ASKED));
}

/**
 * A prerendered page with its blanks filled in.
 * @param fills the page of what fills them (src/pages/[lang]/blanks.astro)
 * @param url where the page was asked for
 * @param origin the site's public origin
 * @throws Error for a blank that nothing fills
 */
export function fillBlanks(page: string, fills: string, url: URL, origin: string): string {
  const known = fillsOf(fills);
  return page.replaceAll(
    /\[\[blank:(\w+)(?: ([^\]]*))?\]\]|https:\/\/blank\.invalid/g,
    (whole, name?: string, of = '') => {
      if (name === undefined) return xmlOf(origin);
      if (name === 'asked') return asked(url, of);
      if (name === 'search') return xmlOf(url.search);
      const fill = known.get(name);
      if (fill === undefined) throw new Error(`Nothing fills ${whole} of a prerendered page`);
      return fill.replaceAll(ARGUMENT, of);
    },
  );
}
