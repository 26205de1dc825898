/** Lists what was done with names: of the service, of each name and of each address. */
import { count } from '../../fold/lists.ts';
import type { FoldContext } from '../part.ts';
import type { NameEvent } from './decode.ts';
import type { NameRows } from './rows.ts';

/** Values of name_action.kind. */
export const ACTION = {
  registered: 0,
  renewed: 1,
  transferred: 2,
  controller: 3,
  resolver: 4,
  record: 5,
  reverse: 6,
} as const;

interface Action {
  kind: number;
  label_hash: Uint8Array | null;
  address: Uint8Array | null;
  other?: Uint8Array | null;
  text?: string | null;
  expires?: string | null;
  cost?: string | null;
}

export class Actions {
  readonly #context: FoldContext;
  readonly #names: NameRows;

  constructor(context: FoldContext, names: NameRows) {
    this.#context = context;
    this.#names = names;
  }

  /** The message that brought the event. */
  cid({ message }: NameEvent): Uint8Array | null {
    return this.#context.unit.executed.executions[message]?.cid ?? null;
  }

  /** Adds to the names and actions of an address; answers how many actions it had before. */
  count(service: number, address: Uint8Array, by: { names?: number; actions?: number }): number {
    const { view } = this.#context;
    const row = view.get('name_account', service, address) ?? {
      service,
      address,
      names: 0,
      actions: 0,
    };
    view.put('name_account', {
      ...row,
      names: row.names + (by.names ?? 0),
      actions: row.actions + (by.actions ?? 0),
    });
    return row.actions;
  }

  /** Lists an action of the service, of its name and of its address; answers its `ord`. */
  list(event: NameEvent, action: Action): number {
    const { view, rows, unit } = this.#context;
    const { service } = event;
    const { height } = unit.tipset;
    const ord = count(view, `names:actions:${service}`, 1);
    rows.name_action.push({
      service,
      ord,
      height,
      other: null,
      text: null,
      expires: null,
      cost: null,
      ...action,
      cid: this.cid(event),
    });
    if (action.label_hash) {
      const name = this.#names.name(service, action.label_hash);
      rows.name_history.push({
        service,
        label_hash: action.label_hash,
        ord: name.actions,
        action_ord: ord,
        height,
      });
      view.put('name', { ...name, actions: name.actions + 1 });
    }
    const parties = [action.address, action.kind === ACTION.transferred ? action.other : null];
    for (const address of parties)
      if (address?.some((byte) => byte !== 0))
        rows.account_name_action.push({
          service,
          address,
          ord: this.count(service, address, { actions: 1 }),
          action_ord: ord,
          height,
        });
    return ord;
  }
}
