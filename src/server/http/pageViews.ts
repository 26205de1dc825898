import { z } from 'zod';
import { createAnswer } from './answer.ts';
import type { RateLimit } from './limit.ts';
import { refusedCall } from './refused.ts';
import { respond } from './respond.ts';
import { bodyOf, type Part } from './visit.ts';

/** The same here and below the wallet provider's host. */
const PATH = '/api/v1/page/view';
const MAX_BODY = 4096;
const TIMEOUT_MS = 5000;

const viewSchema = z.strictObject({
  /** The page on which the download was chosen. */
  web_uri: z.url({ protocol: /^https?$/ }).max(2000),
  invite: z.literal(''),
  action: z.enum(['IOS', 'ANDROID', 'GOOGLEPLAY']),
});

function viewOf(body: Buffer): z.infer<typeof viewSchema> | null {
  try {
    return viewSchema.parse(JSON.parse(body.toString('utf8')));
  } catch {
    return null;
  }
}

export interface PageViewsOptions {
  /** The wallet provider's host, e.g. `https://wallet.example`; null: nobody is told, and there is no such call. */
  host: string | null;
  limit: RateLimit;
  onError(error: unknown): void;
}

/**
 * Which download of the wallet's app was chosen, passed on to its provider: `{web_uri, invite, action}`
 * by POST, answered with 204, or 502 when the provider cannot be told. Pages ask no third party.
 */
export function createPageViews({ host, limit, onError }: PageViewsOptions): Part {
  return (app) => {
    if (host === null) return;
    app.post(PATH, async (c) => {
      const { granted, headers } = limit.take(c.env.client);
      const refuse = (status: number, code: string) =>
        respond(c, 'api', refusedCall(c, status, code), { headers });
      if (granted === 0) return refuse(429, 'tooManyCalls');
      const body = await bodyOf(c, MAX_BODY);
      if (body === null) return refuse(413, 'bodyTooLong');
      const view = viewOf(body);
      if (view === null) return refuse(400, 'badRequest');
      try {
        const { ok, status } = await fetch(new URL(PATH, host), {
          method: 'POST',
          redirect: 'error',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(view),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!ok) throw new Error(`the wallet's provider answers ${status}`);
      } catch (error) {
        onError(error);
        return refuse(502, 'notTold');
      }
      const told = createAnswer(204, { 'cache-control': 'no-store' }, '', { route: PATH });
      return respond(c, 'api', told, { headers });
    });
  };
}
