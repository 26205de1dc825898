/**
 * A cell of a <Table>: `<Cell of={c.height}>…</Cell>`. The first cell of a row is its identity
 * (`first`), read as the row's header.
 */
import { attribute, wrapper } from '../component.ts';
import type { Column } from './columns.ts';

interface Props {
  of: Column;
  first?: boolean;
  /** Rows that it spans (groups). */
  rows?: number;
}

function aroundOf({ of, first = false, rows }: Props): [before: string, behind: string] {
  const span = rows === undefined || rows === 1 ? '' : ` rowspan="${rows}"`;
  const classes = classOf(of);
  const told = of.told === true || (of.fold === true && !first);
  const label = attribute('data-label', told ? of.label : undefined);
  return first
    ? [`<th scope="${span === '' ? 'row' : 'rowgroup'}"${classes}${label}${span}>`, '</th>']
    : [`<td${classes}${label}${span}>`, '</td>'];
}

/** Its HTML around that of its content, for rows that are functions themselves. */
export function cellHtml(props: Props, content: string): string {
  const [before, behind] = aroundOf(props);
  return before + content + behind;
}

export default wrapper(aroundOf);

function classOf({ align, at, fold, onlyWide, width }: Column): string {
  const classes = [
    align === 'end' ? 'end' : '',
    fold === true || fold === 'bare' ? 'fold' : '',
    width === undefined ? '' : `w-${width}`,
    at === undefined ? '' : `at-${at}`,
    onlyWide === true ? 'only-wide' : '',
  ].filter((name) => name !== '');
  return classes.length === 0 ? '' : ` class="${classes.join(' ')}"`;
}
