import type { ZodType } from 'zod';
import type { Answer, Explorer } from '#explorer/index.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ParameterName, PathPart } from '../parameters.ts';

export type Query = Partial<Record<ParameterName, string>>;

/** Where the rows of an answer stand; see `Endpoint.rows`. */
export type RowsAt = string | readonly string[];

/** A call of the API over one read of the explorer. */
export interface Endpoint {
  /** Below /api/v1, parts in braces. */
  path: string;
  tag:
    | 'network'
    | 'tipset'
    | 'block'
    | 'message'
    | 'address'
    | 'miner'
    | 'deal'
    | 'token'
    | 'contract'
    | 'name'
    | 'stats'
    | 'ecosystem';
  summary: string;
  /** What a reader has to know beside it. */
  description?: string;
  /** What stands in the braces, when there are any. */
  part?: PathPart;
  query: readonly ParameterName[];
  schema: ZodType;
  /** `part` is the text in the braces, decoded; empty when there are none. */
  read(explorer: Explorer, part: string, query: Query, locale: Locale): Promise<Answer<unknown>>;
  /**
   * Where the rows stand, for the exports `.csv` and `.ndjson`: a field (`proxy.upgrades`: of a field),
   * '' for the answer itself, or several fields with rows of one shape, one after another.
   */
  rows?: RowsAt;
  /** An answer without a cursor whose continuation stands in another list. */
  continues?: string;
  /** Never changes once the message is final. */
  lasting?: true;
  /** More rows than the parameter's own limit can be asked for. */
  maxPageSize?: number;
  /** What a parameter may be here, where that differs from call to call. */
  choices?: Partial<Record<ParameterName, readonly string[]>>;
  /** What a parameter counts as when it is absent, where that differs from call to call. */
  defaults?: Partial<Record<ParameterName, string | number>>;
}

export const PAGING = ['pageSize', 'page', 'before', 'head'] as const;
export const OFFSET_PAGING = ['limit', 'offset', 'before', 'head'] as const;
/** What rankings by use go by. */
export const USE_SORTS = ['transaction', 'users', 'balance', 'fee'] as const;
export const SAMPLING = ['duration', 'samples'] as const;

/** Of grids of heights: `SAMPLING` calls begin their descriptions with it. */
export const GRID =
  'Oldest first, on an even grid of heights that ends at the head; heights before the index’s first one are left out.';
