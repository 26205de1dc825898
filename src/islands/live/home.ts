/** The home page as the chain goes on: figures, the latest tipsets, the richest accounts. */
import { calmly } from './calm.ts';
import { PACE, showList } from './list.ts';
import { redrawing, replaceParts } from './redraw.ts';
import { onTipset } from './socket.ts';

const LISTS = ['[data-live="tipsets"]', '[data-live="rich"]'];

function showFigures(page: Document): void {
  for (const old of document.querySelectorAll('[data-figure]')) {
    const name = old.getAttribute('data-figure') ?? '';
    const fresh = page.querySelector(`[data-figure="${name}"]`)?.cloneNode(true);
    if (fresh instanceof Element && fresh.innerHTML !== old.innerHTML) replaceParts([old], [fresh]);
  }
}

/** Keeps the home page as it is. */
export function followHome(): void {
  const lists = LISTS.map((place) => [place, calmly(place)] as const);
  onTipset(
    redrawing((page) => {
      const figures = document.querySelector('[data-figure]');
      // The page was drawn on an empty index: charts and all else come with the first head.
      if (figures === null && page.querySelector('[data-figure]') !== null) location.reload();
      showFigures(page);
      for (const [place, whenCalm] of lists)
        whenCalm(() => {
          showList(place, page);
        });
    }, PACE),
  );
}
