import { Hono } from 'hono';
import { Busy } from '#api/call.ts';
import { useT } from '#i18n/translate.ts';
import type { Logger } from '../log.ts';
import { type HttpAnswer, plainAnswer } from './answer.ts';
import { failedAnswer } from './failed.ts';
import { visitorLocale } from './locale.ts';
import { isCall, refusedCall } from './refused.ts';
import { respond } from './respond.ts';
import { type App, type Asked, type Part, splitTarget } from './visit.ts';

const MAX_URL = 4096;
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** What no part of the server needs to see. */
function refuse(c: Asked): HttpAnswer | null {
  const { method, path, url } = c.req;
  if (!METHODS.has(method)) {
    const allow = { allow: 'GET, HEAD, OPTIONS' };
    return isCall(path)
      ? refusedCall(c, 405, 'methodNotAllowed', { method }, allow)
      : plainAnswer(405, 'No such method', allow);
  }
  if (url.length - url.indexOf('/', 8) <= MAX_URL) return null;
  if (isCall(path)) return refusedCall(c, 414, 'addressTooLong');
  const locale = visitorLocale(c);
  return plainAnswer(414, useT(locale)('errors.addressTooLong'), { 'content-language': locale });
}

/** Too many wait for what has to be made first. */
function busyAnswer(c: Asked): HttpAnswer {
  const later = { 'retry-after': '2' };
  if (isCall(c.req.path)) return refusedCall(c, 429, 'tooManyWait', {}, later);
  const locale = visitorLocale(c);
  const words = useT(locale)('errors.tooManyWait');
  return plainAnswer(503, words, { ...later, 'content-language': locale });
}

/** Everything that is answered over HTTP, asked in the order of its parts. */
export function createApp(log: Logger, parts: readonly Part[]): App {
  // Paths as they came: what is escaped in them is nobody's but theirs who read them.
  const app: App = new Hono({ getPath: ({ url }) => splitTarget(url).path });
  app.use(async (c, next) => {
    const refusal = refuse(c);
    return refusal === null ? next() : respond(c, 'other', refusal);
  });
  for (const part of parts) part(app);
  app.notFound((c) => respond(c, 'other', plainAnswer(404, 'Not found')));
  app.onError((error, c) => {
    const { method, path } = c.req;
    const { requestId: id } = c.env;
    if (error instanceof Busy) return respond(c, 'other', busyAnswer(c));
    if (!c.env.gone() && !c.env.left()?.aborted)
      log.error({ err: error, id }, `${method} ${path.slice(0, 300)} failed`);
    return respond(c, 'other', failedAnswer(c));
  });
  return app;
}
