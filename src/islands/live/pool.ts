/** The list of the message pool as messages come and go. */
import type { Locale } from '#i18n/locales.ts';
import { redrawing, replacePart } from './redraw.ts';
import { connection } from './socket.ts';

/** Between two drawings, in milliseconds: a pool may change all the time. */
const PACE = 2_000;

/** The table's block, its pager in it. */
const PLACE = '[data-live="pool"]';
/** What changes of it; its tools and the table's head stay as the reader left them. */
const CHANGING = ['.table-total', 'tbody', '.pager'];

const rowsOf = (list: Element): Map<string, Element> =>
  new Map(
    [...list.querySelectorAll('tbody tr')].map((row) => [
      row.querySelector('a')?.getAttribute('href') ?? '',
      row,
    ]),
  );

function show(page: Document): void {
  const list = document.querySelector(PLACE);
  const fresh = page.querySelector(PLACE);
  if (list === null || fresh === null) return;
  const known = rowsOf(list);
  for (const [href, row] of rowsOf(fresh)) row.classList.toggle('arrived', !known.has(href));
  const parts = CHANGING.map(
    (part) => [list.querySelector(part), fresh.querySelector(part)] as const,
  );
  // From no rows to some, from one page to many, or back: all of it.
  if (parts.some(([old, now]) => (old === null) !== (now === null))) replacePart(list, fresh);
  else for (const [old, now] of parts) replacePart(old, now);
}

/** Keeps the first page of the pool as it is. */
export function followPool(locale: Locale): void {
  const live = connection();
  const topic = `mempool/${locale}`;
  const request = redrawing(show, PACE);
  let first = true;
  live.on(`${topic}/list`, () => {
    // The page has just been drawn; later lists come after a pause of the connection.
    if (!first) request();
    first = false;
  });
  live.on(`${topic}/change`, request);
  live.join(topic);
}
