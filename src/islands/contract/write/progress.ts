/** How far a sent transaction is: what the index, and before it the node, tell of it. */
import { stageOf, type Stage } from '#components/message/stage.ts';
import type { MessageDetail } from '#explorer/message/schema.ts';
import { CHAIN_FINALITY, EPOCH_SECONDS } from '#filecoin/epoch.ts';

/** A transaction that a wallet has sent from here. */
export interface Sent {
  /** Ethereum's, 0x. */
  readonly hash: string;
  /** 0x, in lower case. */
  readonly from: string;
  /** Null where neither wallet nor node has told it. */
  readonly nonce: number | null;
  /** The contract, 0x in lower case. */
  readonly to: string;
  /** Of the function: `transfer(address,uint256)`. */
  readonly signature: string;
  /** attoFIL, decimal. */
  readonly value: string;
  /** Unix seconds of the reader's own clock. */
  readonly at: number;
}

/** What of a message's answer (`/message/{hash}`) counts here. */
export type MessageState = Pick<
  MessageDetail,
  | 'cid'
  | 'status'
  | 'height'
  | 'finality'
  | 'nonce'
  | 'receipt'
  | 'revert'
  | 'error'
  | 'replaced'
  | 'replacedBy'
>;

export interface Heard {
  /** By the index; null: it knows of none, undefined: it has not answered yet. */
  readonly message: MessageState | null | undefined;
  /** By the node: whether it knows the transaction, and its sender's next nonce at the head. */
  readonly node: { readonly knows: boolean; readonly next: number | null } | null;
  /** The message of the same sender and nonce that was executed, where the index knows no other. */
  readonly taken: Pick<MessageState, 'cid'> | null;
}

/**
 * `replaced`: another message of its nonce has its place; `overtaken`: likewise, and it is not known
 * which; `dropped`: it left the pool without a block; `lost`: neither index nor node knows of it;
 * `orphaned`: a reorganisation took it out of the chain.
 */
export type Fate =
  'waiting' | 'done' | 'failed' | 'replaced' | 'overtaken' | 'dropped' | 'lost' | 'orphaned';

export interface Progress extends Omit<Stage, 'stage'> {
  readonly stage: 'sent' | Stage['stage'];
  readonly fate: Fate;
  /** CID of the message that has its place. */
  readonly by: string | null;
  /** Nothing of it changes any more. */
  readonly settled: boolean;
}

/** Seconds after which a transaction that nobody knows has not arrived. */
const LOST_AFTER = 300;

const AT_FIRST = { epochsLeft: null, f3: false, by: null, settled: false } as const;

/** Of what came to one of these nothing comes once no reorganisation can bring it back. */
const GIVEN_UP: ReadonlySet<Fate> = new Set([
  'replaced',
  'overtaken',
  'dropped',
  'lost',
  'orphaned',
]);
const GIVEN_UP_AFTER = CHAIN_FINALITY * EPOCH_SECONDS;

/** @param now Unix seconds of the reader's own clock */
export function progressOf(sent: Sent, heard: Heard, now: number): Progress {
  const progress = progressNow(sent, heard, now);
  const settled = now - sent.at > GIVEN_UP_AFTER && GIVEN_UP.has(progress.fate);
  return settled ? { ...progress, settled } : progress;
}

/** Nothing counts tipsets: null rounds, and heads that fall, change what is told and no more. */
function progressNow(sent: Sent, { message, node, taken }: Heard, now: number): Progress {
  if (message != null) return ofMessage(message);
  if (taken !== null) return { ...AT_FIRST, stage: 'sent', fate: 'replaced', by: taken.cid };
  if (node?.knows === true) return { ...AT_FIRST, stage: 'pending', fate: 'waiting' };
  if (node !== null && node.next !== null && sent.nonce !== null && node.next > sent.nonce)
    return { ...AT_FIRST, stage: 'sent', fate: 'overtaken' };
  const lost = message === null && node !== null && now - sent.at > LOST_AFTER;
  return { ...AT_FIRST, stage: 'sent', fate: lost ? 'lost' : 'waiting' };
}

function ofMessage(message: MessageState): Progress {
  const { finality, height, status, replacedBy = null } = message;
  const stage = stageOf(message, {
    // F3 makes final sooner than any number of epochs tells.
    finalHeight:
      finality === null || height === null || finality.f3Height !== null
        ? null
        : height + finality.ecDepth - CHAIN_FINALITY,
    certifiedHeight: finality?.f3Height ?? null,
  });
  const settled = stage.stage === 'final';
  if (message.replaced === true) return { ...stage, fate: 'replaced', by: message.cid, settled };
  if ((status === 'skipped' || status === 'orphaned') && replacedBy !== null)
    return { ...stage, fate: 'replaced', by: replacedBy, settled: false };
  if (status === 'skipped') return { ...stage, fate: 'overtaken', by: null, settled: false };
  if (status === 'orphaned' || status === 'dropped')
    return { ...stage, fate: status, by: null, settled: false };
  return { ...stage, fate: fateOf(message), by: null, settled };
}

function fateOf({ receipt }: MessageState): Fate {
  if (receipt === null) return 'waiting';
  return receipt.exitCode === 0 ? 'done' : 'failed';
}
