import { methodId } from '#filecoin/actors/methods.ts';
import { statement, type Places } from '#store/statement.ts';
import { sql } from 'kysely';
import type { MessagePageInput } from '../parameters.ts';
import { allMethods } from '../methods.ts';
import { countBefore, parsePaging, seqOf, sliceOf, type Slice } from '../paging.ts';
import type { View } from '../view.ts';
import { LISTED_COLUMNS, listItems, type ListedRow } from './rows.ts';
import type { MessageList } from './schema.ts';

const executedIn = statement((db, { from, to }: Places<{ from: number; to: number }>) =>
  db
    .selectFrom('execution')
    .select(LISTED_COLUMNS)
    .where('seq', '>=', from)
    .where('seq', '<', to)
    .orderBy('seq', 'desc')
    .compile(),
);

/** Executed messages of the whole index, newest first; all, or those of one method. */
export async function listMessages(view: View, input: MessagePageInput): Promise<MessageList> {
  const request = await parsePaging(view, input);
  const method = input.method === null ? null : methodId(input.method);
  let slice: Slice;
  let rows: ListedRow[];
  if (method === null) {
    slice = await sliceOf(request, view.messages, (place) => seqOf(view, place));
    rows = await executedIn(view.db, { from: slice.from, to: slice.to });
  } else {
    const known = await view.db
      .selectFrom('method')
      .select('count')
      .where('id', '=', method)
      .executeTakeFirst();
    const total = known?.count ?? 0;
    slice = await sliceOf(request, total, async (place) =>
      countBefore(view, {
        table: 'method_message',
        ord: 'ord',
        list: sql`method_id = ${method}`,
        isBefore: sql`seq < ${await seqOf(view, place)}`,
        total,
      }),
    );
    rows = await view.db
      .selectFrom('method_message as l')
      .innerJoin('execution as e', 'e.seq', 'l.seq')
      .select(LISTED_COLUMNS.map((column) => `e.${column}` as const))
      .where('l.method_id', '=', method)
      .where('l.ord', '>=', slice.from)
      .where('l.ord', '<', slice.to)
      .orderBy('l.ord', 'desc')
      .execute();
  }
  const methods = await allMethods(view);
  const { items, cursor } = await listItems(view, rows, methods);
  return {
    totalCount: slice.total,
    messages: items,
    methods: [...methods.values()],
    next: slice.from > 0 ? cursor : null,
  };
}
