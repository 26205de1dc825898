/** What goes between the indexer and the threads that gather for it. */
import type { NodeClientOptions } from '#node/client.ts';
import { NodeError, type NodeErrorKind } from '#node/errors.ts';
import type { Logger } from '#node/log.ts';
import type { NodeInfo, Silence, TipsetKey } from '#node/types.ts';
import { InvariantError, type Invariant } from '../../errors.ts';
import type { TipsetRef } from '../../types.ts';
import type { Gathered, Run } from '../run.ts';

/** How a thread reaches the node. */
export type NodeAddress = Pick<NodeClientOptions, 'url' | 'token'>;

export interface ThreadData {
  node: NodeAddress;
  /** Requests under way at a time. */
  concurrency: number;
  info: NodeInfo;
  /** At this tipset the node tells the kinds of actors. */
  key: TipsetKey;
  passHeight: number | undefined;
}

export interface ToThread {
  run: Run;
  /** Number of its first tipset; the others follow. */
  first: number;
}

export type FromThread =
  | { type: 'gathered'; tipset: number; gathered: Gathered }
  | { type: 'failed'; tipset: number; failure: Failure }
  | { type: 'silence'; silence: Silence | null }
  | { type: 'log'; level: keyof Logger; fields: object; message: string };

/** An error; the kinds that the indexer tells apart stay what they are. */
export type Failure =
  | { type: 'invariant'; invariant: Invariant; tipset: TipsetRef; details: string }
  | {
      type: 'node';
      kind: NodeErrorKind;
      method: string;
      details: string;
      code: number | null;
      lasting: boolean;
    }
  | { type: 'other'; message: string };

export function failureOf(error: unknown): Failure {
  if (error instanceof InvariantError) {
    const { invariant, tipset, details } = error;
    return { type: 'invariant', invariant, tipset, details };
  }
  if (error instanceof NodeError) {
    const { kind, method, details, code, lasting } = error;
    return { type: 'node', kind, method, details, code, lasting };
  }
  return { type: 'other', message: error instanceof Error ? error.message : String(error) };
}

export function errorOf(failure: Failure): Error {
  switch (failure.type) {
    case 'invariant':
      return new InvariantError(failure.invariant, failure.tipset, failure.details);
    case 'node': {
      const { kind, method, details, code, lasting } = failure;
      return new NodeError(kind, method, details, code === null ? { lasting } : { code, lasting });
    }
    case 'other':
      return new Error(failure.message);
  }
}
