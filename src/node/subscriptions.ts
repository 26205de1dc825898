/** What a node tells by its streams: its heads, and what comes into its mempool. */
import { check } from './calls.ts';
import * as schemas from './schemas.ts';
import { openStream, type StreamOptions } from './stream.ts';
import type { HeadChange, NodeClient, Subscription } from './types.ts';

/** A node whose stream says nothing this long after it opened is asked for its head. */
const FIRST_HEAD_MS = 5000;

export interface SubscriptionsOptions extends Pick<
  StreamOptions,
  'url' | 'headers' | 'heartbeatMs' | 'delayMs' | 'maxDelayMs' | 'log'
> {
  readonly chainHead: NodeClient['chainHead'];
}

export interface Subscriptions {
  readonly heads: NodeClient['subscribeHeads'];
  readonly mpool: NodeClient['subscribeMpool'];
  /** Ends those that are open. */
  close(): void;
}

export function createSubscriptions({
  chainHead,
  ...options
}: SubscriptionsOptions): Subscriptions {
  const { log } = options;
  const streams = new Set<Subscription>();

  const stream = (
    method: string,
    onValue: (value: unknown) => void,
    onState: (state: 'connected' | 'lost', reason?: string) => void,
    onOpen?: () => void,
  ): Subscription => {
    const opened = openStream({
      ...options,
      method,
      onValue,
      onState,
      ...(onOpen === undefined ? {} : { onOpen }),
    });
    const subscription = {
      close() {
        streams.delete(subscription);
        opened.close();
      },
    };
    streams.add(subscription);
    return subscription;
  };

  return {
    heads(onChange, onState) {
      const method = 'Filecoin.ChainNotify';
      let fresh = false;
      let timer: NodeJS.Timeout | null = null;
      /** For a node whose stream does not begin with its head. */
      const askHead = (): void => {
        chainHead().then(
          (head) => {
            if (fresh || !streams.has(subscription)) return;
            fresh = true;
            onChange([{ Type: 'current', Val: head }]);
          },
          (error: unknown) => log.warn({ method, error }, 'no head after subscribing'),
        );
      };
      const stopTimer = (): void => {
        if (timer !== null) clearTimeout(timer);
        timer = null;
      };
      const subscription = stream(
        method,
        (value) => {
          const changes: HeadChange[] = check(method, schemas.HeadChanges, value);
          stopTimer();
          if (!fresh && changes[0]?.Type !== 'current') {
            askHead();
            return;
          }
          fresh = true;
          onChange(changes);
        },
        (state, reason) => {
          stopTimer();
          fresh = false;
          onState(state, reason);
        },
        () => (timer = setTimeout(askHead, FIRST_HEAD_MS)),
      );
      return {
        close() {
          stopTimer();
          subscription.close();
        },
      };
    },
    mpool: (onUpdate, onState) => {
      const method = 'Filecoin.MpoolSub';
      return stream(
        method,
        (value) => onUpdate(check(method, schemas.MpoolUpdate, value)),
        onState,
      );
    },

    close() {
      for (const subscription of [...streams]) subscription.close();
    },
  };
}
