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
      if (isFavored(thing)) removeFavorite(thing);
      else addFavorite(thing);
    });
  }

  /** A live page draws it anew with every tipset. */
  disconnectedCallback(): void {
    this.#unsubscribe();
  }
}
customElements.define('favorite-star', FavoriteStar);
