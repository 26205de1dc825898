/**
 * Refusals that last, told from those that pass. A node that is busy, behind a load balancer or
 * starting up refuses what it would answer a moment later; what nobody will ever answer must not be
 * waited for.
 */
import { LRUCache } from 'lru-cache';
import { NodeError } from './errors.ts';
import { formatJson } from './json.ts';

export interface RefusalOptions {
  /** A call that was refused for so long, ms, and so often in a row, is not answered any more. */
  readonly patienceMs: number;
  /** A method that was said to be unknown for so long, ms, and so often in a row, is. */
  readonly confirmMs: number;
}

const TIMES = 6;
const CONFIRMATIONS = 3;
/** Words that lasted once count as lasting when confirmed, for so long after they were met last, ms. */
const REMEMBERED_MS = 3_600_000;
/** Calls that are remembered. */
const MAX_CALLS = 10_000;
const MAX_WORDS = 100;
/** Numbers, addresses, CIDs and hashes: what is particular to one call. */
const PARTICULARS = /\b(?:0x[0-9a-f]+|[ft][0-4]\w*|bafy\w+|\d+)\b/gi;

interface Met {
  /** ms */
  readonly since: number;
  times: number;
}

/** What a client remembers of its node's refusals. */
export class Refusals {
  readonly #options: RefusalOptions;
  /** By method and parameters. */
  readonly #calls = new LRUCache<string, Met>({ max: MAX_CALLS });
  /** By method. */
  readonly #unknown = new LRUCache<string, Met>({ max: MAX_CALLS });
  /** By method and words: when they were met last. */
  readonly #words = new LRUCache<string, number>({ max: MAX_WORDS });

  constructor(options: RefusalOptions) {
    this.#options = options;
  }

  /** The call was answered: whatever was said of it before has passed. */
  answered(method: string, params: readonly unknown[]): void {
    if (this.#unknown.size > 0) this.#unknown.delete(method);
    if (this.#calls.size > 0) this.#calls.delete(callText(method, params));
  }

  /** The refusal with what is known of it by now. */
  judge(error: NodeError, params: readonly unknown[]): NodeError {
    const { kind, method } = error;
    if (kind === 'rpc') this.#unknown.delete(method);
    if (error.lasting || (kind !== 'rpc' && kind !== 'unsupported')) return error;
    const lasts =
      kind === 'unsupported'
        ? hasLasted(note(this.#unknown, method), this.#options.confirmMs, CONFIRMATIONS)
        : this.#lasts(error, callText(method, params));
    return lasts ? error.asLasting() : error;
  }

  #lasts({ method, details }: NodeError, call: string): boolean {
    const words = `${method} ${details.replaceAll(PARTICULARS, '#')}`;
    const met = note(this.#calls, call);
    const lasted = hasLasted(met, this.#options.patienceMs, TIMES);
    const known =
      // Words of a node that fails now and then come of what passes, too.
      met.times >= CONFIRMATIONS &&
      performance.now() - (this.#words.get(words) ?? -Infinity) < REMEMBERED_MS;
    if (!lasted && !known) return false;
    this.#words.set(words, performance.now());
    return true;
  }
}

function callText(method: string, params: readonly unknown[]): string {
  return `${method} ${formatJson(params)}`;
}

function note(met: LRUCache<string, Met>, key: string): Met {
  const own = met.get(key) ?? { since: performance.now(), times: 0 };
  own.times++;
  met.set(key, own);
  return own;
}

function hasLasted({ since, times }: Met, ms: number, least: number): boolean {
  return times >= least && performance.now() - since >= ms;
}

/** Null for what the node refuses and will refuse; all other failures are thrown. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NodeError && error.lasting) return null;
    throw error;
  }
}

/** Null for whatever the node refuses now: where nothing is kept of it. Failures on the way are thrown. */
export async function ifTold<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NodeError && (error.kind === 'rpc' || error.kind === 'unsupported'))
      return null;
    throw error;
  }
}
