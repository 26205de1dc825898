import type { Explorer } from '#explorer/index.ts';
import { createAnswer, type Answer } from '../http/answer.ts';
import type { AnswerCache } from '../http/cache.ts';
import { plainAnswer } from '../http/send.ts';
import type { Part } from '../http/server.ts';
import type { Snapshot } from '../tracker.ts';
import { cardOf } from './cards.ts';
import { Busy, type Painter } from './painter.ts';

/** Where the pictures stand: `sharePath` of format/paths.ts writes these addresses. */
const PICTURE = /^\/share\/([a-z]+)(?:\/([^/]+))?\.png$/;
const REFUSALS: ReadonlyMap<string, number> = new Map([
  ['BadInput', 400],
  ['NotFound', 404],
  ['Gone', 410],
  ['Unavailable', 503],
]);

export interface ShareOptions {
  explorer: Explorer;
  painter: Painter;
  cache: AnswerCache;
  snapshot: () => Snapshot;
}

/** The pictures of pages that other sites show: drawn once per head. */
export function createShare(options: ShareOptions): Part {
  return async ({ method, pathname }) => {
    const [, kind, id = ''] = PICTURE.exec(pathname) ?? [];
    if (kind === undefined || method !== 'GET') return null;
    const make = (): Promise<Answer> => picture(options, kind, decodeURIComponent(id));
    const revision = options.snapshot().head?.revision ?? 0;
    const made = await options.cache.get(
      `share ${revision} ${pathname}`,
      make,
      ({ status }) => status === 200,
    );
    return { area: 'file', ...made };
  };
}

async function picture(
  { explorer, painter }: ShareOptions,
  kind: string,
  id: string,
): Promise<Answer> {
  try {
    const card = await cardOf(explorer, kind, id);
    if (card === null) return plainAnswer(404, 'No such picture');
    const headers = { 'content-type': 'image/png', 'cache-control': 'no-cache' };
    return createAnswer(200, headers, await painter.draw(card));
  } catch (error) {
    if (error instanceof Busy) return plainAnswer(503, error.message, { 'retry-after': '2' });
    const status = error instanceof Error ? REFUSALS.get(error.name) : undefined;
    if (status === undefined) throw error;
    return plainAnswer(status, 'There is no such thing');
  }
}
