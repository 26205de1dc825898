/** The rows of a list of messages, for MessageTable. A function: a page has dozens of them, of seven cells each. */
import type { MessageListItem } from '#explorer/message/schema.ts';
import { paths } from '#format/paths.ts';
import { component, type Page, textOf } from '../component.ts';
import { cellHtml } from '../list/Cell.ts';
import type { Column } from '../list/columns.ts';
import { amountHtml } from '../value/Amount.ts';
import { directionOf, endOf, unlinked } from '../value/direction.ts';
import { exitHtml } from '../value/ExitStatus.ts';
import { identifierHtml } from '../value/Identifier.ts';
import { methodHtml } from '../value/MethodBadge.ts';
import { wayHtml } from '../value/Way.ts';
import { whenHtml } from '../value/When.ts';

type Name = 'message' | 'method' | 'from' | 'to' | 'value' | 'status';

interface Props {
  rows: readonly MessageListItem[];
  columns: Readonly<Record<Name, Column> & { time: Column | false }>;
  /** All forms of the account whose list this is. */
  self: readonly string[];
  /** CID of the block whose list this is. */
  block: string | undefined;
  /** That block lost its race: nothing of it ran. */
  orphaned: boolean;
}

export default component(({ rows, ...list }: Props, page) =>
  rows.map((row) => rowHtml(row, list, page)).join(''),
);

function rowHtml(row: MessageListItem, list: Omit<Props, 'rows'>, page: Page): string {
  const { columns: c, self, block, orphaned } = list;
  const { t } = page;
  const end = (of: 'from' | 'to'): string =>
    identifierHtml(
      {
        kind: 'address',
        ...endOf(self, row[of], {
          tag: row[`${of}Tag`],
          fns: row[`${of}FnsName`],
          ...unlinked(row[of], row[`${of}Id`]),
        }),
      },
      page,
    );
  const href = paths.message(t.lang, row.cid, block);
  const direction = directionOf(self, row);
  const way = direction === null ? '' : wayHtml({ of: direction }, page);
  return [
    '<tr>',
    cellHtml(
      { of: c.message, first: true },
      identifierHtml({ kind: 'message', value: row.cid, href }, page),
    ),
    cellHtml(
      { of: c.method },
      methodHtml(
        {
          name: row.method,
          number: row.methodNumber,
          evm: row.evmMethod,
          guessed: row.evmMethodGuessed,
          plain: row.plainTransfer,
        },
        page,
      ),
    ),
    c.time ? cellHtml({ of: c.time }, whenHtml(row, page)) : '',
    cellHtml({ of: c.from }, end('from')),
    cellHtml({ of: c.to }, `<span class="to">${way}${end('to')}</span>`),
    cellHtml({ of: c.value }, amountHtml({ value: row.value, of: c.value }, page)),
    cellHtml(
      { of: c.status },
      orphaned
        ? `<span class="quiet">${textOf(t('block.notRun'))}</span>`
        : exitHtml({ receipt: row.receipt ?? null }, page),
    ),
    '</tr>',
  ].join('');
}
