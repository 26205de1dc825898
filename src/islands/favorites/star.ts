/** The star of a page's head: marks what the page is about as a favourite. */
import { isThing } from '#format/thing.ts';
import { addFavorite, favorites, isFavored, removeFavorite } from '#stores/favorites.ts';

class FavoriteStar extends HTMLElement {
  connectedCallback(): void {
    const button = this.querySelector('button');
    const { kind, thing: id, label } = this.dataset;
    const thing = { kind, id, label };
    if (button === null || !isThing(thing)) return;
    favorites.subscribe(() => {
      button.setAttribute('aria-pressed', String(isFavored(thing)));
    });
    button.addEventListener('click', () => {
      if (isFavored(thing)) removeFavorite(thing);
      else addFavorite(thing);
    });
  }
}
customElements.define('favorite-star', FavoriteStar);
