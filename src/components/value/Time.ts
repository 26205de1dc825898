/**
 * A moment. The server prints absolute UTC; in the browser the page's one clock turns it into an age
 * and back by the page's switch (TimeSwitch), or with `both` writes the age beside it.
 *
 * <Time value={row.timestamp} />        in lists
 * <Time value={block.timestamp} both /> among the facts of a page
 */
import { formatIso, formatUtc, hasDate } from '#format/time.ts';
import { attribute, component } from '../component.ts';

interface Props {
  /** Unix seconds, beyond 2^53 as text; null, 0 and what no calendar has show as a dash. */
  value: number | string | null | undefined;
  /** Leave it absolute whatever the switch says. */
  absolute?: boolean;
  /** Show the absolute time and the age, whatever the switch says. */
  both?: boolean;
  /** Write `UTC` behind it; default true. In tables the header says so. */
  zone?: boolean;
}

/** Its HTML, for components that are functions themselves. */
export function timeHtml({
  value: seconds,
  absolute = false,
  both = false,
  zone = true,
}: Props): string {
  const value = Number(seconds ?? 0);
  if (!hasDate(value))
    return `<span class="none"${attribute('title', value === 0 ? undefined : String(seconds))}>–</span>`;
  const iso = formatIso(value);
  const utc = formatUtc(value);
  // The age's place is kept from the first paint, and only where a script will fill it.
  if (both)
    return `<span class="time-both"><time class="time" datetime="${iso}">${utc} UTC</time> <time class="time time-ago needs-js" datetime="${iso}" data-age="ago"></time></span>`;
  const age = attribute('data-age', absolute ? undefined : zone ? 'zone' : '');
  return `<time class="time" datetime="${iso}" title="${utc} UTC"${age}>${utc}${zone ? ' UTC' : ''}</time>`;
}

export default component(timeHtml);
