import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, bodyAs, chooseEncoding, createAnswer, matchesEtag } from './answer.ts';
import { policyFor } from './security.ts';

const TEXT = 'text/plain; charset=utf-8';

/** A short answer in words. */
export function plainAnswer(
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Answer {
  return createAnswer(
    status,
    { 'content-type': TEXT, 'cache-control': 'no-store', ...headers },
    Buffer.from(`${text}\n`),
  );
}

export function redirectAnswer(status: 301 | 302, location: string, vary?: string): Answer {
  return plainAnswer(status, location, {
    location,
    'cache-control': status === 301 ? 'public, max-age=3600' : 'no-cache',
    ...(vary === undefined ? {} : { vary }),
  });
}

/** Header of an answer that is meant for the server itself: the route's pattern, for the metrics. */
export const ROUTE_HEADER = 'x-route';

/**
 * Sends an answer in the best encoding that the reader takes, without its body when the reader has
 * it already (304) or asked by HEAD. Resolves to the status that was sent.
 */
export async function send(
  req: IncomingMessage,
  res: ServerResponse,
  answer: Answer,
): Promise<number> {
  const { headers } = answer;
  for (const [name, value] of Object.entries(headers))
    if (name !== ROUTE_HEADER) res.setHeader(name, value);
  res.setHeader(
    'Content-Security-Policy',
    policyFor(headers['content-type'] ?? '', headers['content-security-policy']),
  );
  const encoding = chooseEncoding(answer, header(req, 'accept-encoding'));
  res.appendHeader('Vary', 'Accept-Encoding');
  if (answer.status === 200) {
    res.setHeader('ETag', answer.etag);
    if (matchesEtag(header(req, 'if-none-match'), answer.etag)) {
      res.removeHeader('Content-Type');
      res.statusCode = 304;
      res.end();
      return 304;
    }
  }
  const body = encoding === null ? answer.body : await bodyAs(answer, encoding);
  res.statusCode = answer.status;
  if (encoding !== null) res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Length', body.length);
  if (req.method === 'HEAD') res.end();
  else res.end(body);
  return answer.status;
}

/** One header of a request; several of a name are joined. */
export function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
