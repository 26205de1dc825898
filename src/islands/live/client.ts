import { height } from '#stores/chain.ts';
import { connected, online } from '#stores/connectivity.ts';
import { locale } from '#stores/locale.ts';
import { showConnection, showGrowth, showHeight } from './page.ts';
import { connection, onTipset } from './socket.ts';

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
  const tipsets = document.querySelector<HTMLElement>('[data-live="tipsets"]');
  if (tipsets !== null)
    void import('./home.ts').then(({ followHome }) => {
      followHome(tipsets, locale.get());
    });
  const message = document.querySelector<HTMLElement>('[data-live="message"]');
  if (message !== null && message.dataset['stage'] !== 'final')
    void import('./message.ts').then(({ followMessage }) => {
      followMessage(message);
    });
  const pool = document.querySelector<HTMLElement>('[data-live="pool"]');
  if (pool !== null)
    void import('./pool.ts').then(({ followPool }) => {
      followPool(pool, locale.get());
    });
  const news = document.querySelector<HTMLElement>('[data-live="address"]');
  if (news !== null)
    void import('./address.ts').then(({ followAddress }) => {
      followAddress(news);
    });
  const banner = document.querySelector<HTMLElement>('[data-live="banner"][data-to]');
  if (banner !== null)
    height.subscribe((value) => {
      if (value !== null) showGrowth(banner, value);
    });
}
