import { z } from 'zod';
import { parseJson } from '../json.ts';
import type { Chain } from './chain.ts';
import { slotOfMessage, type Messages } from './messages.ts';
import type { Timeline, TimelineEvent } from './timeline.ts';

const SignedMessage = z.object({ Message: z.unknown() });

/** Where the replay stands. */
export interface Position {
  /** Events of the timeline that have happened. */
  readonly events: number;
  readonly headHeight: number;
  readonly headKey: readonly string[];
  readonly ended: boolean;
  /** The recording's clock at the last event, ms since 1970. */
  readonly at: number;
}

/** The node's present: head, message pool and newest F3 certificate, moved event by event. */
export interface Player {
  head(): number;
  knows(tipset: number): boolean;
  /** CIDs in the pool, in order of arrival; the message's JSON where no block includes it. */
  pool(): ReadonlyMap<string, string | null>;
  /** JSON text of a signed message that was in the pool once and is in no block. */
  seen(cid: string): string | null;
  /** JSON text of the newest certificate, or of an instance's, null where there is none so far. */
  certificate(instance?: number): string | null;
  position(): Position;
  /** The event to come; null at the end. */
  next(): TimelineEvent | null;
  /** Whether a new epoch begins with the event to come. */
  epochBegins(): boolean;
  /** The recording's clock at the last event before the next epoch, ms. */
  epochEnd(): number;
  /** Lets one event happen and tells the listeners; false at the end. */
  advance(): boolean;
  onEvent(listener: (event: TimelineEvent) => void): () => void;
}

/**
 * @param startHeight the head at the start is the final chain's tipset at this height, or the
 *   nearest one below it when that was a null round: the timeline is applied at once up to the
 *   first moment at which that tipset is the head, and on through what happened before the next
 *   change of head.
 */
export function createPlayer(
  chain: Chain,
  messages: Messages,
  timeline: Timeline,
  startHeight: number,
): Player {
  const { events } = timeline;
  const epochs = new Set(timeline.epochs);
  const listeners = new Set<(event: TimelineEvent) => void>();
  const pool = new Map<string, string | null>();
  const pooled = new Map<string, string>();
  const seen = new Map<string, string>();
  let happened = 0;
  let head = -1;
  let at = 0;
  const certificates = new Map<number, string>();
  let newest: string | null = null;

  const apply = (event: TimelineEvent): void => {
    happened++;
    at = event.at;
    if (event.kind === 'heads') {
      for (const { type, tipset } of event.changes)
        head = type === 'revert' ? chain.tipset(tipset).parent : tipset;
    } else if (event.kind === 'certificate') {
      certificates.set(event.instance, event.json);
      newest = event.json;
    } else changePool(event.cid, event.message, event.added);
  };
  /** A node announces no removal of a message that another of its sender and nonce replaces. */
  const changePool = (cid: string, message: string | null, added: boolean): void => {
    const slot =
      message === null
        ? (messages.slotOf(cid) ?? cid)
        : slotOfMessage(SignedMessage.parse(parseJson(message)).Message);
    if (message !== null) seen.set(cid, message);
    const before = pooled.get(slot);
    if (before !== undefined && before !== cid) pool.delete(before);
    if (added) {
      pooled.set(slot, cid);
      pool.set(cid, message);
    } else {
      pooled.delete(slot);
      pool.delete(cid);
    }
  };

  const last = chain.final.at(-1) ?? 0;
  const wanted = chain.atOrBelow(last, startHeight);
  const first = events.findIndex(({ kind }) => kind === 'heads');
  const start = events.findIndex(
    (event) =>
      event.kind === 'heads' &&
      event.changes.some(({ type, tipset }) => type !== 'revert' && tipset === wanted),
  );
  // Below the first announcement there is nothing to start at but that announcement.
  for (const event of events.slice(0, Math.max(first, start) + 1)) apply(event);
  for (;;) {
    const event = events[happened];
    if (event === undefined || event.kind === 'heads') break;
    apply(event);
  }
  if (head < 0) throw new Error('The timeline announces no head.');

  return {
    head: () => head,
    knows: (tipset) => (timeline.knownAfter[tipset] ?? Infinity) <= happened,
    pool: () => pool,
    seen: (cid) => seen.get(cid) ?? null,
    certificate: (instance) =>
      instance === undefined ? newest : (certificates.get(instance) ?? null),
    position: () => ({
      events: happened,
      headHeight: chain.tipset(head).height,
      headKey: chain.tipset(head).cids,
      ended: happened >= events.length,
      at,
    }),
    next: () => events[happened] ?? null,
    epochBegins: () => epochs.has(happened),
    epochEnd() {
      const end = timeline.epochs.find((start) => start > happened) ?? events.length;
      return events[end - 1]?.at ?? at;
    },
    advance() {
      const event = events[happened];
      if (event === undefined) return false;
      apply(event);
      for (const listener of listeners) listener(event);
      return true;
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
