/**
 * An amount of FIL: the digits that matter in ink, the rest and the unit muted; the exact figure in
 * the title. Units by size: attoFIL, nanoFIL, FIL.
 *
 * <Amount value={message.value} decimals={4} />        1.2346 FIL
 * <Amount value={transfer.value} decimals={4} signed /> +1.2346 FIL, coloured by direction
 * <Amount value={row.premium} of={c.premium} />         0.12, in the unit that the column's head says
 */
import { filDigits, filParts, formatFilExact, type FilUnit } from '#format/fil.ts';
import { attribute, component, type Page, textOf } from '../component.ts';
import type { Column } from '../list/columns.ts';

interface Props {
  /** attoFIL, a decimal string; null or undefined shows as a dash. */
  value: string | null | undefined;
  /** Fixed decimals; absent: exact. */
  decimals?: number;
  /** A flow: `+` and `-`, with colour. */
  signed?: boolean;
  /** In this unit whatever the size. */
  unit?: FilUnit;
  /**
   * The column that it stands in: by its scale. The unit stands in the head, and here only for screen
   * readers and where rows fold.
   */
  of?: Column;
}

/** Its HTML, for components that are functions themselves. */
export function amountHtml(props: Props, { locals }: Page): string {
  const { value, signed = false, of } = props;
  const { unit = of?.scale?.unit, decimals = of?.scale?.decimals } = props;
  if (value === null || value === undefined) return '<span class="none">–</span>';
  const parts = filParts(value, {
    ...(decimals === undefined ? {} : { decimals }),
    ...(unit === undefined ? {} : { unit }),
    signed,
  });
  // `tFIL` on a test network.
  const currency = locals.network?.currency ?? 'FIL';
  const unitText = parts.unit.replace('FIL', currency);
  const digits = filDigits(parts);
  // Beyond four decimals (of a small amount: four digits) and zeros at the end, nothing is told that
  // matters at a glance.
  const point = digits.indexOf('.');
  const kept = Math.max(point + 5, digits.search(/[1-9]/) + 4);
  const matters = point === -1 ? digits : digits.slice(0, kept).replace(/\.?0*$/, '');
  const rest = digits.slice(matters.length);
  const exact = formatFilExact(value).replace('FIL', currency);
  const flow = !signed || parts.sign === '' ? '' : parts.sign === '-' ? ' out' : ' in';
  const headed = of?.scale === undefined ? '' : ' headed';
  const title = exact === `${digits} ${unitText}` ? undefined : exact;
  return [
    `<span class="amount${flow}${headed}"${attribute('title', title)}>${textOf(matters)}`,
    rest === '' ? '' : `<span class="rest">${textOf(rest)}</span>`,
    ` <span class="unit">${textOf(unitText)}</span></span>`,
  ].join('');
}

export default component(amountHtml);
