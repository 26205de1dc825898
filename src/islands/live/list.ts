/** The first page of a list as things come and go: the message pool, the tipsets. */
import type { Locale } from '#i18n/locales.ts';
import { calmly } from './calm.ts';
import { redrawing, replaceParts } from './redraw.ts';
import { connection, onTipset } from './socket.ts';

/** Between two drawings, in milliseconds: a pool may change all the time. */
export const PACE = 2_000;

/** What changes of a list's block; its tools and the table's head stay as the reader left them. */
const CHANGING = ['.table-total', 'tbody', '.pager'];

/** A row, or a tipset's rows, by what it is of. */
const itemsOf = (list: Element): Map<string | undefined, Element> =>
  new Map(
    [...list.querySelectorAll('tbody[data-tipset], tbody:not([data-tipset]) > tr')].map((item) => [
      item.querySelector('a')?.href,
      item,
    ]),
  );

/** In which units columns are: their heads say it. */
const unitsOf = (list: Element): string =>
  [...list.querySelectorAll<HTMLElement>('th[data-unit]')]
    .map((head) => head.dataset['unit'])
    .join();

/** Shows what has changed of the list at a place as the page has it. */
export function showList(place: string, page: Document): void {
  const list = document.querySelector(place);
  const fresh = page.querySelector(place);
  if (list === null || fresh === null) return;
  const known = itemsOf(list);
  for (const [href, item] of itemsOf(fresh)) item.classList.toggle('arrived', !known.has(href));
  const parts = CHANGING.map(
    (part) => [[...list.querySelectorAll(part)], [...fresh.querySelectorAll(part)]] as const,
  );
  // From no rows to some, from one page to many, or back, or in other units: all of it.
  if (
    unitsOf(list) !== unitsOf(fresh) ||
    parts.some(([old, now]) => (old.length === 0) !== (now.length === 0))
  )
    replaceParts([list], [fresh]);
  else for (const [old, now] of parts) replaceParts(old, now);
}

/** How to ask for the list anew; it is shown when nobody points at it. */
function redrawingList(place: string): () => void {
  const whenCalm = calmly(place);
  return redrawing((page) => {
    whenCalm(() => {
      showList(place, page);
    });
  }, PACE);
}

/** Keeps the first page of the pool as it is. */
export function followPool(locale: Locale): void {
  const live = connection();
  const topic = `mempool/${locale}`;
  const request = redrawingList('[data-live="pool"]');
  let first = true;
  live.on(`${topic}/list`, () => {
    // The page has just been drawn; later lists come after a pause of the connection.
    if (!first) request();
    first = false;
  });
  live.on(`${topic}/change`, request);
  live.join(topic);
}

/** Keeps the first page of the list of tipsets as it is. */
export function followChain(): void {
  onTipset(redrawingList('[data-live="chain"]'));
}
