/** A message's page as the chain goes on: included, executed, final. */
import { writeTimes } from '../elements/clock.ts';
import { onTipset } from './socket.ts';

const PLACE = '[data-live="message"]';
/** What changes of a message that has run while it becomes final. */
const SETTLING = ['.page-head', '.finality-depth', '.finality-f3'];

const hasRun = (stage: string | undefined): boolean =>
  stage === 'executed' || stage === 'certified' || stage === 'final';

/** The page as the server draws it now; null when it cannot be had. */
async function drawnAnew(): Promise<Document | null> {
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
  if (!answer.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

function replace(selector: string, next: Document): void {
  const old = document.querySelector(selector);
  const fresh = next.querySelector(selector);
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

/**
 * Keeps a message's page up to date until it is final: its head with every tipset, all of it when it
 * has been executed (or a reorganisation took that back). `place` names its stage.
 */
export function followMessage(place: HTMLElement): void {
  let busy = false;
  let stage = place.dataset['stage'];
  const stop = onTipset(() => {
    if (busy || document.hidden) return;
    busy = true;
    drawnAnew()
      .then((next) => {
        const now = next?.querySelector<HTMLElement>(PLACE)?.dataset['stage'];
        if (next === null || now === undefined) return;
        const settling = now === stage || (hasRun(stage) && hasRun(now));
        for (const part of settling ? SETTLING : ['main']) replace(part, next);
        stage = now;
        if (now === 'final') stop();
      })
      // Offline or restarting: the next tipset asks again.
      .catch(() => undefined)
      .finally(() => {
        busy = false;
      });
  });
}
