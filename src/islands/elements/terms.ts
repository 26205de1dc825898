/**
 * Labels that open a definition: those of a list, or of a table's head, are one stop of the Tab key, and
 * the arrow keys lead from one to the next. Without scripts each is a stop of its own.
 */
const TERM = 'button.term';
const LIST = 'dl, thead';

const termsOf = (list: Element): HTMLButtonElement[] =>
  [...list.querySelectorAll<HTMLButtonElement>(TERM)].filter((term) => term.closest(LIST) === list);

function makeStop(stop: HTMLButtonElement, terms: readonly HTMLButtonElement[]): void {
  for (const term of terms) term.tabIndex = term === stop ? 0 : -1;
}

/** Which of `count` a key leads to from the one at `at`; null of other keys and beyond the ends. */
function placeAfter(key: string, at: number, count: number): number | null {
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1 }[key];
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return to === undefined || to < 0 || to >= count ? null : to;
}

/** Makes them so, from now on. */
export function startTerms(): void {
  for (const list of document.querySelectorAll(LIST)) {
    const terms = termsOf(list);
    const first = terms.find((term) => term.checkVisibility()) ?? terms[0];
    if (first !== undefined) makeStop(first, terms);
  }
  document.addEventListener('keydown', (event) => {
    const term = event.target instanceof Element ? event.target.closest(TERM) : null;
    const list = term?.closest(LIST);
    if (!(term instanceof HTMLButtonElement) || !list) return;
    const terms = termsOf(list).filter((each) => each.checkVisibility());
    const to = placeAfter(event.key, terms.indexOf(term), terms.length);
    const next = to === null ? undefined : terms[to];
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (term.popoverTargetElement instanceof HTMLElement) term.popoverTargetElement.hidePopover();
    next.focus();
  });

  document.addEventListener('focusin', (event) => {
    const term = event.target instanceof Element ? event.target.closest(TERM) : null;
    const list = term?.closest(LIST);
    if (term instanceof HTMLButtonElement && list) makeStop(term, termsOf(list));
  });
}
