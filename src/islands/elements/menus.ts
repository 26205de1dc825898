/**
 * Menus are `<details>`; here they also close by Escape, by a click elsewhere and after a choice, and
 * the button of narrow screens opens them all.
 */
class SiteMenu extends HTMLElement {
  connectedCallback(): void {
    const burger = this.querySelector<HTMLDetailsElement>('.burger');
    burger?.addEventListener('toggle', () => {
      for (const menu of this.querySelectorAll<HTMLDetailsElement>('.menu')) {
        // Menus of one name are open one at a time.
        menu.name = burger.open ? '' : 'main-menu';
        menu.open = burger.open;
      }
    });
    // Where there is room for the menus there is no such button (styles/narrow.css).
    if (burger)
      matchMedia('(width < 73.75rem)').addEventListener('change', () => {
        burger.open = false;
      });
    this.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      const open = this.querySelector<HTMLDetailsElement>('details[open]');
      if (open === null) return;
      open.open = false;
      open.querySelector('summary')?.focus();
    });
  }

  close(): void {
    for (const menu of this.querySelectorAll('details')) menu.open = false;
  }
}
customElements.define('site-menu', SiteMenu);

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const chosen = target?.closest('a') ?? null;
  for (const menu of document.querySelectorAll('site-menu'))
    if (menu instanceof SiteMenu && (chosen !== null || !menu.contains(target))) menu.close();
});

/** The language is remembered where it is chosen, and the query that the page has by now goes along. */
document.addEventListener('click', (event) => {
  const link =
    event.target instanceof Element
      ? event.target.closest<HTMLAnchorElement>('a[data-language]')
      : null;
  if (link === null) return;
  const language = link.dataset['language'] ?? 'en';
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `i18n_redirected=${language}; path=/; max-age=31536000; samesite=lax${secure}`;
  const url = new URL(link.href);
  url.search = location.search;
  url.hash = location.hash;
  link.href = url.href;
});

/** A choice of a filter is enough; without scripts its button sends it. */
document.addEventListener('change', (event) => {
  const { target } = event;
  if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return;
  if ('submit' in target.dataset) target.form?.requestSubmit();
});
// Coming back, a choice is again the one that the page was made for.
addEventListener('pageshow', () => {
  const choices = document.querySelectorAll<HTMLSelectElement | HTMLInputElement>('[data-submit]');
  for (const choice of choices) choice.form?.reset();
});
