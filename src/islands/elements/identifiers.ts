/** Identifiers: copying, and marking all equal ones while one is pointed at. */
function textOf(id: Element | null | undefined): HTMLElement | null {
  return id?.querySelector<HTMLElement>('.id-text') ?? null;
}

const said = document.getElementById('copied');

/** What is long is not written into the page a second time: it is asked for. */
async function longText(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const { copy: own = '', copyFrom } = button.dataset;
  const text =
    copyFrom === undefined
      ? (textOf(button.closest('.id'))?.textContent ?? own)
      : await longText(copyFrom);
  await navigator.clipboard.writeText(text);
  button.classList.add('done');
  said?.togglePopover(true);
  setTimeout(() => {
    button.classList.remove('done');
    said?.togglePopover(false);
  }, 1_500);
}

document.addEventListener('click', (event) => {
  const button =
    event.target instanceof Element ? event.target.closest<HTMLButtonElement>('.copy') : null;
  if (button !== null) copy(button).catch(() => button.classList.remove('done'));
});

let marked: HTMLElement[] = [];
function mark(target: EventTarget | null): void {
  const here = target instanceof Element ? textOf(target.closest('.id')) : null;
  if (here !== null && marked.includes(here)) return;
  for (const element of marked) element.classList.remove('same');
  marked = [];
  if (here === null) return;
  const text = here.textContent;
  const equal = [...document.querySelectorAll<HTMLElement>('.id-text')].filter(
    (element) => element.textContent === text,
  );
  if (equal.length < 2) return;
  marked = equal;
  for (const element of marked) element.classList.add('same');
}
document.addEventListener('pointerover', (event) => {
  mark(event.target);
});
document.addEventListener('focusin', (event) => {
  mark(event.target);
});
