import { streamOf } from '#api/export/stream.ts';
import type { Area } from '../metrics.ts';
import {
  acceptedEncoding,
  type HttpAnswer,
  bodyAs,
  chooseEncoding,
  matchesEtag,
} from './answer.ts';
import { policyFor, SECURITY, STRICT_TRANSPORT } from './security.ts';
import type { Asked, Visit } from './visit.ts';

type Headers = Readonly<Record<string, string>>;

/** What pages of other sites may read and show. */
const PUBLIC: ReadonlySet<Area> = new Set(['api', 'rpc', 'file']);

/** All headers of one sending, in lower case. */
export function headersOf(visit: Visit, answer: Headers, more: Headers): Record<string, string> {
  const { vary, 'content-type': type = '', 'content-security-policy': policy } = answer;
  return {
    ...SECURITY,
    ...(visit.secure ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
    'cross-origin-resource-policy': PUBLIC.has(visit.area) ? 'cross-origin' : 'same-origin',
    'x-request-id': visit.requestId,
    // What nobody wanted to read is not waited for.
    ...(visit.unread() ? { connection: 'close' } : {}),
    ...answer,
    ...more,
    'content-security-policy': policyFor(type, policy),
    vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
  };
}

/** What is sent of an answer beside itself. */
export interface Sending {
  /** Whether the answer came from the cache; null when it is never kept. */
  hit?: boolean | null;
  headers?: Headers;
}

/**
 * An answer in the best encoding that the reader takes, without its body when the reader has it
 * already (304) or asked by HEAD.
 */
export async function respond(
  { req, env: visit }: Asked,
  area: Area,
  answer: HttpAnswer,
  { hit = null, headers: more = {} }: Sending = {},
): Promise<Response> {
  const { status, etag } = answer;
  visit.area = area;
  visit.hit = hit;
  visit.route = answer.route;
  const headers = headersOf(visit, answer.headers, more);
  if (status === 200) {
    headers['etag'] = etag;
    if (matchesEtag(req.header('if-none-match'), etag)) {
      delete headers['content-type'];
      return new Response(null, { status: 304, headers });
    }
  }
  const encoding = chooseEncoding(answer, req.header('accept-encoding'));
  const body = encoding === null ? answer.body : await bodyAs(answer, encoding);
  if (encoding !== null) headers['content-encoding'] = encoding;
  if (status === 204) return new Response(null, { status, headers });
  visit.bytes = body.length;
  headers['content-length'] = String(body.length);
  return new Response(req.method === 'HEAD' ? null : body, { status, headers });
}

/**
 * Sends a response as it is made, no faster than the reader takes it. A reader that goes away ends
 * the stream; a stream that breaks cuts the connection.
 */
export function respondStream(
  { req, env: visit }: Asked,
  area: Area,
  { body, headers: own, status }: Response,
  more: Headers,
): Response {
  visit.area = area;
  const headers = headersOf(visit, Object.fromEntries(own), more);
  const encoding = acceptedEncoding(req.header('accept-encoding'), ['gzip']);
  if (encoding !== null) headers['content-encoding'] = encoding;
  if (body === null || req.method === 'HEAD') {
    void body?.cancel();
    return new Response(null, { status, headers });
  }
  async function* chunks(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
    try {
      yield* stream;
    } catch (error) {
      visit.cut(error);
    }
  }
  const sent = streamOf(chunks(body));
  return new Response(
    encoding === null ? sent : sent.pipeThrough(new CompressionStream(encoding)),
    { status, headers },
  );
}
