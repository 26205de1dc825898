import { paths } from '#format/paths.ts';

/** Tells this site which download was chosen; it tells the wallet's provider. The link goes on by itself. */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-download]'))
  link.addEventListener('click', () => {
    const view = { web_uri: location.href, invite: '', action: link.dataset['download'] };
    const body = new Blob([JSON.stringify(view)], { type: 'application/json' });
    navigator.sendBeacon(paths.api('/page/view'), body);
  });
