/** The search box: `/` leads to it, blank input does nothing, its island comes when it is used. */
class SearchBox extends HTMLElement {
  #mounted = false;

  connectedCallback(): void {
    const form = this.querySelector('form');
    const input = this.querySelector('input');
    if (form === null || input === null) return;
    input.addEventListener('focus', () => {
      this.#mount(form, input);
    });
    form.addEventListener('submit', (event) => {
      input.value = input.value.trim();
      if (input.value === '') event.preventDefault();
    });
    if (document.activeElement === input) this.#mount(form, input);
  }

  #mount(form: HTMLFormElement, input: HTMLInputElement): void {
    if (this.#mounted) return;
    this.#mounted = true;
    const under = this.querySelector<HTMLElement>('.search-under');
    if (under === null) return;
    void import('../search/mount.tsx').then(({ mountSearch }) => {
      mountSearch({
        box: this,
        form,
        input,
        under,
        texts: this.dataset['texts'] ?? '{}',
        locale: this.dataset['locale'] ?? 'en',
      });
    });
  }
}
customElements.define('search-box', SearchBox);

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target;
  if (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  )
    return;
  const input = document.querySelector<HTMLInputElement>('search-box input');
  if (input === null) return;
  event.preventDefault();
  input.focus();
  input.select();
});
