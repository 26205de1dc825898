/** What the live connection shows on every page: the height, the pulse, being offline. */
import { formatInt } from '#format/number.ts';

function all(name: string): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>(`[data-live="${name}"]`);
}

/** Writes the head's height wherever the page shows it. */
export function showHeight(height: number): void {
  const text = formatInt(height);
  for (const element of all('height')) if (element.textContent !== text) element.textContent = text;
  for (const dot of all('pulse')) {
    dot.classList.remove('beat');
    // Reading the width restarts the animation.
    void dot.offsetWidth;
    dot.classList.add('beat');
  }
}

/** Says so while the browser is offline; dims the pulse while nothing can be heard. */
export function showConnection(online: boolean, connected: boolean): void {
  for (const dot of all('pulse')) dot.classList.toggle('off', !online || !connected);
  for (const line of all('offline')) line.hidden = online;
}

/** How far the first index is, as its head rises; at its end the line goes away. */
export function showGrowth(banner: HTMLElement, height: number): void {
  const from = Number(banner.dataset['from']);
  const to = Number(banner.dataset['to']);
  banner.hidden = height >= to;
  const total = to - from;
  const done = Math.min(Math.max(height - from, 0), total);
  const bar = banner.querySelector('progress');
  if (bar !== null) bar.value = done / total;
  const text = banner.querySelector('p');
  if (text !== null)
    text.textContent = (banner.dataset['text'] ?? '')
      .replace('{done}', formatInt(done))
      .replace('{total}', formatInt(total));
}
