/** Transactions that were sent from here, kept in this browser, per network. */
import { atom, type WritableAtom } from 'nanostores';
import type { Sent } from './progress.ts';

export const MAX_SENT = 50;
const HASH = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;

export interface SentList {
  /** Newest first. */
  readonly all: WritableAtom<readonly Sent[]>;
  add(sent: Sent): void;
  /** What has been learnt of one, its nonce above all. */
  learn(hash: string, more: Partial<Sent>): void;
  forget(hash: string): void;
}

/** @param genesis CID of the network's first block: chain ids are shared */
export function sentList(genesis: string): SentList {
  const key = `sent:${genesis}`;
  const load = (): readonly Sent[] => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isSent).slice(0, MAX_SENT) : [];
    } catch {
      // Storage is switched off, or holds something else.
      return [];
    }
  };
  const all = atom(load());
  const keep = (list: readonly Sent[]): void => {
    all.set(list.slice(0, MAX_SENT));
    try {
      localStorage.setItem(key, JSON.stringify(all.get()));
    } catch {
      // Switched off or full: they last as long as the page.
    }
  };
  if (typeof window !== 'undefined')
    addEventListener('storage', (event) => {
      if (event.key === key || event.key === null) all.set(load());
    });
  return {
    all,
    // Another tab may have added some meanwhile.
    add: (sent) => keep([sent, ...load().filter(({ hash }) => hash !== sent.hash)]),
    learn: (hash, more) =>
      keep(load().map((sent) => (sent.hash === hash ? { ...sent, ...more } : sent))),
    forget: (hash) => keep(load().filter((sent) => sent.hash !== hash)),
  };
}

function isSent(value: unknown): value is Sent {
  if (typeof value !== 'object' || value === null) return false;
  const {
    hash,
    from,
    to,
    nonce,
    signature,
    value: moved,
    at,
  }: Partial<Record<string, unknown>> = {
    ...value,
  };
  return (
    typeof hash === 'string' &&
    HASH.test(hash) &&
    [from, to].every((each) => typeof each === 'string' && ADDRESS.test(each)) &&
    (nonce === null || Number.isSafeInteger(nonce)) &&
    typeof signature === 'string' &&
    typeof moved === 'string' &&
    /^\d{1,80}$/.test(moved) &&
    typeof at === 'number'
  );
}
