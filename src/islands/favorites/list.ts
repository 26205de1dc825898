/** The page of favourites: its rows, their notes, removal with a way back, import and export. */
import { shortText } from '#format/shorten.ts';
import { shownAs, type ThingKind } from '#format/thing.ts';
import { thingPath } from '#format/thingPath.ts';
import { formatIso, formatUtc } from '#format/time.ts';
import { favorites, removeFavorite, type Favorite } from '#stores/favorites.ts';
import { pageLocale } from '../locale.ts';

/** What Favorites.astro says, in the page's language; `{n}` is filled in here. */
interface Words {
  kinds: Record<ThingKind, string>;
  removed: string;
  imported: string;
  nothingNew: string;
  bad: string;
  network: string;
  full: string;
  refused: string;
}

/** What changes the list: few come to do so. */
const editing = () => import('#stores/editFavorites.ts');

class FavoritesList extends HTMLElement {
  #words: Words | null = null;
  /** What the rows are of, notes apart. */
  #things = '';

  connectedCallback(): void {
    this.#words = JSON.parse(this.dataset['words'] ?? 'null') as Words | null;
    favorites.subscribe((list) => {
      this.#draw(list);
    });
    this.#part('export')?.addEventListener('click', () => void this.#export());
    this.#part('import')?.addEventListener('change', (event) => {
      if (event.target instanceof HTMLInputElement) void this.#import(event.target);
    });
  }

  #part(name: string, within: ParentNode = this): HTMLElement | null {
    return within.querySelector<HTMLElement>(`[data-part="${name}"]`);
  }

  #draw(list: readonly Favorite[]): void {
    const rows = this.querySelector('tbody');
    const template = this.querySelector('template');
    if (rows === null || template === null) return;
    const things = JSON.stringify(list.map(({ note: _, ...thing }) => thing));
    // A note alone leaves the rows, so that whoever writes it stays where it is.
    if (things === this.#things) {
      const inputs = rows.querySelectorAll('input');
      for (const [at, { note }] of list.entries()) if (inputs[at]) inputs[at].value = note;
    } else rows.replaceChildren(template, ...list.map((favorite) => this.#row(template, favorite)));
    this.#things = things;
    const show = (name: string, shown: boolean): void => {
      const part = this.#part(name);
      if (part !== null) part.hidden = !shown;
    };
    show('list', list.length > 0);
    show('none', list.length === 0);
    const exporting = this.#part('export');
    if (exporting instanceof HTMLButtonElement) exporting.disabled = list.length === 0;
  }

  #row(template: HTMLTemplateElement, favorite: Favorite): Node {
    const row = template.content.cloneNode(true) as DocumentFragment;
    const { kind, id, label, note, added } = favorite;
    const short = shortText(shownAs(kind), id);
    const link = this.#part('link', row);
    if (link instanceof HTMLAnchorElement) {
      link.href = thingPath(pageLocale(), kind, id);
      link.title = id;
      link.textContent = label === id ? short : label;
    }
    const shown = this.#part('id', row);
    if (shown !== null) shown.textContent = label === id ? '' : short;
    const kindOf = this.#part('kind', row);
    if (kindOf !== null) kindOf.textContent = this.#words?.kinds[kind] ?? kind;
    const time = row.querySelector('time');
    if (time !== null) {
      time.dateTime = formatIso(added);
      time.textContent = formatUtc(added).slice(0, -3);
    }
    const input = row.querySelector('input');
    if (input !== null) {
      input.value = note;
      input.addEventListener('change', () => {
        void editing().then((edit) => {
          const outcome = edit.noteFavorite(favorite, input.value);
          if (outcome !== 'kept') this.#say(this.#words?.[outcome] ?? '');
        });
      });
    }
    const button = row.querySelector('button');
    button?.setAttribute('aria-label', `${button.textContent.trim()}: ${label}`);
    button?.addEventListener('click', () => {
      removeFavorite(favorite);
      this.#say(this.#words?.removed ?? '', { ...favorite, note: input?.value ?? note });
    });
    return row;
  }

  /** Says what was done; `back` is put back by the button beside it. */
  #say(text: string, back?: Favorite): void {
    const line = this.#part('said');
    const words = this.#part('words');
    const undo = this.#part('undo');
    if (line === null || words === null || undo === null) return;
    line.hidden = false;
    words.textContent = text;
    undo.hidden = back === undefined;
    undo.onclick = () => {
      line.hidden = true;
      // What has just gone has room.
      if (back !== undefined) void editing().then((edit) => edit.mergeFavorites([back]));
    };
    if (back !== undefined) undo.focus();
  }

  async #export(): Promise<void> {
    const { writeFavorites } = await import('./file.ts');
    const text = writeFavorites(favorites.get(), this.dataset['network'] ?? '');
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = Object.assign(document.createElement('a'), {
      href: url,
      download: 'sextant-favorites.json',
    });
    link.click();
    URL.revokeObjectURL(url);
  }

  async #import(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    const words = this.#words;
    if (file === undefined || words === null) return;
    const { readFavorites } = await import('./file.ts');
    const { mergeFavorites } = await editing();
    const read = readFavorites(await file.text(), this.dataset['network'] ?? '');
    input.value = '';
    if (!read.ok) return this.#say(words[read.why]);
    const { added, outcome } = mergeFavorites(read.favorites);
    const done = added === 0 ? words.nothingNew : words.imported.replace('{n}', String(added));
    if (outcome === 'kept') return this.#say(done);
    this.#say(added === 0 ? words[outcome] : `${done} ${words[outcome]}`);
  }
}
customElements.define('favorites-list', FavoritesList);
