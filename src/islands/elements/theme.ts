const root = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');

function shown(): 'light' | 'dark' {
  const chosen = root.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return dark.matches ? 'dark' : 'light';
}

/** Light or dark; the system's wish until the reader chooses. Kept for the next visit. */
class ThemeSwitch extends HTMLElement {
  connectedCallback(): void {
    const button = this.querySelector('button');
    if (button === null) return;
    const name = (): void => {
      const label = shown() === 'dark' ? button.dataset['light'] : button.dataset['dark'];
      if (label !== undefined) button.setAttribute('aria-label', label);
      // The browser's own bars take the ground of the theme that is shown.
      const ground = getComputedStyle(document.body).backgroundColor;
      for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
        meta.content = ground;
    };
    name();
    button.addEventListener('click', () => {
      const next = shown() === 'dark' ? 'light' : 'dark';
      root.dataset['theme'] = next;
      try {
        localStorage.setItem('theme', next);
      } catch {
        // Storage is switched off: the choice lasts as long as the page.
      }
      name();
    });
  }
}
customElements.define('theme-switch', ThemeSwitch);
