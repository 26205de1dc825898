/** What `astro build` makes the server's entry of (dist/server/entry.mjs): the pages as one function. */
import { createHash } from 'node:crypto';
import { createApp } from 'astro/app/entrypoint';
import { fillBlanks } from './components/shell/blanks.ts';
import { EARLY_SCRIPT_HASH } from './layouts/early.ts';

// A page is made whole before its head is sent: what fails in its midst still becomes the 500 page.
const app = createApp({ streaming: false });

/** The policy of every page, with the hashes of all of them: the server leaves out what is not in one (slimPolicy). */
const policyWith = policyOf(app.manifest);
// Astro hashes a route's styles and writes the hashes of the whole site anew for each page.
app.manifest.shouldInjectCspMetaTags = false;
if (app.manifest.csp) {
  const { csp } = app.manifest;
  const [scriptDirective, styleDirective] = [csp.scriptDirective, csp.styleDirective];
  app.manifest.csp = {
    ...csp,
    scriptHashes: [],
    styleHashes: [],
    scriptDirective: { ...scriptDirective, hashes: [] },
    styleDirective: { ...styleDirective, hashes: [] },
  };
}

// Each is imported once: Node looks for its file whenever it is imported.
const { pageMap } = app.manifest;
for (const [file, load] of pageMap ?? []) {
  let page: ReturnType<typeof load> | undefined;
  pageMap?.set(file, () => (page ??= load()));
}

/** Renders a page; null when the site has no such route. Without the visitor's headers: an answer is for all. */
type Render = (request: Request, locals: App.Locals) => Promise<Response | null>;

type Route = (typeof app.manifest.routes)[number]['routeData'];

const BLANKS = routeFor('blanks.astro');
const MISSING = routeFor('[page]/[...rest].astro');

/**
 * The pages of the site.
 * @param prerendered those that the build rendered, as HTML with blanks, by their paths
 */
export function createPages(prerendered: ReadonlyMap<string, string>): Render {
  const policy = policyWith([...prerendered.values()].flatMap(inlineStyles));
  const render = async (routeData: Route, request: Request, locals: App.Locals) => {
    const page = await app.render(request, { locals, routeData });
    if (page.headers.get('content-type')?.startsWith('text/html'))
      page.headers.set('content-security-policy', policy);
    return page;
  };
  return async (request, locals) => {
    const url = new URL(request.url);
    const page = prerendered.get(url.pathname);
    if (page === undefined) {
      const route = routeOf(request);
      return route === undefined ? null : render(route, request, locals);
    }
    const [, lang] = url.pathname.split('/');
    const fills = await render(BLANKS, new Request(new URL(`/${lang}/blanks`, url)), locals);
    if (!fills.ok) return fills;
    const html = fillBlanks(page, await fills.text(), url, locals.site.url ?? url.origin);
    return new Response(html, { headers: fills.headers });
  };
}

function routeFor(file: string): Route {
  const component = `src/pages/[lang]/${file}`;
  const found = app.manifest.routes.find(({ routeData }) => routeData.component === component);
  if (found === undefined) throw new Error(`The site has no ${component}`);
  return found.routeData;
}

/** What the build did not render of a prerendered route is not there; what fills blanks is no page. */
function routeOf(request: Request): Route | undefined {
  const route = app.match(request, true);
  return route?.prerender === true || route === BLANKS ? MISSING : route;
}

function inlineStyles(html: string): string[] {
  return [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style = '']) => style);
}

/** As Astro writes it, for inline styles beyond those of pages rendered on demand. @throws for settings that it does not know: a policy must not lose what they ask for. */
function policyOf({ csp, routes }: typeof app.manifest): (moreStyles: string[]) => string {
  if (csp?.algorithm !== 'SHA-256' || csp.isStrictDynamic)
    throw new Error('The policy of pages is made of hashes by SHA-256 only');
  if (csp.scriptResources.length > 0 || csp.styleResources.length > 0)
    throw new Error('The policy of pages names no other places');
  const styles = routes.flatMap((route) =>
    route.styles.flatMap((style) => (style.type === 'inline' ? [hashOf(style.content)] : [])),
  );
  const scripts = sources('script-src', [...csp.scriptHashes, EARLY_SCRIPT_HASH]);
  return (more) =>
    [
      ...csp.directives,
      ` ${scripts}`,
      ` ${sources('style-src', [...csp.styleHashes, ...styles, ...more.map(hashOf)])};`,
    ].join(';');
}

function sources(directive: string, hashes: readonly string[]): string {
  return `${directive} 'self' ${[...new Set(hashes)].map((hash) => `'${hash}'`).join(' ')}`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
