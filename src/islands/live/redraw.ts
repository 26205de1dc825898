/** Parts of a page as the server draws them now. */
import { writeTimes } from '../elements/clock.ts';

/** The page as the server draws it now; null when it cannot be had. */
export async function drawnAnew(): Promise<Document | null> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

/** Puts the fresh part in the place of the old one, where both are there. */
export function replacePart(old: Element | null, fresh: Element | null): void {
  if (old === null || fresh === null) return;
  // A reader on a link stays on it.
  const href = old.contains(document.activeElement)
    ? (document.activeElement?.getAttribute('href') ?? null)
    : null;
  old.replaceWith(document.adoptNode(fresh));
  writeTimes(fresh);
  if (href === null) return;
  for (const link of fresh.querySelectorAll<HTMLElement>('a[href]'))
    if (link.getAttribute('href') === href) {
      link.focus({ preventScroll: true });
      return;
    }
}
