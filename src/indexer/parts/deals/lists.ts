/** Gives deals, pieces, allocations and claims their places in the lists, and their messages. */
import type { RowOf } from '#store/schema.ts';
import { count } from '../../fold/lists.ts';
import type { FoldContext } from '../part.ts';

type StorageCount = RowOf<'storage_count'>;
export type ListName = 'deals' | 'pieces' | 'allocations' | 'claims';

export class Lists {
  readonly #context: FoldContext;
  readonly #positions = new Map<string, number>();

  constructor(context: FoldContext) {
    this.#context = context;
  }

  get height(): number {
    return this.#context.unit.tipset.height;
  }

  /** CID digest of a message by its index into the executions. */
  cid(message: number | null): Uint8Array | null {
    if (message === null) return null;
    return this.#context.unit.executed.executions[message]?.cid ?? null;
  }

  /** The next place among the tipset's rows of a kind. */
  position(of: string): number {
    const position = this.#positions.get(of) ?? 0;
    this.#positions.set(of, position + 1);
    return position;
  }

  /** Adds to a counter of the whole index and answers what it was. */
  next(counter: string): number {
    return count(this.#context.view, counter, 1);
  }

  /** A new row's places in the list of all and in those of its provider and its client. */
  places(list: ListName, provider: number) {
    return {
      ord: this.next(list),
      provider_ord: this.#add(provider, `provider_${list}`),
      height: this.height,
      position: this.position(list),
    };
  }

  clientOrd(list: ListName, client: number): number {
    return this.#add(client, `client_${list}`);
  }

  #add(actor_id: number, column: Exclude<keyof StorageCount, 'actor_id'>): number {
    const { view } = this.#context;
    const row = view.get('storage_count', actor_id) ?? {
      actor_id,
      client_deals: 0,
      provider_deals: 0,
      client_pieces: 0,
      provider_pieces: 0,
      client_allocations: 0,
      provider_allocations: 0,
      client_claims: 0,
      provider_claims: 0,
    };
    view.put('storage_count', { ...row, [column]: row[column] + 1 });
    return row[column];
  }
}
