/** Which way something went in an account's own list: in, out, or to itself. */
import { component, type Page, textOf } from '../component.ts';
import type { Direction } from './direction.ts';

interface Props {
  of: Direction;
}

/** Its HTML, for components that are functions themselves. */
export function wayHtml({ of }: Props, { t }: Page): string {
  return `<span class="way way-${of}">${textOf(t(`account.${of}`))}</span>`;
}

export default component(wayHtml);
