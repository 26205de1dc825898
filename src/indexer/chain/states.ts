/** Actors' states, kept by their content. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { Kept } from '#node/kept.ts';
import type { ActorStateJson, NodeClient, TipsetKey } from '#node/types.ts';
import type { ActorChange } from '../types.ts';

/** States are small documents, their trees are only named in them. */
const KEPT = 2_000;

export class StateReader {
  readonly #node: NodeClient;
  readonly #answers = new Kept<ActorStateJson>(KEPT);

  constructor(node: NodeClient) {
    this.#node = node;
  }

  /** An actor's state at `key`, the state after the execution that made `changes`. */
  after(id: number, changes: readonly ActorChange[], key: TipsetKey): Promise<ActorStateJson> {
    const change = changes.find((other) => other.id === id);
    // An actor that did not change: its head is not known here.
    if (!change) return this.#node.stateReadState(`f0${id}`, key);
    const head = `${id}/${toHex(change.head)}`;
    return this.#answers.get(head, () => this.#node.stateReadState(`f0${id}`, key));
  }
}
