/**
 * Parts of a page as the server draws them now. What the server chooses the words, units and badges
 * of has its one markup there; the live channel only says when it has changed. Readers who ask for
 * the same page at the same time share one drawing.
 */
import { writeTimes } from '../elements/clock.ts';

/** Shows the page as the server draws it now, if it can be had. */
async function drawAnew(show: (page: Document) => void): Promise<void> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  // A recording may play faster than time passes.
  document.documentElement.dataset['clock'] = page.documentElement.dataset['clock'] ?? '';
  show(page);
}

/**
 * Returns how to ask for a new drawing, which `show` is given: one at a time, `pace` milliseconds
 * between two, and none while nobody looks at the page.
 */
export function redrawing(show: (page: Document) => void, pace = 0): () => void {
  let busy = false;
  let due = false;
  function request(): void {
    due = true;
    if (busy || document.hidden) return;
    busy = true;
    due = false;
    drawAnew(show)
      // Offline or restarting: whoever follows asks again, at the latest when the connection is back.
      .catch(() => undefined)
      .finally(() => {
        setTimeout(() => {
          busy = false;
          if (due) request();
        }, pace);
      });
  }
  document.addEventListener('visibilitychange', () => {
    if (due) request();
  });
  return request;
}

/** Puts the fresh parts in the place of the old ones, where there are both. */
export function replaceParts(olds: readonly Element[], freshes: readonly Element[]): void {
  const [first, ...others] = olds;
  if (first === undefined || freshes.length === 0) return;
  // A reader on a link stays on it.
  const active = document.activeElement;
  const href = olds.some((old) => old.contains(active)) && active?.getAttribute('href');
  first.replaceWith(...freshes);
  for (const old of others) old.remove();
  for (const fresh of freshes) writeTimes(fresh);
  if (href)
    freshes
      .flatMap((fresh) => [...fresh.querySelectorAll<HTMLElement>('a[href]')])
      .find((link) => link.getAttribute('href') === href)
      ?.focus({ preventScroll: true });
}
