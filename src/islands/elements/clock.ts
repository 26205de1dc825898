/**
 * The page's one clock: every second all `<time data-age>` are written anew, as ages against the
 * chain's clock or as absolute times, whichever the reader has chosen. `ago` marks an age that stands
 * beside its absolute time and stays one. The words of ages come when the page has; until then, and where
 * they do not come, times stay as the server wrote them. `data-ages` on the page says that ages are shown.
 */
import type * as Words from '#format/age.ts';
import { formatUtc } from '#format/time.ts';
import { pageLocale } from '../locale.ts';

const root = document.documentElement;
const locale = pageLocale();

/** The chain's clock, Unix seconds: the wall clock moved by what the server said. */
export function chainNow(): number {
  return Math.floor(Date.now() / 1000) + Number(root.dataset['clock'] ?? 0);
}

/**
 * A minute: what lies farther ahead of the chain's clock is not of the chain (a recording's days are past
 * when a source of it is verified) and has no age.
 */
const AHEAD = 60;

let words: typeof Words | null = null;

/** Null: as it stands. */
function textOf(seconds: number, shown: string | undefined, now: number): string | null {
  const age = now - seconds;
  const isAhead = age < -AHEAD;
  if (shown === 'ago' && isAhead) return '';
  if (shown === 'ago' || (root.dataset['time'] !== 'absolute' && !isAhead))
    return words === null ? null : words.formatAge(age, locale);
  return `${formatUtc(seconds)}${shown === 'zone' ? ' UTC' : ''}`;
}

/** Writes all times of the page (or of a new part of it). */
export function writeTimes(part: ParentNode = document): void {
  const now = chainNow();
  root.toggleAttribute('data-ages', words !== null && root.dataset['time'] !== 'absolute');
  for (const element of part.querySelectorAll<HTMLTimeElement>('time[data-age]')) {
    const seconds = Math.floor(Date.parse(element.dateTime) / 1000);
    const text = textOf(seconds, element.dataset['age'], now);
    if (text !== null && element.textContent !== text) element.textContent = text;
  }
}

class TimeSwitch extends HTMLElement {
  connectedCallback(): void {
    this.querySelector('button')?.addEventListener('click', () => {
      if (root.dataset['time'] === 'absolute') delete root.dataset['time'];
      else root.dataset['time'] = 'absolute';
      try {
        localStorage.setItem('time', root.dataset['time'] ?? 'age');
      } catch {
        // Storage is switched off: the choice lasts as long as the page.
      }
      writeTimes();
    });
  }
}
customElements.define('time-switch', TimeSwitch);

function loadWords(): void {
  import('#format/age.ts')
    .then((loaded) => {
      words = loaded;
      writeTimes();
    })
    // Without a network: the browser has said so, and times stay absolute.
    .catch(() => undefined);
}

if (document.readyState === 'complete') loadWords();
else addEventListener('load', loadWords);
setInterval(() => {
  if (!document.hidden) writeTimes();
}, 1_000);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) writeTimes();
});
