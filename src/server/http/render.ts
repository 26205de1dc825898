import { type HttpAnswer, createAnswer } from './answer.ts';
import { bytesOf } from './bytes.ts';
import { slimPolicy } from './security.ts';

/** The built site: what src/adapter.ts exports. */
export type Site = (request: Request, locals: App.Locals) => Promise<Response | null>;

/**
 * Renders a page; null when the site has no such route.
 * @param url where the page stands, its origin included
 * @throws when rendering broke off, or the page of a failure failed itself.
 */
export async function renderPage(
  site: Site,
  url: string,
  locals: App.Locals,
): Promise<HttpAnswer | null> {
  const page = await site(new Request(url), locals);
  if (page === null) return null;
  const headers = Object.fromEntries(page.headers);
  const body = await bytesOf(page);
  // Only the site's own words for a failure are a page.
  if (page.status >= 500 && headers['content-type'] === undefined)
    throw new Error(`Neither ${url.slice(0, 200)} nor the page of its failure could be rendered`);
  const policy = headers['content-security-policy'];
  if (policy !== undefined) headers['content-security-policy'] = slimPolicy(policy, body);
  // Astro gives its page of a failure 500, whatever that page sets.
  const away = page.status === 500 && headers['retry-after'] !== undefined;
  const kept = page.status === 200 ? 'no-cache' : 'no-store';
  return createAnswer(away ? 503 : page.status, { 'cache-control': kept, ...headers }, body);
}
