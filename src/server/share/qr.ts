import { qrPicture } from '#format/qr.ts';
import { createAnswer } from '../http/answer.ts';
import type { AnswerCache } from '../http/cache.ts';
import { respond } from '../http/respond.ts';
import type { Part } from '../http/visit.ts';

/** What pages show as a code is an identifier; another text is none that this site would stand for. */
const PICTURE = '/qr/:file{[0-9A-Za-z]{2,120}\\.svg}';
const HEADERS = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=31536000, immutable',
};

/** Identifiers as QR codes (`paths.qr`). */
export function createQr(cache: AnswerCache): Part {
  return (app) =>
    app.get(PICTURE, async (c) => {
      const { path } = c.req;
      const { answer, hit } = await cache.get(
        `qr ${path}`,
        async () =>
          createAnswer(200, HEADERS, qrPicture(path.slice('/qr/'.length, -'.svg'.length))),
        () => true,
        c.env,
      );
      return respond(c, 'file', answer, { hit });
    });
}
