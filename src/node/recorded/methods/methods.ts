/** What the recorded node's methods are, and what they are given. */
import type { Value } from '../catalogue.ts';
import type { Result } from '../objects.ts';
import type { Player } from '../player.ts';
import type { Recording } from '../recording.ts';

export type Method = (params: readonly unknown[]) => Result;
export type Methods = Readonly<Record<string, Method>>;

/** What the methods ask of the recording at its present position. */
export interface Present {
  readonly recording: Recording;
  readonly player: Player;
  /** The known tipset that a parameter names; null or an empty key is the head. */
  tipset(method: string, param: unknown): number;
  /** The newest known tipset with the block that a parameter names. */
  tipsetOfBlock(method: string, param: unknown): { cid: string; tipset: number };
  /** A recorded value's text; a recorded error is thrown. */
  value(value: Value): Buffer;
}
