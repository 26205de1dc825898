/** Where the pictures stand that other sites show of rankings and storage providers. */
import type { Explorer } from '#explorer/index.ts';
import { paths, RANKING_PATHS } from '#format/paths.ts';
import { PART_NOTES, PARTS } from '#explorer/parts.ts';
import type { ApiApp, ApiContext } from './call.ts';

export interface ShareCall {
  /** Below /api/v1, parts in braces. Sent by POST, without a body. */
  path: string;
  summary: string;
  /** What stands in the braces. */
  part: object;
}

const RANKING = {
  path: '/request-share/ranks/{type}',
  summary: 'Address of a picture of a ranking of storage providers',
  part: { schema: { type: 'string', enum: RANKING_PATHS } },
} satisfies ShareCall;

const PROVIDER = {
  path: '/request-share/miner/{address}',
  summary: 'Address of a picture of a storage provider',
  part: PART_NOTES.get(PARTS.miner) ?? {},
} satisfies ShareCall;

export const SHARE_CALLS: readonly ShareCall[] = [RANKING, PROVIDER];

/** Refusals pass to the app's own handlers. */
export function addShare(app: ApiApp, base: string, explorer: Explorer): void {
  const answer = (c: ApiContext, path: string): Response =>
    c.json(new URL(path, c.req.url).href, 200, { 'cache-control': 'no-store' });
  app.post(`${base}/request-share/ranks/:type`, (c) => {
    const ranking = RANKING_PATHS.find((known) => known === c.req.param('type'));
    return ranking === undefined ? c.notFound() : answer(c, paths.share('ranks', ranking));
  });
  app.post(`${base}/request-share/miner/:address`, async (c) => {
    const { data } = await explorer.miner.brief(c.req.param('address'));
    return answer(c, paths.share('address', data.address));
  });
}
