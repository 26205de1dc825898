/** Plans of what a few actors do, tipset by tipset, and the units that come of them. */
import { transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { idAddress } from '#filecoin/address.ts';
import fc from 'fast-check';
import { netMoves } from '../check/balances.ts';
import { NOTHING_OLDER } from '../fold/older.ts';
import { StateView } from '../fold/state.ts';
import type { ChainUnit } from '../parts/part.ts';
import type { ActorChange, TransferFacts } from '../types.ts';
import { aTipset, anActor, anExecution, executed } from './units.ts';

const TRANSFER = transferTypeIndex('transfer');
export const IDS = [99, 1001, 1002, 1003, 1004, 1005];
const METHODS = [7, 8, 9];

/** A view that knows of a few actors, as a chain of units will touch them. */
export function emptyView(): StateView {
  const view = new StateView();
  for (const table of ['actor', 'account_method', 'account_transfer_type', 'multisig'] as const)
    view.cover(
      table,
      [0, ...IDS, 2000].map((id) => [id]),
    );
  view.cover(
    'method',
    METHODS.map((id) => [id]),
  );
  view.cover('counter', 'all');
  view.cover('proof', 'all');
  view.cover(
    'address',
    [...IDS, 2000].map((id) => [address(id)]),
  );
  return view;
}

export function address(id: number): Uint8Array {
  return Uint8Array.of(1, ...new Array<number>(19).fill(7), id % 256);
}

/** What happens in a tipset. */
export interface Step {
  messages: { from: number; to: number; method: number; ok: boolean; events: number[] }[];
  transfers: { from: number; to: number; amount: bigint }[];
}

const anId = fc.constantFrom(...IDS);
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    messages: fc.array(
      fc.record({
        from: anId,
        to: anId,
        method: fc.constantFrom(...METHODS),
        ok: fc.boolean(),
        events: fc.array(anId, { maxLength: 3 }),
      }),
      { maxLength: 5 },
    ),
    transfers: fc.array(
      fc.record({ from: anId, to: anId, amount: fc.bigInt({ min: 1n, max: 1000n }) }),
      { maxLength: 6 },
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Units whose reported balances are those that the transfers give; the first opens all actors. */
export function unitsOf(plan: Step[]): ChainUnit[] {
  const balances = new Map<number, bigint>(IDS.map((id) => [id, 1_000_000n]));
  return plan.map(({ messages, transfers }, index) => {
    const moves = transfers.map(({ from, to, amount }, at): TransferFacts => ({
      message: at < messages.length ? at : null,
      type: TRANSFER,
      from,
      to,
      amount,
      shownTo: null,
    }));
    const changes: ActorChange[] = [];
    for (const [id, net] of netMoves(moves)) {
      const balance = (balances.get(id) ?? 0n) + net;
      balances.set(id, balance);
      if (net !== 0n) changes.push(anActor(id, balance, index + 1));
    }
    return {
      tipset: aTipset(index + 1),
      parts: [],
      older:
        index === 0
          ? {
              ...NOTHING_OLDER,
              actors: IDS.map((id) => ({
                ...anActor(id, 1_000_000n, 0),
                robust: address(id),
                wallet: null,
              })),
            }
          : NOTHING_OLDER,
      executed: executed(index + 1, {
        executions: messages.map(({ from, to, method, ok, events }, at) =>
          anExecution({
            cid: Uint8Array.of(index, at),
            fromId: from,
            toId: to,
            toAddr: idAddress(to),
            methodId: method,
            methodName: `Method${method}`,
            exitCode: ok ? 0 : 33,
            events: events.map((emitter) => ({ emitter, entries: new Uint8Array() })),
          }),
        ),
        transfers: moves,
        changes,
      }),
    };
  });
}
