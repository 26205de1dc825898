import { problemOf } from '#explorer/errors.ts';
import type { Explorer } from '#explorer/index.ts';
import { type Answer, createAnswer, plainAnswer } from '../http/answer.ts';
import type { AnswerCache } from '../http/cache.ts';
import { respond } from '../http/respond.ts';
import type { Part } from '../http/visit.ts';
import type { Snapshot } from '../tracker.ts';
import { cardOf } from './cards.ts';
import { Busy, type Painter } from './painter.ts';

/** Where the pictures stand: `sharePath` of format/paths.ts writes these addresses. */
const PICTURE = /^\/share\/([a-z]+)(?:\/([^/]+))?\.png$/;
export interface ShareOptions {
  explorer: Explorer;
  painter: Painter;
  cache: AnswerCache;
  snapshot: () => Snapshot;
}

/** The pictures of pages that other sites show: drawn once per head. */
export function createShare(options: ShareOptions): Part {
  return (app) =>
    app.get('/share/*', async (c, next) => {
      const { path } = c.req;
      const [, kind, id = ''] = PICTURE.exec(path) ?? [];
      if (kind === undefined) return next();
      const { answer, hit } = await options.cache.get(
        `share ${options.snapshot().head?.revision ?? 0} ${path}`,
        () => picture(options, kind, decodeURIComponent(id)),
        ({ status }) => status === 200,
      );
      return respond(c, 'file', answer, { hit });
    });
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
    const problem = problemOf(error);
    if (problem === null) throw error;
    return plainAnswer(problem.status, 'There is no such thing');
  }
}
