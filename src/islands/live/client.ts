import { connected, height, online } from '#stores/live.ts';
import { pageLocale } from '../locale.ts';
import { showConnection, showGrowth, showHeight } from './page.ts';
import { connection, onTipset } from './socket.ts';

/** What a page may hold that follows the chain; a message that is final changes no more. */
const FOLLOWED =
  '[data-live=message]:not([data-stage=final]),[data-live=pool],[data-live=chain],[data-live=address],[data-live=tipsets]';

let started = false;

/** The service worker (public/sw.js) shows a page of its own without a network. A browser may refuse it. */
function keepOfflinePage(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}

/** Opens the live connection of the page, once. Loaded when the page is idle; without React. */
export function startLive(): void {
  if (started) return;
  started = true;
  keepOfflinePage();
  online.set(navigator.onLine);
  addEventListener('online', () => {
    online.set(true);
  });
  addEventListener('offline', () => {
    online.set(false);
  });
  connection().onConnected((value) => {
    connected.set(value);
  });
  onTipset((tipset) => {
    height.set(tipset.height);
  });
  height.subscribe((value) => {
    if (value !== null) showHeight(value);
  });
  const show = (): void => showConnection(online.get(), connected.get() !== false);
  online.subscribe(show);
  connected.listen(show);
  const place = document.querySelector<HTMLElement>(FOLLOWED);
  if (place !== null)
    void import('./follow.ts').then(({ follow }) => {
      follow(place, pageLocale());
    });
  const banner = document.querySelector<HTMLElement>('[data-live="banner"][data-to]');
  if (banner !== null)
    height.subscribe((value) => {
      if (value !== null) showGrowth(banner, value);
    });
}
