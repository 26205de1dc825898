/** Decides by a seed what goes wrong when, and counts it. */
import type { Kind } from './kind.ts';
import { KINDS } from './kinds.ts';
import { chance, Random } from './random.ts';
import type { Delivery, Reply } from './delivery.ts';
import type { World } from './world.ts';

export interface TroublesOptions {
  seed: number;
  /** Whether the node has the objects of all states that it is asked for; see `prove`. */
  proven: boolean;
  /** Kinds that may strike; those of which chance has it unless given. */
  only?: readonly string[];
}

/** So often a kind strikes, and so often all do. */
const EACH = 3;
const ALL = 30;
/** How likely a kind may strike at all. */
const SHARE = 0.5;
/** A call is struck so often in a row. */
const ROW = 3;

const WHOLE: Delivery = { how: 'whole' };

type At<T extends Kind['at']> = Extract<Kind, { at: T }>;

export class Troubles {
  /** How often each kind has struck. */
  readonly counts = new Map<string, number>();
  readonly #seed: number;
  readonly #kinds: readonly Kind[];
  /** Occasions that were chosen, and how often they will be struck yet. */
  readonly #chosen = new Map<string, number>();
  readonly #choices = new Map<string, number>();
  /** So often a kind strikes. */
  readonly #each: number;
  #occasions = 0;
  #all = 0;
  #over = false;
  #proven: boolean;

  constructor({ seed, proven, only }: TroublesOptions) {
    this.#seed = seed;
    this.#each = only ? ALL : EACH;
    this.#proven = proven;
    this.#kinds = KINDS.filter(({ name }) =>
      only ? only.includes(name) : chance(seed, 'kind', name) < SHARE,
    );
  }

  /** From now on objects prove what is told of states: the kinds that need this may strike too. */
  prove(): void {
    this.#proven = true;
  }

  /** Nothing goes wrong any more. */
  end(): void {
    this.#over = true;
  }

  reply(reply: Reply, world: World): void {
    const method = reply.method.replace(/^Filecoin\./, '');
    const call = `${method} ${JSON.stringify(reply.params)}`;
    // What is asked of the present is another question when there is another head.
    const now = reply.params.length === 0 ? `${call} ${world.head.cids.join()}` : call;
    for (const kind of this.#of('reply')) {
      if (kind.of && !kind.of.includes(method)) continue;
      if (!this.#strikes(kind, now)) continue;
      if (kind.strike(reply, world, this.#random(kind, now))) {
        this.#struck(kind, now);
        return;
      }
    }
  }

  replies(replies: readonly Reply[]): readonly Reply[] {
    const call = occasionOf(replies);
    for (const kind of this.#of('batch')) {
      if (replies.length < 2 || !this.#strikes(kind, call)) continue;
      const told = kind.strike(replies, this.#random(kind, call));
      if (told === null) continue;
      this.#struck(kind, call);
      return told;
    }
    return replies;
  }

  delivery(replies: readonly Reply[]): Delivery {
    const call = occasionOf(replies);
    for (const kind of this.#of('delivery')) {
      if (kind.delivery.how === 'refused' && replies.length < 2) continue;
      if (!this.#strikes(kind, call)) continue;
      this.#struck(kind, call);
      return kind.delivery;
    }
    return WHOLE;
  }

  socket(): 'half-open' | 'silent' | 'well' {
    const occasion = String(this.#occasions++);
    for (const kind of this.#of('socket')) {
      if (!this.#strikes(kind, occasion)) continue;
      this.#struck(kind, occasion);
      return kind.way;
    }
    return 'well';
  }

  notice(notices: readonly string[]): { now: readonly string[]; later: string[] } {
    const occasion = String(this.#occasions++);
    for (const kind of this.#of('notice')) {
      if (!this.#strikes(kind, occasion)) continue;
      this.#struck(kind, occasion);
      const { now, later } = kind.strike(notices);
      return { now, later: [...later] };
    }
    return { now: notices, later: [] };
  }

  #of<T extends Kind['at']>(at: T): At<T>[] {
    if (this.#over) return [];
    return this.#kinds.filter(
      (kind): kind is At<T> => kind.at === at && (this.#proven || kind.proven !== true),
    );
  }

  /** Whether it strikes on this occasion: chosen the first time that it comes up. */
  #strikes(kind: Kind, occasion: string): boolean {
    const id = `${kind.name}|${occasion}`;
    const left = this.#chosen.get(id);
    if (left !== undefined) return left > 0;
    const chosen = this.#choices.get(kind.name) ?? 0;
    const room = chosen < this.#each && this.#all < ALL;
    const strikes = room && chance(this.#seed, id) < kind.odds;
    this.#chosen.set(id, strikes ? this.#random(kind, occasion).int(1, ROW) : 0);
    if (strikes) {
      this.#choices.set(kind.name, chosen + 1);
      this.#all++;
    }
    return strikes;
  }

  #struck(kind: Kind, occasion: string): void {
    const id = `${kind.name}|${occasion}`;
    this.#chosen.set(id, (this.#chosen.get(id) ?? 1) - 1);
    this.counts.set(kind.name, (this.counts.get(kind.name) ?? 0) + 1);
  }

  #random(kind: Kind, occasion: string): Random {
    return new Random(this.#seed, kind.name, occasion);
  }
}

/** A request by what it asks, whatever its calls' ids and their order. */
function occasionOf(replies: readonly Reply[]): string {
  const calls = replies.map(({ method, params }) => `${method} ${JSON.stringify(params)}`);
  return calls.sort().join();
}
