/** A message's page as the chain goes on: included, executed, final. */
import { calmly } from './calm.ts';
import { redrawing, replaceParts } from './redraw.ts';
import { onTipset } from './socket.ts';

const PLACE = '[data-live="message"]';
/** What changes of a message that has run while it becomes final. */
const SETTLING = ['.page-head', '.confirmations'];

const hasRun = (stage = ''): boolean => ['executed', 'certified', 'final'].includes(stage);

/**
 * Keeps a message's page up to date until it is final: its head with every tipset, all of it when it
 * has been executed (or a reorganisation took that back). `place` names its stage.
 */
export function followMessage(place: HTMLElement): void {
  let stage = place.dataset['stage'];
  const settlers = SETTLING.map((part) => [part, calmly(part)] as const);
  const request = redrawing((page) => {
    const now = page.querySelector<HTMLElement>(PLACE)?.dataset['stage'];
    if (now === undefined) return;
    const settling = now === stage || (hasRun(stage) && hasRun(now));
    const show = (part: string): void =>
      replaceParts([...document.querySelectorAll(part)], [...page.querySelectorAll(part)]);
    // What still waits to be shown goes with the rest.
    for (const [part, whenCalm] of settlers)
      whenCalm(() => {
        if (settling) show(part);
      });
    if (!settling) show('main');
    stage = now;
    if (now === 'final') stop();
  });
  const stop = onTipset(request);
}
