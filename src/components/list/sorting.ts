import { withQuery } from '#format/paths.ts';
import type { Column } from './columns.ts';

export type Sort = NonNullable<Column['sort']>;

/**
 * What the headings of a list do that order it, by the order they stand for. The first of `sorts` is
 * the usual one, which the address need not say; another order begins at the first page, now.
 */
export function sorting<T extends string>(
  url: URL,
  sorts: readonly T[],
  chosen: T,
  hash: string,
): (by: T) => Sort {
  return (by) => ({
    href: withQuery(
      url,
      { sort: by === sorts[0] ? null : by, page: null, before: null, head: null },
      hash,
    ),
    on: by === chosen,
  });
}
