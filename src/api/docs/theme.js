// The reader's choice of light and dark, kept where the site's pages keep it (islands/elements/theme.ts).
{
  const root = document.documentElement;
  const chosen = () => {
    try {
      return localStorage.getItem('theme');
    } catch {
      // Storage is switched off.
      return null;
    }
  };
  const first = chosen();
  if (first === 'light' || first === 'dark') root.dataset.theme = first;

  const isDark = () =>
    (root.dataset.theme ??
      (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

  addEventListener('DOMContentLoaded', () => {
    const button = document.querySelector('.theme');
    const name = () => {
      button.ariaLabel = isDark() ? 'Light theme' : 'Dark theme';
    };
    name();
    button.hidden = false;
    button.addEventListener('click', () => {
      const next = isDark() ? 'light' : 'dark';
      root.dataset.theme = next;
      try {
        localStorage.setItem('theme', next);
      } catch {
        // It lasts as long as the page.
      }
      name();
    });
  });
}
