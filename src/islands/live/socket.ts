/** The live connection of a page: one for all that listens. */
import { Connection, type Listener } from './connection.ts';

/** What the server tells on every change of the head. */
export interface TipsetEvent {
  height: number;
  key: string[];
  /** Lowest height that a reorganisation replaced. */
  reorgFrom?: number;
}

let shared: Connection | null = null;

/** The page's connection; opened by the first call. */
export function connection(): Connection {
  if (shared !== null) return shared;
  const opened = new Connection({ origin: location.origin.replace(/^http/, 'ws') });
  addEventListener('online', () => opened.wake());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) opened.wake();
  });
  // A page with an open connection is not kept for going back to it.
  addEventListener('pagehide', () => opened.close());
  addEventListener('pageshow', () => opened.open());
  opened.open();
  shared = opened;
  return opened;
}

/** Calls `listener` on every head change. Returns how to stop. */
export function onTipset(listener: (tipset: TipsetEvent) => void): () => void {
  // The site's own server wrote it; its shape is src/live's.
  return connection().on('tipset', listener as Listener);
}

/**
 * Listens to `event` of `room`. The room is subscribed with its first listener and left with its
 * last. Returns how to stop.
 */
export function listen<T>(room: string, event: string, listener: (payload: T) => void): () => void {
  const live = connection();
  const stop = live.on(event, listener as Listener);
  const leave = live.join(room);
  return () => {
    stop();
    leave();
  };
}
