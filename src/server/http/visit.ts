import type { Context, Hono } from 'hono';
import type { Call } from '#api/call.ts';
import type { Area } from '../metrics.ts';

/** What the server knows of a request beside the request itself, and learns of its answer. */
export interface Visit extends Call {
  /** What answered. */
  area: Area;
  /** Whether the answer came from the cache; null when it is never kept. */
  hit: boolean | null;
  /** Length of the answer's body; undefined for none or a stream. */
  bytes: number | undefined;
  /** Whether more was sent along than was read. */
  unread(): boolean;
  /** Whether the client left before all was sent. */
  gone(): boolean;
  /** Whether readers come by HTTPS only. */
  secure: boolean;
  /** Fires when the client leaves before all was answered. */
  left(): AbortSignal | undefined;
  /** An answer broke off: cuts the connection, so that nobody takes what came for the whole. */
  cut(error: unknown): void;
}

/** A request under way. */
export type Asked = Context<{ Bindings: Visit }>;
export type App = Hono<{ Bindings: Visit }>;

/** A part of the server: adds what it answers. The first one that answers a request does. */
export type Part = (app: App) => void;

/** @param client address of whoever asks */
export function createVisit(requestId: string, client: string): Visit {
  return {
    requestId,
    client,
    area: 'other',
    route: '',
    hit: null,
    bytes: undefined,
    unread: () => false,
    gone: () => false,
    secure: false,
    left: () => undefined,
    cut: () => undefined,
  };
}

/** Path and query of a request's URL, which is normal already (server.ts). */
export function splitTarget(url: string): { path: string; search: string } {
  const from = url.indexOf('/', 'https://'.length);
  const to = url.indexOf('?', from);
  const end = to === -1 ? url.length : to;
  return { path: url.slice(from, end), search: url.slice(end) };
}

/** The query with its question mark; empty without one. */
export const searchOf = ({ req }: Asked): string => splitTarget(req.url).search;

/** What was sent along; null when it is longer than `maxBytes`. To be read once. */
export async function bodyOf(
  { req }: Asked,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | null> {
  const length = req.header('content-length');
  if (length !== undefined)
    return Number(length) > maxBytes ? null : Buffer.from(await req.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let read = 0;
  for await (const chunk of req.raw.body ?? []) {
    read += chunk.length;
    if (read > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
