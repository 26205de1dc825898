/** The star of a page's head: marks what the page is about as a favourite. */
import { isThing } from '#format/thing.ts';
import { addFavorite, favorites, isFavored, removeFavorite } from '#stores/favorites.ts';

class FavoriteStar extends HTMLElement {
  #unsubscribe = (): void => undefined;

  connectedCallback(): void {
    const button = this.querySelector('button');
    const { kind, thing: id, label } = this.dataset;
    const thing = { kind, id, label };
    if (button === null || !isThing(thing)) return;
    this.#unsubscribe = favorites.subscribe(() => {
      button.setAttribute('aria-pressed', String(isFavored(thing)));
    });
    button.addEventListener('click', () => {
      const outcome = isFavored(thing) ? removeFavorite(thing) : addFavorite(thing);
      if (outcome !== 'kept') void this.#tell(outcome);
    });
  }

  /** Says why the star was not lit. */
  async #tell(outcome: 'full' | 'refused'): Promise<void> {
    const { tell } = await import('./tell.ts');
    tell(this.dataset[outcome] ?? '');
  }

  /** A live page draws it anew with every tipset. */
  disconnectedCallback(): void {
    this.#unsubscribe();
  }
}
customElements.define('favorite-star', FavoriteStar);
