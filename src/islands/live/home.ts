/** The home page as the chain goes on: figures, and tipsets that slide in at the top. */
import type { Overview } from '#explorer/network/schema.ts';
import type { RichList } from '#explorer/richlist/schema.ts';
import type { TipsetRecent } from '#explorer/tipset/schema.ts';
import type { Locale } from '#i18n/locales.ts';
import { clockAtLeast, writeTimes } from '../elements/clock.ts';
import { calmly } from './calm.ts';
import { FIGURE_NAMES, figureOf } from './figures.ts';
import { showRichList } from './richRows.ts';
import { listen } from './socket.ts';
import { tipsetBody, tipsetMark } from './tipsetRow.ts';

const SHOWN = 10;

/** A test network's FIL has a name of its own, which the page's other amounts carry. */
function inCurrency(unit: string): string {
  return unit.replace('FIL', document.documentElement.dataset['currency'] ?? 'FIL');
}

function showOverview(overview: Overview): void {
  clockAtLeast(overview.timestamp);
  for (const name of FIGURE_NAMES) {
    const figure = figureOf(name, overview);
    if (figure === null || name === 'height') continue;
    for (const place of document.querySelectorAll<HTMLElement>(`[data-figure="${name}"]`)) {
      const digits = place.querySelector('.figure-digits');
      if (digits !== null) digits.textContent = figure.digits;
      const unit = place.querySelector('.unit');
      if (unit !== null && name !== 'interval') unit.textContent = ` ${inCurrency(figure.unit)}`;
      if (figure.title !== null) place.title = figure.title;
    }
  }
  const latest = document.querySelector<HTMLTimeElement>('[data-live="latest"] time');
  if (latest !== null) latest.dateTime = new Date(overview.timestamp * 1000).toISOString();
}

/** Puts the tipsets into the table, touching only rows that are new or have changed. */
function showTipsets(table: HTMLTableElement, tipsets: TipsetRecent, locale: Locale): void {
  const old = new Map(
    [...table.tBodies].map((body) => [body.dataset['tipset'] ?? '', body] as const),
  );
  const [model] = table.tBodies;
  if (model === undefined) return;
  let changed = false;
  for (const tipset of [...tipsets].reverse().slice(-SHOWN)) {
    const known = old.get(String(tipset.height));
    old.delete(String(tipset.height));
    // Rows drawn by the server carry no mark; they are taken over as they are, if nothing is due.
    const mark = tipsetMark(tipset);
    if (known !== undefined && known.dataset['mark'] === mark) {
      table.tHead?.after(known);
      continue;
    }
    const body = tipsetBody(tipset, model, locale);
    if (body === null) return;
    body.dataset['mark'] = mark;
    if (known === undefined) body.classList.add('arrived');
    known?.remove();
    table.tHead?.after(body);
    changed = true;
  }
  if (changed || old.size > 0) {
    for (const gone of old.values()) gone.remove();
    writeTimes(table);
  }
}

/** Follows the chain on the home page; `place` holds the table of the latest tipsets. */
export function followHome(place: HTMLElement, locale: Locale): void {
  listen<Overview>('blockchain', 'blockchain/overview', showOverview);
  const whenCalm = calmly('[data-live="tipsets"]');
  listen<TipsetRecent>('tipset', `tipset/recent/${locale}`, (tipsets) => {
    const table = place.querySelector('table');
    // The page was drawn on an empty index: it is drawn anew, whole.
    if (table === null && tipsets.length > 0) location.reload();
    else if (table !== null)
      whenCalm(() => {
        showTipsets(table, tipsets, locale);
      });
  });
  const rich = document.querySelector<HTMLTableElement>('[data-live="rich"] table');
  if (rich !== null)
    listen<RichList>('account', `account/rich-list/${locale}`, (list) => {
      for (const body of rich.tBodies) showRichList(body.rows, list, locale);
    });
}
