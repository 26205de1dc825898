/** How heavy a page's HTML may be. */
import { gzipSync } from 'node:zlib';

/** Bytes after gzip (docs/architecture.md). */
const LIMIT = { detail: 25_000, list: 40_000 };

const LISTS = new Set([
  'home',
  'tipsets',
  'messages',
  'mempool',
  'tokens',
  'nfts',
  'richList',
  'ranksPower',
  'ranksBlocks',
  'ranksGrowth',
  'deals',
  'dealsOf',
  'dealsOfPiece',
  'pieces',
  'verifiers',
  'dataCapClients',
  'allocations',
  'claims',
  'fevmStats',
  'contracts',
  'names',
  'styleguide',
]);

/**
 * What is wrong with the weight of a route's HTML; nothing where it keeps its budget. Letters of Chinese
 * and Korean take three bytes each: it is to be asked of each language.
 */
export function overweight(name: string, html: Buffer): string[] {
  if (html.length === 0) return [`${name}: nothing measured`];
  const bytes = gzipSync(html).length;
  const limit = LISTS.has(name) ? LIMIT.list : LIMIT.detail;
  return bytes > limit ? [`${name}: HTML ${bytes} > ${limit}`] : [];
}
