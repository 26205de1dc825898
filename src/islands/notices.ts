/** Which notices were read: kept by the browser, shown as dots, a count and a filter. */
const KEY = 'notify_ids_readed';
/** More than editors will ever write. */
const MAX_KEPT = 1000;

/** Ids that were read; nothing where the browser keeps nothing, or something else lies there. */
function readIds(storage: Pick<Storage, 'getItem'>): Set<string> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Remembers ids as read, each once, the newest last. */
function markRead(storage: Pick<Storage, 'getItem' | 'setItem'>, ids: readonly string[]) {
  const all = [...new Set([...readIds(storage), ...ids])];
  try {
    storage.setItem(KEY, JSON.stringify(all.slice(-MAX_KEPT)));
  } catch {
    // A browser that keeps nothing shows them as unread again.
  }
}

if (typeof customElements !== 'undefined') {
  customElements.define(
    'notice-list',
    class extends HTMLElement {
      connectedCallback(): void {
        this.querySelector('button')?.addEventListener('click', () => {
          markRead(localStorage, (this.dataset['ids'] ?? '').split(' '));
          this.show();
        });
        // Other tabs read too.
        addEventListener('storage', () => this.show());
        addEventListener('pageshow', () => this.show());
        this.show();
      }

      show(): void {
        const read = readIds(localStorage);
        const hides = this.querySelector<HTMLInputElement>('[name="hide"]')?.checked === true;
        let shown = 0;
        for (const row of this.querySelectorAll<HTMLElement>('[data-notice]')) {
          const isRead = read.has(row.dataset['notice'] ?? '');
          row.querySelector('.notice-dot')?.toggleAttribute('hidden', isRead);
          row.hidden = isRead && hides;
          if (!row.hidden) shown += 1;
        }
        const ids = (this.dataset['ids'] ?? '').split(' ');
        const unread = ids.filter((id) => id !== '' && !read.has(id)).length;
        const count = this.querySelector<HTMLElement>('.notice-count');
        if (count)
          count.textContent = (count.dataset['count'] ?? '').replace('{n}', String(unread));
        this.querySelector('button')?.toggleAttribute('disabled', unread === 0);
        this.querySelector('.notice-allread')?.toggleAttribute('hidden', shown > 0);
      }
    },
  );
  customElements.define(
    'notice-read',
    class extends HTMLElement {
      connectedCallback(): void {
        markRead(localStorage, [this.dataset['id'] ?? '']);
      }
    },
  );
}
