/** The list of the message pool as messages come and go. */
import type { Locale } from '#i18n/locales.ts';
import { drawnAnew, replacePart } from './redraw.ts';
import { connection } from './socket.ts';

/** Between two drawings, in milliseconds: a pool may change all the time. */
const PACE = 2_000;

const rowsOf = (list: Element): Map<string, Element> =>
  new Map(
    [...list.querySelectorAll('tbody tr')].map((row) => [
      row.querySelector('a')?.getAttribute('href') ?? '',
      row,
    ]),
  );

/** Draws what has changed of the list; its tools and the table's head stay as the reader left them. */
function redraw(list: Element, fresh: Element): void {
  const known = rowsOf(list);
  for (const [href, row] of rowsOf(fresh)) row.classList.toggle('arrived', !known.has(href));
  for (const part of ['.table-total', 'tbody'])
    replacePart(list.querySelector(part), fresh.querySelector(part));
}

/** Keeps the first page of the pool as it is; `list` is the table's block. */
export function followPool(list: HTMLElement, locale: Locale): void {
  const live = connection();
  const topic = `mempool/${locale}`;
  let place: Element = list;
  let busy = false;
  let due = false;
  function request(): void {
    due = true;
    if (busy || document.hidden) return;
    busy = true;
    due = false;
    drawnAnew()
      .then((next) => {
        const fresh = next?.querySelector('[data-live="pool"]') ?? null;
        if (next === null || fresh === null) return;
        const tables =
          place.querySelector('tbody') !== null && fresh.querySelector('tbody') !== null;
        if (tables) redraw(place, fresh);
        else {
          // From no rows to some, or back.
          replacePart(place, fresh);
          place = fresh;
        }
        replacePart(document.querySelector('.pager'), next.querySelector('.pager'));
      })
      // Offline or restarting: joining the room again tells.
      .catch(() => undefined)
      .finally(() => {
        setTimeout(() => {
          busy = false;
          if (due) request();
        }, PACE);
      });
  }
  let first = true;
  live.on(`${topic}/list`, () => {
    // The page has just been drawn; later lists come after a pause of the connection.
    if (!first) request();
    first = false;
  });
  live.on(`${topic}/change`, request);
  document.addEventListener('visibilitychange', () => {
    if (due) request();
  });
  live.join(topic);
}
