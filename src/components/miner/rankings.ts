import type { RankingPath } from '#format/paths.ts';

/** Orders of storage providers, each a page of its own. */
export const RANKINGS = ['power', 'blocks', 'power-growth'] as const satisfies RankingPath[];

export function isRanking(text: string): text is RankingPath {
  return RANKINGS.some((kind) => kind === text);
}
