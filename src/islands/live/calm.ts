/**
 * Nothing moves under a reader's pointer or keyboard, in what they have scrolled into or opened, or while nobody looks:
 * returns how to do something to a place of the page once none of it is so. Of what waits only the
 * newest is done.
 */
export function calmly(place: string): (change: () => void) => void {
  let due: (() => void) | null = null;
  // A finger that has gone leaves its last touch hovered.
  const mouse = matchMedia('(hover: hover)');
  const isRead = (): boolean => {
    const there = document.querySelector(place);
    if (there === null) return false;
    return (
      (mouse.matches && there.matches(':hover')) ||
      there.querySelector(':focus-visible, :popover-open') !== null ||
      there.getBoundingClientRect().top < 0
    );
  };
  const attempt = (): void => {
    if (due === null || document.hidden || isRead()) return;
    const change = due;
    due = null;
    change();
  };
  const soon = (): void => {
    if (due !== null) setTimeout(attempt);
  };
  document.addEventListener('pointerout', soon);
  document.addEventListener('focusout', soon);
  document.addEventListener('toggle', soon, { capture: true });
  document.addEventListener('visibilitychange', attempt);
  addEventListener('scroll', soon, { passive: true });
  return (change) => {
    due = change;
    attempt();
  };
}
