/** Rows of a name service's nodes and names, also those that nothing was told of yet. */
import { namehash, subnode } from '#filecoin/evm/names.ts';
import type { NameService } from '#filecoin/networks/index.ts';
import type { StateView } from '../../fold/state.ts';
import type { StateRows } from '../../types.ts';

export type NodeRow = StateRows['name_node'];
export type NameRow = StateRows['name'];

export class NameRows {
  readonly #view: StateView;
  readonly #bases: readonly Uint8Array[];

  constructor(view: StateView, services: readonly NameService[]) {
    this.#view = view;
    this.#bases = services.map(({ suffix }) => namehash(suffix));
  }

  /** The node under which a service's second-level names are. */
  base(service: number): Uint8Array | undefined {
    return this.#bases[service];
  }

  node(service: number, node: Uint8Array): NodeRow {
    return (
      this.#view.get('name_node', service, node) ?? {
        service,
        node,
        owner: null,
        resolver: null,
        label_hash: null,
        reverse_of: null,
      }
    );
  }

  name(service: number, label_hash: Uint8Array): NameRow {
    const base = this.#bases[service] ?? new Uint8Array(32);
    return (
      this.#view.get('name', service, label_hash) ?? {
        service,
        label_hash,
        label: null,
        node: subnode(base, label_hash),
        registrant: null,
        expires: null,
        registered_height: null,
        registered_by: null,
        actions: 0,
      }
    );
  }

  /** Of a node that is a second-level name. */
  nameOf(row: NodeRow): NameRow | null {
    return row.label_hash && this.name(row.service, row.label_hash);
  }
}
