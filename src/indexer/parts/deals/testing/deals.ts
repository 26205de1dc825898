/** Deals, calls and an index of deals for tests: what the demo chain does not do. */
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { tablesOf } from '#store/schema.ts';
import * as deals from '#store/schema/deals.ts';
import { NOTHING_OLDER } from '../../../fold/older.ts';
import { emptyFacts } from '../../../fold/tables.ts';
import { StateView } from '../../../fold/state.ts';
import { aTipset, executed } from '../../../testing/units.ts';
import type { Call } from '../../../types.ts';
import type { Act, DealActs } from '../acts.ts';
import type { EventFacts } from '../calls.ts';
import { foldDeals } from '../fold.ts';

export const CLIENT = 1005;
export const PROVIDER = 1080;
export const PIECE = Uint8Array.of(1, 129, 226, 3, 146, 32, 32, ...new Uint8Array(32).fill(7));

/** A view that has nothing, and what folding adds to it. */
export class Index {
  readonly view = new StateView();
  readonly rows = emptyFacts();

  constructor() {
    for (const table of tablesOf('state', deals)) this.view.cover(table, 'all');
    this.view.cover('counter', 'all');
  }

  fold(height: number, acts: Act[], parts: Partial<DealActs> = {}): void {
    const unit = {
      tipset: aTipset(height),
      executed: executed(height, {}),
      older: NOTHING_OLDER,
      parts: [],
    };
    this.view.begin();
    foldDeals(
      { view: this.view, rows: this.rows, unit, seqs: [] },
      { opening: null, ...parts, acts },
    );
    this.view.end();
  }
}

/** Nothing that the tipset's events tell. */
export const NOTHING_TOLD: EventFacts = {
  published: new Map(),
  terminated: [],
  claims: new Map(),
  allowances: new Map(),
};

/** A call of the client to the provider, of the data cap actor's kind. */
export function aCall(parts: Partial<Call>): Call {
  return {
    message: 0,
    top: false,
    from: CLIENT,
    to: PROVIDER,
    kind: ACTOR_KINDS.indexOf('datacap'),
    version: 16,
    method: 0,
    value: 0n,
    trace: {
      Msg: { From: 'f01', To: 'f01', Value: '0', Method: 0, Params: null },
      MsgRct: { ExitCode: 0, Return: null },
      Subcalls: null,
    },
    ...parts,
  };
}
