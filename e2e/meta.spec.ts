import { expect, test } from '@playwright/test';
import { AUDITED, LANGUAGES, routes, siteUrl } from './support/site.ts';

/** What a page's head says to machines. */
interface Head {
  title: string;
  description: string;
  canonical: string;
  alternates: Map<string, string>;
  picture: string;
  subjects: string[];
}

/** The value of an attribute of the first tag that has another attribute. */
function attribute(html: string, having: string, name: string): string {
  const tag = html.match(new RegExp(`<(?:meta|link)[^>]*${having}[^>]*>`))?.[0] ?? '';
  return new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

function headOf(html: string): Head {
  const linked = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1];
  const graph: { '@graph': { '@type': string }[] } =
    linked === undefined ? { '@graph': [] } : JSON.parse(linked);
  return {
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '',
    description: attribute(html, 'name="description"', 'content'),
    canonical: attribute(html, 'rel="canonical"', 'href'),
    alternates: new Map(
      [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map(
        ([, tag = '', href = '']) => [tag, href],
      ),
    ),
    picture: attribute(html, 'property="og:image"', 'content'),
    subjects: graph['@graph'].map((subject) => subject['@type']),
  };
}

test('every page tells what it is, in its language', async ({ request }) => {
  const titles = new Set<string>();
  const paths = await routes();
  for (const name of AUDITED)
    for (const language of LANGUAGES) {
      const path = `/${language}${paths[name] === '/' ? '' : paths[name]}`;
      const head = headOf(await (await request.get(siteUrl() + path)).text());
      expect(head.title, path).toMatch(/Sextant/);
      expect(head.description.length, path).toBeGreaterThan(15);
      titles.add(`${head.title} ${head.description}`);
      // An account may be asked for by any of its addresses: its page names one.
      const kind = path.split('/').slice(0, 3).join('/');
      expect(head.canonical.startsWith(siteUrl() + kind), head.canonical).toBe(true);
      expect([...head.alternates.values()]).toContain(head.canonical);
      expect([...head.alternates.keys()]).toEqual(['en', 'zh-Hans', 'ko', 'x-default']);
      for (const href of head.alternates.values()) expect(href).toMatch(/^http/);
      expect(head.alternates.get('x-default')).toBe(head.alternates.get('en'));
      expect(head.picture).toMatch(new RegExp(`^${siteUrl()}/share/`));
      const picture = await request.get(head.picture);
      expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
    }
  expect(titles.size).toBe(AUDITED.length * LANGUAGES.length);
});

test('details stand in a trail, lists are data sets, a home is a site', async ({ request }) => {
  const paths = await routes();
  const subjects = async (path: string) =>
    headOf(await (await request.get(`${siteUrl()}/ko${path}`)).text()).subjects;
  expect(await subjects('')).toEqual(['WebSite']);
  expect(await subjects(paths['token'] ?? '')).toEqual(['BreadcrumbList']);
  expect(await subjects('/rich-list')).toEqual(['Dataset']);
});

test('the page of what is not there is titled as one', async ({ request }) => {
  for (const path of [
    '/message/nothing',
    '/address/nothing',
    '/merchant/nobody',
    '/message?page=0',
  ]) {
    const answer = await request.get(`${siteUrl()}/en${path}`);
    expect(answer.ok(), path).toBe(false);
    expect(headOf(await answer.text()).title, path).toBe('Error - Sextant');
  }
});

/** Pages and the links of the main menu that say that they lead to the page itself. */
const MARKED: readonly [path: string, own: boolean][] = [
  ['', true],
  ['/tipset', true],
  ['/tipset/7', false],
  ['/message?page=2', true],
  ['/message/none', false],
  ['/fevm/stats', true],
  ['/ranks/power', true],
  ['/wiki/0', true],
  ['/search?q=zzyzx', false],
];

test('the shell that is kept for many pages is each page’s own', async ({ request }) => {
  const others = (own: string) => LANGUAGES.filter((language) => language !== own);
  // Every piece is there from other pages and languages the second time.
  for (const round of [1, 2])
    for (const [at, own] of MARKED)
      for (const language of LANGUAGES) {
        const path = `/${language}${at}`;
        const told = `${path}, round ${round}`;
        const html = await (await request.get(siteUrl() + path)).text();
        const shell = html.replace(/<main[^]*<\/main>/, '');
        const [, nav = ''] = /<nav\b([^]*?)<\/nav>/.exec(shell) ?? [];
        const marked = [...nav.matchAll(/href="([^"]*)" aria-current="page"/g)];
        const here = path.replace(/\?.*/, '');
        expect([...new Set(marked.map(([, href]) => href))], told).toEqual(own ? [here] : []);
        const switches = shell.matchAll(/href="([^"]*)" hreflang="\w+" lang="\w+" data-language/g);
        expect(
          [...switches].map(([, href]) => href),
          told,
        ).toEqual(LANGUAGES.map((other) => `/${other}${at}`));
        const bare = shell.replaceAll(/<a [^>]*data-language[^>]*>/g, '');
        for (const other of others(language))
          expect(bare, told).not.toMatch(new RegExp(`<a[^>]* href="/${other}[/"]`));
        expect(shell, told).toContain(`action="/${language}/search"`);
        expect(bare.replace(/<head>[^]*<\/head>/, ''), told).not.toContain('zzyzx');
      }
});
