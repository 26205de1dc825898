import type { FilScale } from '#format/fil.ts';
import type { Translate } from '#i18n/translate.ts';
import type { Derivation } from '../fact/derivation.ts';
import { labelOf, type Named, type TermName } from '../fact/terms.ts';

/** A column of a <Table>. */
export interface Column {
  label: string;
  /** Unit and decimals of all its amounts (`columnScale`, `<Amount of={column} />`): its head says the unit. */
  scale?: FilScale;
  /** What it means, where its heading is seen; rows that fold have no headings. */
  term?: TermName | undefined;
  made?: Derivation;
  /** Its heading orders the list by it, the greatest first; `on`: it does. */
  sort?: { href: string; on: boolean };
  /** Numbers stand at the end (right), everything else at the start. */
  align?: 'start' | 'end';
  /**
   * On narrow screens the cell folds into the line under the row instead of staying in it, with its
   * label before it; `bare` without, when the value speaks for itself.
   */
  fold?: boolean | 'bare';
  /** Its label stands before it on narrow screens, where it stays in the row. */
  told?: boolean;
  /**
   * Its fixed place where rows fold, so that every row has the same shape: `id` and `value` in the
   * first line, `what` and `status` in the second, `from` and `to` in the third, or `line` alone, `foot`
   * is a whole line after them, and `last` one more.
   */
  at?: 'id' | 'value' | 'what' | 'status' | 'from' | 'to' | 'line' | 'foot' | 'last';
  /** Not there where rows fold: something in another cell says the same. */
  onlyWide?: boolean;
  /** `time` keeps room for an absolute time; `wide` breaks its lines. */
  width?: 'time' | 'wide';
  /** For screen readers only: the column speaks for itself (a status icon). */
  quiet?: boolean;
}

/** A column as a table declares it. */
export type ColumnSpec = Omit<Column, 'label' | 'term'> & Named;

/** By name; `false` is a column that this table does without. */
export type Columns = Readonly<Record<string, Column | false>>;

/** The columns of a table by name, so that cells are typed by them. Seven, or eight where one is short. */
export function columns<const T extends Readonly<Record<string, ColumnSpec | false>>>(
  t: Translate,
  all: T,
): { readonly [K in keyof T]: false extends T[K] ? Column | false : Column };
export function columns(t: Translate, all: Readonly<Record<string, ColumnSpec | false>>): Columns {
  return Object.fromEntries(
    Object.entries(all).map(([name, column]) => [
      name,
      column !== false && { ...column, label: labelOf(t, column) },
    ]),
  );
}
