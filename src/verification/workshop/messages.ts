/** What the web's process and the one that compiles and compares tell each other. */
import type { ToldCompilerError } from '#compiler/errors.ts';
import type { OutputHead } from '#compiler/output.ts';
import type { Release } from '#compiler/table/table.ts';
import type { CompileJob, WorkOptions } from '#compiler/work.ts';
import type { VerificationRequest } from '#contracts/request/types.ts';
import type { ChainCode, Compared } from './compare.ts';

/** What may be asked for, and what is answered. */
export interface Tasks {
  known: { asked: { key: string }; answer: OutputHead | null };
  ensure: { asked: { release: Release }; answer: null };
  compile: { asked: { job: CompileJob }; answer: OutputHead };
  compare: {
    asked: { key: string; request: VerificationRequest; chain: ChainCode };
    answer: Compared;
  };
}

export type Question = { [K in keyof Tasks]: { kind: K } & Tasks[K]['asked'] }[keyof Tasks];

export type ToChild =
  | { readonly id: number; readonly question: Question }
  /** Nobody waits for it any more. */
  | { readonly id: number; readonly stop: true };

export type FromChild =
  | { readonly id: number; readonly answer: Tasks[keyof Tasks]['answer'] }
  | { readonly id: number; readonly refused: ToldCompilerError }
  | { readonly id: number; readonly error: string }
  /** Outputs cannot be kept. */
  | { readonly warning: string };

/** What the process is started with, as JSON. */
export type Setup = Pick<WorkOptions, 'dataDir' | 'registry'>;
