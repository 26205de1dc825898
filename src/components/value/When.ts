/** When something happened: the height, which leads to the tipset, and the time. For cells of lists. */
import { formatInt } from '#format/number.ts';
import { component, type Page } from '../component.ts';
import { identifierHtml } from './Identifier.ts';
import { timeHtml } from './Time.ts';

interface Props {
  /** Null for what is older than the index. */
  height: number | null;
  timestamp: number | null;
}

/** Its HTML, for components that are functions themselves. */
export function whenHtml({ height, timestamp }: Props, page: Page): string {
  if (height === null) return '<span class="none">–</span>';
  const tipset = identifierHtml({ kind: 'height', value: formatInt(height) }, page);
  return `<span class="when">${tipset}${timeHtml({ value: timestamp, zone: false })}</span>`;
}

export default component(whenHtml);
