/** Calls as their schemas have them: what may pass soon is asked again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NodeError } from './errors.ts';
import type { Refusals } from './refusals.ts';
import type { CallOptions, Rpc } from './rpc.ts';
import type { Shape } from './schemas/inPlace.ts';

export interface CallsOptions {
  readonly rpc: Rpc;
  readonly refusals: Refusals;
  /** Tries of a call, the first one included. */
  readonly attempts: number;
  /** Delay before the second try, ms; doubles from try to try, with jitter. */
  readonly retryDelayMs: number;
}

/** Both reject with NodeError, which says whether a refusal lasts. */
export interface Calls {
  /** The result, not validated; asked once. */
  once(method: string, params: readonly unknown[], options?: CallOptions): Promise<unknown>;
  /**
   * The result by its schema. A refusal that may pass and a result that does not fit are asked for
   * again; what failed on the way was already, by the transport.
   */
  read<T>(
    method: string,
    schema: Shape<T>,
    params?: readonly unknown[],
    options?: CallOptions,
  ): Promise<T>;
}

type Outcome<T> = { readonly value: T } | { readonly failure: NodeError };

export function createCalls({ rpc, refusals, attempts, retryDelayMs }: CallsOptions): Calls {
  const once: Calls['once'] = async (method, params, options) => {
    let told: unknown;
    try {
      told = await rpc.call(method, params, options);
    } catch (error) {
      throw error instanceof NodeError ? refusals.judge(error, params) : error;
    }
    refusals.answered(method, params);
    return told;
  };
  const attempt = async <T>(
    method: string,
    schema: Shape<T>,
    params: readonly unknown[],
    options: CallOptions | undefined,
  ): Promise<Outcome<T>> => {
    let told: unknown;
    try {
      told = await once(method, params, options);
    } catch (error) {
      if (error instanceof NodeError && isPassing(error)) return { failure: error };
      throw error;
    }
    return fitted(method, schema, told);
  };
  return {
    once,
    async read(method, schema, params = [], options = undefined) {
      for (let tries = 1; ; tries++) {
        const outcome = await attempt(method, schema, params, options);
        if ('value' in outcome) return outcome.value;
        if (tries >= attempts) throw outcome.failure;
        await sleep(retryDelayMs * 2 ** (tries - 1) * (0.5 + Math.random()));
      }
    },
  };
}

/** A JSON-RPC refusal that may be gone in a moment; HTTP's 4xx are not. */
function isPassing({ kind, lasting, code }: NodeError): boolean {
  return kind === 'rpc' && !lasting && (code === null || code < 400 || code >= 500);
}

/** An answer by its schema; what does not fit is `nonsense`, with the path to it. @throws NodeError */
export function check<T>(method: string, schema: Shape<T>, value: unknown): T {
  const outcome = fitted(method, schema, value);
  if ('value' in outcome) return outcome.value;
  throw outcome.failure;
}

function fitted<T>(method: string, schema: Shape<T>, value: unknown): Outcome<T> {
  let reason: string;
  try {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { value: parsed.data };
    const [issue] = parsed.error.issues;
    reason = `${issue?.path.join('.') || 'the answer'}: ${issue?.message ?? 'does not fit'}`;
  } catch (error) {
    // Nested deeper than the stack is: no real answer is.
    reason = error instanceof Error ? error.message : String(error);
  }
  return { failure: new NodeError('nonsense', method, reason) };
}
