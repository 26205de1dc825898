import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

export type Encoding = 'br' | 'gzip';

/** A whole answer, ready to be sent any number of times. */
export interface HttpAnswer {
  status: number;
  /** Lower-case names; without the ones that belong to one sending (date, encoding, length). */
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
  /** Weak: the same for every encoding of the body. */
  etag: string;
  /** Whether it is worth compressing slowly: it is sent often and never made again. */
  lasting: boolean;
  /** Pattern of what answered, for the metrics; empty where its area says enough. */
  route: string;
  /** Compressed forms, made when first asked for. */
  encoded: Map<Encoding, Promise<Buffer<ArrayBuffer>>>;
}

/** Makes an answer of a status, headers and a body. */
export function createAnswer(
  status: number,
  headers: Record<string, string>,
  body: Buffer<ArrayBuffer> | string,
  { lasting = false, route = '' } = {},
): HttpAnswer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const digest = hash('sha256', bytes, 'base64url').slice(0, 22);
  const encoded: HttpAnswer['encoded'] = new Map();
  return { status, headers, body: bytes, etag: `W/"${digest}"`, lasting, route, encoded };
}

/** A short answer in words. */
export function plainAnswer(
  status: number,
  text: string,
  headers: Record<string, string> = {},
): HttpAnswer {
  const type = 'text/plain; charset=utf-8';
  return createAnswer(
    status,
    { 'content-type': type, 'cache-control': 'no-store', ...headers },
    `${text}\n`,
  );
}

export function redirectAnswer(status: 301 | 302, location: string, vary?: string): HttpAnswer {
  return plainAnswer(status, location, {
    location,
    'cache-control': status === 301 ? 'public, max-age=3600' : 'no-cache',
    ...(vary === undefined ? {} : { vary }),
  });
}

const COMPRESSIBLE = /^(text\/|application\/(json|xml|javascript|manifest\+json)|image\/svg)/;
/** Below this many bytes compressing costs more than it saves. */
const WORTHWHILE = 700;

/** The body in the encoding, compressed once per answer. */
export function bodyAs(answer: HttpAnswer, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const known = answer.encoded.get(encoding);
  if (known !== undefined) return known;
  const made =
    encoding === 'br'
      ? brotli(answer.body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: answer.lasting ? 11 : 5,
            [constants.BROTLI_PARAM_SIZE_HINT]: answer.body.length,
          },
        })
      : deflate(answer.body, { level: answer.lasting ? 9 : 6 });
  answer.encoded.set(encoding, made);
  return made;
}

/** The best encoding that a reader accepts for an answer; null for the plain body. */
export function chooseEncoding(answer: HttpAnswer, accept: string | undefined): Encoding | null {
  if (answer.body.length < WORTHWHILE) return null;
  if (!COMPRESSIBLE.test(answer.headers['content-type'] ?? '')) return null;
  return acceptedEncoding(accept, ['br', 'gzip']);
}

/** Which of some encodings a reader likes best, the first of equals; null when it likes the plain body better. */
export function acceptedEncoding<E extends Encoding>(
  accept: string | undefined,
  encodings: readonly E[],
): E | null {
  if (accept === undefined) return null;
  const accepted = new Map<string, number>();
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...params] = part.split(';').map((p) => p.trim());
    const q = params.find((p) => p.startsWith('q='));
    accepted.set(name, q === undefined ? 1 : Number(q.slice(2)));
  }
  const liking = (encoding: Encoding) => accepted.get(encoding) ?? accepted.get('*') ?? 0;
  const [best] = encodings.toSorted((a, b) => liking(b) - liking(a));
  const least = Math.max(accepted.get('identity') ?? 0, Number.MIN_VALUE);
  return best !== undefined && liking(best) >= least ? best : null;
}

/** Whether `If-None-Match` names this answer. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const bare = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare);
}
