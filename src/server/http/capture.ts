import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { slimPolicy } from './security.ts';

/** What Astro's handler reads of a request. Without the visitor's headers: an answer is for all. */
export class PageRequest extends EventEmitter {
  readonly method = 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly socket: { readonly encrypted: boolean };

  /** @param url path and query  @param origin where the site stands, e.g. `https://explorer.example` */
  constructor(url: string, origin: string) {
    super();
    const { host, protocol } = new URL(origin);
    this.url = url;
    this.headers = { host };
    this.socket = { encrypted: protocol === 'https:' };
  }
}

/** A response that is kept instead of sent. */
export class PageResponse extends Writable {
  readonly req: PageRequest;
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  readonly headers: Record<string, string> = {};
  readonly #chunks: Buffer[] = [];

  constructor(req: PageRequest) {
    super({ decodeStrings: true });
    this.req = req;
  }

  writeHead(status: number, headers: Readonly<Record<string, string | string[]>> = {}): this {
    this.statusCode = status;
    this.headersSent = true;
    for (const [name, value] of Object.entries(headers))
      this.headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get body(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

/** The handler that `astro build` made, as far as it is used here. */
export type AstroHandler = (
  req: PageRequest,
  res: PageResponse,
  next: () => void,
  locals: App.Locals,
) => Promise<void>;

export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Renders a page; null when the site has no such route.
 * @throws when rendering broke after its first bytes, or the page of a failure failed itself.
 */
export async function renderPage(
  handler: AstroHandler,
  url: string,
  origin: string,
  locals: App.Locals,
): Promise<Rendered | null> {
  const req = new PageRequest(url, origin);
  const res = new PageResponse(req);
  let missing = false;
  const closed = new Promise<void>((resolve, reject) => {
    res.once('finish', resolve);
    res.once('error', reject);
    res.once('close', () => {
      if (!res.writableFinished) reject(new Error(`Rendering ${url.slice(0, 200)} broke off`));
    });
  });
  closed.catch(() => undefined);
  await handler(
    req,
    res,
    () => {
      missing = true;
    },
    locals,
  );
  if (missing) return null;
  await closed;
  const { headers, body } = res;
  // Only the site's own words for a failure are a page.
  if (res.statusCode >= 500 && headers['content-type'] === undefined)
    throw new Error(`Neither ${url.slice(0, 200)} nor the page of its failure could be rendered`);
  const policy = headers['content-security-policy'];
  if (policy !== undefined)
    headers['content-security-policy'] = slimPolicy(policy, body.toString('utf8'));
  // Astro gives its page of a failure 500, whatever that page sets.
  const away = res.statusCode === 500 && headers['retry-after'] !== undefined;
  return { status: away ? 503 : res.statusCode, headers, body };
}
