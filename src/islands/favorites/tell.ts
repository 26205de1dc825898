/** Long enough to be read. */
const SHOWN_MS = 6_000;

/** Says something over the page, and to whoever listens to it. */
export function tell(text: string): void {
  const line = Object.assign(document.createElement('p'), {
    className: 'toast',
    textContent: text,
  });
  line.setAttribute('role', 'alert');
  line.popover = 'manual';
  document.body.append(line);
  line.showPopover();
  setTimeout(() => {
    line.remove();
  }, SHOWN_MS);
}
