/**
 * Tries the app's own link first; while the page is still seen after that, nothing has opened it, and
 * the page that offers it follows. Without scripts the button leads there at once.
 */
const PATIENCE = 5000;

class OpenApp extends HTMLElement {
  connectedCallback(): void {
    const { link } = this.dataset;
    const offer = this.querySelector('a');
    if (link === undefined || offer === null) return;
    offer.addEventListener('click', (event) => {
      event.preventDefault();
      location.href = link;
      const timer = setTimeout(() => {
        location.href = offer.href;
      }, PATIENCE);
      document.addEventListener('visibilitychange', () => clearTimeout(timer), { once: true });
    });
  }
}
customElements.define('open-app', OpenApp);
