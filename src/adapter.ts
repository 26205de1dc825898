/** What `astro build` makes the server's entry of (dist/server/entry.mjs): the pages as one function. */
import { createHash } from 'node:crypto';
import { createApp } from 'astro/app/entrypoint';
import { EARLY_SCRIPT_HASH } from './layouts/early.ts';

// A page is made whole before its head is sent: what fails in its midst still becomes the 500 page.
const app = createApp({ streaming: false });

/** The policy of every page, with the hashes of all of them: the server leaves out what is not in one (slimPolicy). */
const policy = policyOf(app.manifest);
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

/** Renders a page; null when the site has no such route. Without the visitor's headers: an answer is for all. */
export async function render(request: Request, locals: App.Locals): Promise<Response | null> {
  const routeData = app.match(request);
  if (routeData === undefined) return null;
  const page = await app.render(request, { locals, routeData });
  if (page.headers.get('content-type')?.startsWith('text/html'))
    page.headers.set('content-security-policy', policy);
  return page;
}

/** As Astro writes it. @throws for settings that it does not know: a policy must not lose what they ask for. */
function policyOf({ csp, routes }: typeof app.manifest): string {
  if (csp?.algorithm !== 'SHA-256' || csp.isStrictDynamic)
    throw new Error('The policy of pages is made of hashes by SHA-256 only');
  if (csp.scriptResources.length > 0 || csp.styleResources.length > 0)
    throw new Error('The policy of pages names no other places');
  const styles = routes.flatMap((route) =>
    route.styles.flatMap((style) => (style.type === 'inline' ? [hashOf(style.content)] : [])),
  );
  return [
    ...csp.directives,
    ` ${sources('script-src', [...csp.scriptHashes, EARLY_SCRIPT_HASH])}`,
    ` ${sources('style-src', [...csp.styleHashes, ...styles])};`,
  ].join(';');
}

function sources(directive: string, hashes: readonly string[]): string {
  return `${directive} 'self' ${[...new Set(hashes)].map((hash) => `'${hash}'`).join(' ')}`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
