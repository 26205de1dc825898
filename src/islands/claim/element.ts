/** The button by which an owner names a storage provider; its dialog comes when it is pressed. */
class TagClaim extends HTMLElement {
  #open: (() => void) | null = null;

  connectedCallback(): void {
    const button = this.querySelector('button');
    button?.addEventListener('click', () => {
      if (this.#open !== null) return this.#open();
      button.setAttribute('aria-busy', 'true');
      void import('./mount.tsx')
        .then(({ mountClaim }) => mountClaim(this, this.dataset['address'] ?? ''))
        .then((open) => {
          this.#open = open;
          open();
        })
        .finally(() => button.removeAttribute('aria-busy'));
    });
  }
}
customElements.define('tag-claim', TagClaim);
