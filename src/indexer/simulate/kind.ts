/** What a kind of trouble with a node strikes. */
import type { Delivery, Reply } from './delivery.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

interface Named {
  readonly name: string;
  /** How likely it strikes where it can. */
  readonly odds: number;
  /** Only where states are proven. */
  readonly proven?: true;
}

/** Strikes an answer to a call. */
export interface ReplyKind extends Named {
  readonly at: 'reply';
  /** Methods, as on the wire but without `Filecoin.`; all where there are none. */
  readonly of?: readonly string[];
  /** Changes the reply; false where it has nothing to change. */
  strike(reply: Reply, world: World, random: Random): boolean;
}

/** Strikes the answers of a batch. */
export interface BatchKind extends Named {
  readonly at: 'batch';
  /** The answers in place of these; null where nothing can be done. */
  strike(replies: readonly Reply[], random: Random): readonly Reply[] | null;
}

/** Strikes a request. */
export interface DeliveryKind extends Named {
  readonly at: 'delivery';
  readonly delivery: Delivery;
}

/** Strikes a websocket that is opened. */
export interface SocketKind extends Named {
  readonly at: 'socket';
  readonly way: 'half-open' | 'silent';
}

/** Strikes what is announced. */
export interface NoticeKind extends Named {
  readonly at: 'notice';
  /** What is told now, and what later, before the next one. */
  strike(notices: readonly string[]): { now: readonly string[]; later: readonly string[] };
}

export type Kind = ReplyKind | BatchKind | DeliveryKind | SocketKind | NoticeKind;
