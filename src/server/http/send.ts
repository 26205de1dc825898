import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  acceptedEncoding,
  type Answer,
  bodyAs,
  chooseEncoding,
  createAnswer,
  matchesEtag,
} from './answer.ts';
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
  setHeaders(res, answer);
  const encoding = chooseEncoding(answer, header(req, 'accept-encoding'));
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
  if (answer.status !== 204) res.setHeader('Content-Length', body.length);
  if (req.method === 'HEAD') res.end();
  else res.end(body);
  return answer.status;
}

/**
 * Sends a stream with an answer's status and headers, no faster than the reader takes it. A reader
 * that goes away ends the stream; a stream that breaks cuts the connection, so that nobody takes
 * what came for the whole.
 * @throws whatever broke the stream.
 */
export async function sendStream(
  req: IncomingMessage,
  res: ServerResponse,
  answer: Answer,
  stream: ReadableStream<Uint8Array>,
): Promise<void> {
  setHeaders(res, answer);
  res.statusCode = answer.status;
  const encoding = acceptedEncoding(header(req, 'accept-encoding'), ['gzip']);
  if (encoding !== null) res.setHeader('Content-Encoding', encoding);
  if (req.method === 'HEAD') {
    res.end();
    await stream.cancel();
    return;
  }
  const source = Readable.from(stream);
  try {
    await (encoding === null ? pipeline(source, res) : pipeline(source, createGzip(), res));
  } catch (error) {
    if (!isGoneReader(error)) throw error;
  }
}

function isGoneReader(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function setHeaders(res: ServerResponse, { headers }: Answer): void {
  for (const [name, value] of Object.entries(headers))
    if (name !== ROUTE_HEADER) res.setHeader(name, value);
  res.setHeader(
    'Content-Security-Policy',
    policyFor(headers['content-type'] ?? '', headers['content-security-policy']),
  );
  res.appendHeader('Vary', 'Accept-Encoding');
}

/** One header of a request; several of a name are joined. */
export function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
