/** Actors' states, kept by their content. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { ActorStateJson, NodeClient, TipsetKey } from '#node/types.ts';
import type { ActorChange } from '../types.ts';

/** States are small documents, their trees are only named in them. */
const KEPT = 2_000;

export class StateReader {
  readonly #node: NodeClient;
  readonly #answers = new Map<string, Promise<ActorStateJson>>();

  constructor(node: NodeClient) {
    this.#node = node;
  }

  /** An actor's state at `key`, the state after the execution that made `changes`. */
  after(id: number, changes: readonly ActorChange[], key: TipsetKey): Promise<ActorStateJson> {
    const change = changes.find((other) => other.id === id);
    // An actor that did not change: its head is not known here.
    if (!change) return this.#node.stateReadState(`f0${id}`, key);
    const head = `${id}/${toHex(change.head)}`;
    const kept = this.#answers.get(head);
    if (kept) return kept;
    const asked = this.#node.stateReadState(`f0${id}`, key);
    this.#answers.set(head, asked);
    asked.catch(() => this.#answers.delete(head));
    for (const oldest of this.#answers.keys())
      if (this.#answers.size > KEPT) this.#answers.delete(oldest);
      else break;
    return asked;
  }
}
