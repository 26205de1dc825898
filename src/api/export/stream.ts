/** A list as a stream: read page by page, each when its reader has taken the one before. */
import type { Answer } from '#explorer/index.ts';
import type { RowsAt } from '#explorer/read.ts';
import type { Endpoint, Query } from '../endpoints.ts';
import { columnsOf } from './columns.ts';
import { csvHeader, csvRow, EXPORT_FORMATS, ndjsonRow, type ExportFormat } from './text.ts';

/** Rows that are read at a time, at most: lists have limits of their own. */
const CHUNK_ROWS = 1000;

/** Parameters that ask for one page. */
const PAGE_PARAMETERS = ['pageSize', 'page', 'limit', 'count'] as const;

/** A path without the ending by which it asks for an export. */
export function splitExport(path: string): { path: string; format: ExportFormat | null } {
  const format = EXPORT_FORMATS.find((ending) => path.endsWith(`.${ending}`)) ?? null;
  return { path: format === null ? path : path.slice(0, -format.length - 1), format };
}

/** The rows of an answer, where `Endpoint.rows` says that they stand. */
export function rowsOf(data: unknown, at: RowsAt): readonly unknown[] {
  if (typeof at !== 'string') return at.flatMap((one) => rowsOf(data, one));
  const [name, ...inner] = at.split('.');
  if (name === undefined || name === '') return Array.isArray(data) ? data : [];
  const field: unknown = Object.entries(data ?? {}).find(([key]) => key === name)?.[1];
  return rowsOf(field, inner.join('.'));
}

/** Where a list goes on; null at its end. */
export function nextOf(data: unknown): string | null {
  const has = typeof data === 'object' && data !== null && 'next' in data;
  return has && typeof data.next === 'string' ? data.next : null;
}

export interface Export {
  /** The answer that the export begins with. */
  first: Answer<unknown>;
  /** Whether it is one page, as the list itself gives it, or goes to the list's end. */
  paged: boolean;
  body: ReadableStream<Uint8Array>;
}

/**
 * The rows of a list as text, from where the query begins to the end; one page when the query asks
 * for one. Rows stay those of the first answer's head: the cursors are stable.
 * @throws what reading the first page throws; a later failure breaks the stream off.
 */
export async function exportList(
  endpoint: Endpoint,
  format: ExportFormat,
  query: Query,
  read: (query: Query) => Promise<Answer<unknown>>,
): Promise<Export> {
  const paged = PAGE_PARAMETERS.some((name) => query[name] !== undefined);
  const size = endpoint.query.find((name) => name === 'pageSize' || name === 'limit');
  const whole = paged || size === undefined ? query : { ...query, [size]: String(CHUNK_ROWS) };
  const first = await read(whole);
  const key = endpoint.rows ?? '';
  const encoder = new TextEncoder();
  async function* chunks(): AsyncGenerator<Uint8Array> {
    const columns = format === 'csv' ? columnsOf(endpoint.schema, key) : [];
    const line = (row: unknown) => (format === 'csv' ? csvRow(columns, row) : ndjsonRow(row));
    let text = format === 'csv' ? csvHeader(columns) : '';
    let { data } = first;
    for (;;) {
      const rows = rowsOf(data, key);
      text += rows.map(line).join('');
      if (text !== '') yield encoder.encode(text);
      const before = paged ? null : nextOf(data);
      if (before === null) return;
      const { page: _page, offset: _offset, ...rest } = whole;
      ({ data } = await read({ ...rest, before }));
      text = '';
    }
  }
  return { first, paged, body: streamOf(chunks()) };
}

/** A stream that asks for a chunk only when its reader wants one. */
export function streamOf<T extends Uint8Array>(chunks: AsyncGenerator<T>): ReadableStream<T> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
