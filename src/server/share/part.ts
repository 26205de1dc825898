import { problemOf } from '#explorer/errors.ts';
import type { Explorer } from '#explorer/index.ts';
import { type HttpAnswer, createAnswer, plainAnswer } from '../http/answer.ts';
import type { AnswerCache } from '../http/cache.ts';
import { respond } from '../http/respond.ts';
import { Turns } from '../http/turns.ts';
import type { Part } from '../http/visit.ts';
import type { Snapshot } from '../tracker.ts';
import { cardOf } from './cards.ts';
import type { Painter } from './painter.ts';

/** One is drawn after another: the one thread draws no two at a time. */
const TURNS = { slots: 1, spare: 0, waiting: 16 };

/** Where the pictures stand: `paths.share` of format/paths.ts writes these addresses. */
const PICTURE = /^\/share\/([a-z]+)(?:\/([^/]+))?\.png$/;
export interface ShareOptions {
  explorer: Explorer;
  painter: Pick<Painter, 'draw'>;
  cache: AnswerCache;
  snapshot: () => Snapshot;
}

/** The pictures of pages that other sites show: drawn once per head. */
export function createShare(options: ShareOptions): Part {
  const turns = new Turns(TURNS);
  return (app) =>
    app.get('/share/*', async (c, next) => {
      const { path } = c.req;
      const [, kind, id = ''] = PICTURE.exec(path) ?? [];
      if (kind === undefined) return next();
      const { answer, hit } = await options.cache.get(
        `share ${options.snapshot().head?.revision ?? 0} ${path}`,
        () => picture(options, kind, decodeURIComponent(id)),
        ({ status }) => status === 200,
        c.env,
        turns,
      );
      return respond(c, 'file', answer, { hit });
    });
}

async function picture(
  { explorer, painter }: ShareOptions,
  kind: string,
  id: string,
): Promise<HttpAnswer> {
  try {
    const card = await cardOf(explorer, kind, id);
    if (card === null) return plainAnswer(404, 'No such picture');
    const headers = { 'content-type': 'image/png', 'cache-control': 'no-cache' };
    return createAnswer(200, headers, await painter.draw(card));
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return plainAnswer(problem.status, 'There is no such thing');
  }
}
