/** A message's page as the chain goes on: included, executed, final. */
import { drawnAnew, replacePart } from './redraw.ts';
import { onTipset } from './socket.ts';

const PLACE = '[data-live="message"]';
/** What changes of a message that has run while it becomes final. */
const SETTLING = ['.page-head', '.finality-depth', '.finality-f3'];

const hasRun = (stage: string | undefined): boolean =>
  stage === 'executed' || stage === 'certified' || stage === 'final';

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
        for (const part of settling ? SETTLING : ['main'])
          replacePart(document.querySelector(part), next.querySelector(part));
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
