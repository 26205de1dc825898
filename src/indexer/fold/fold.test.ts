import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTOR_KINDS, kindIndex } from '#filecoin/actors/kinds.ts';
import { transferTypeIndex } from '#filecoin/actors/transfers.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import { InvariantError } from '../errors.ts';
import type { PartUnit, ChainUnit } from '../parts/part.ts';
import { foldProposals } from '../parts/wallets/proposals.ts';
import { address, emptyView, IDS, steps, unitsOf } from '../testing/plans.ts';
import { aTipset, anActor, anExecution, executed } from '../testing/units.ts';
import { foldUnit } from './fold.ts';
import { NOTHING_OLDER } from './older.ts';
import { foldOlder } from './opening.ts';
import { emptyFacts } from './tables.ts';
import type { StateView } from './state.ts';
import { oldestImages, packUndo, unpackUndo } from './undo.ts';

/** Where these chains begin. */
const GENESIS = {
  height: 0,
  timestamp: 1_700_000_000,
  genesis: 1_700_000_000,
  epochSeconds: 30,
};

/** What the chain begins with holds on every branch: it is no part of what is undone. */
function openFirst(view: StateView, units: readonly ChainUnit[]): void {
  for (const unit of units) {
    foldOlder(view, unit.older, GENESIS, emptyFacts());
    unit.older = NOTHING_OLDER;
  }
}

/** A tipset in which a multisig's proposal is cancelled. */
function cancelling(id: number, txId: number): PartUnit {
  return {
    facts: null,
    stored: () => [],
    touches: () => [],
    sectors: () => [],
    fold: (context) =>
      foldProposals(context, [{ id, by: 1003, message: null, fact: { type: 'cancel', txId } }]),
  };
}

describe('folding', () => {
  it('is undone by its images, one by one or the oldest of all at once', () => {
    fc.assert(
      fc.property(steps, fc.nat(), (plan, from) => {
        const units = unitsOf(plan);
        const keep = from % units.length;
        const view = emptyView();
        const facts = emptyFacts();
        openFirst(view, units);
        const logs = units.map((unit, index) => {
          const before = view.dump();
          const { undo } = foldUnit(view, unit, facts, GENESIS);
          return { index, before, undo: packUndo(undo).flatMap(({ doc }) => unpackUndo(doc)) };
        });
        const after = view.dump();
        view.revert(oldestImages(logs.slice(keep).map((log) => log.undo)));
        expect(view.dump()).toEqual(logs[keep]?.before);
        // Folding the same again gives the same.
        for (const unit of units.slice(keep)) foldUnit(view, unit, emptyFacts(), GENESIS);
        expect(view.dump()).toEqual(after);
        for (const log of [...logs].reverse()) {
          view.revert(log.undo);
          expect(view.dump()).toEqual(log.before);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('numbers every list from 0 without gaps, up to its counter', () => {
    fc.assert(
      fc.property(steps, (plan) => {
        const view = emptyView();
        const facts = emptyFacts();
        for (const unit of unitsOf(plan)) foldUnit(view, unit, facts, GENESIS);
        const contiguous = (
          rows: { list: string; ord: number }[],
          counts: (list: string) => number,
        ) => {
          const lists = Map.groupBy(rows, (row) => row.list);
          for (const [list, own] of lists) {
            expect(own.map((row) => row.ord)).toEqual(own.map((_, index) => index));
            expect(own.length).toBe(counts(list));
          }
        };
        contiguous(
          facts.account_message.map((row) => ({ list: String(row.actor_id), ord: row.ord })),
          (id) => view.get('actor', Number(id))?.message_count ?? 0,
        );
        contiguous(
          facts.account_transfer.map((row) => ({ list: String(row.actor_id), ord: row.ord })),
          (id) => view.get('actor', Number(id))?.transfer_count ?? 0,
        );
        contiguous(
          facts.account_event.map((row) => ({ list: String(row.actor_id), ord: row.ord })),
          (id) => view.get('actor', Number(id))?.event_count ?? 0,
        );
        contiguous(
          facts.method_message.map((row) => ({ list: String(row.method_id), ord: row.ord })),
          (id) => view.get('method', Number(id))?.count ?? 0,
        );
        expect(facts.execution.map((row) => row.seq)).toEqual(
          facts.execution.map((_, index) => index),
        );
        for (const id of IDS) {
          const sum = facts.account_transfer
            .filter((row) => row.actor_id === id)
            .reduce((total, row) => total + BigInt(row.value), 0n);
          expect(sum.toString()).toBe(view.get('actor', id)?.balance);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('refuses balances that do not add up, and leaves the view as it was', () => {
    const view = emptyView();
    const [unit] = unitsOf([{ messages: [], transfers: [{ from: 1001, to: 1002, amount: 5n }] }]);
    const [change] = unit?.executed.changes ?? [];
    if (!unit || !change) throw new Error('no unit');
    openFirst(view, [unit]);
    change.balance += 1n;
    const before = view.dump();
    expect(() => foldUnit(view, unit, emptyFacts(), GENESIS)).toThrowError(InvariantError);
    expect(view.dump()).toEqual(before);
    // A state migration may do that: then the difference is a row of its own.
    unit.executed.migration = true;
    const facts = emptyFacts();
    foldUnit(view, unit, facts, GENESIS);
    expect(facts.transfer.at(-1)).toMatchObject({
      type: transferTypeIndex('rebalance'),
      amount: 1n,
    });
  });

  it('finds no receiver where a failed message names an actor that never came to be', () => {
    const view = emptyView();
    const fresh = {
      cid: Uint8Array.of(1),
      fromId: 1001,
      toId: 2000,
      toAddr: address(2000),
      methodId: 7,
    };
    const facts = emptyFacts();
    const [opening] = unitsOf([{ messages: [], transfers: [] }]);
    if (!opening) throw new Error('no unit');
    foldUnit(view, opening, facts, GENESIS);
    foldUnit(
      view,
      {
        tipset: aTipset(2),
        older: NOTHING_OLDER,
        parts: [],
        executed: executed(2, {
          executions: [
            anExecution({ ...fresh, exitCode: 6 }),
            // Another address takes the very id in the same tipset.
            anExecution({
              cid: Uint8Array.of(2),
              fromId: 1001,
              toId: 2000,
              toAddr: address(1005),
              methodId: 7,
            }),
          ],
          changes: [anActor(2000, 0n, 2)],
          learned: [[address(1005), 2000]],
        }),
      },
      facts,
      GENESIS,
    );
    expect(facts.execution.map((row) => row.to_id)).toEqual([null, 2000]);
    expect(view.get('actor', 2000)).toMatchObject({ message_count: 1, created_height: 2 });
  });

  it('leaves a multisig that is older than the index as it was when what changed it is undone', () => {
    const view = emptyView();
    const multisig = {
      actor_id: 1001,
      signers: '[1002,1003]',
      threshold: int32(2),
      initial_balance: '0',
      start_epoch: 0,
      unlock_duration: 0,
      next_txn_id: 4,
    };
    const actor = { ...anActor(1001, 5n, 0), kind: kindIndex('multisig'), robust: address(1001) };
    const pending = [
      { txId: 2, to: address(5), value: 0n, method: 0, params: Uint8Array.of(), approvals: [1003] },
      { txId: 3, to: address(5), value: 7n, method: 0, params: Uint8Array.of(), approvals: [1002] },
    ];
    const { undo } = foldUnit(
      view,
      {
        tipset: aTipset(100),
        older: { ...NOTHING_OLDER, actors: [{ ...actor, wallet: { multisig, pending } }] },
        parts: [cancelling(1001, 2)],
        executed: executed(100, { multisigs: [{ ...multisig, threshold: int32(1) }] }),
      },
      emptyFacts(),
      { ...GENESIS, height: 100 },
    );
    expect(view.get('multisig', 1001)).toEqual({ ...multisig, threshold: int32(1) });
    expect(view.get('proposal', 1001, 2)).toMatchObject({ status: 3, settled_height: 100 });
    view.revert(undo);
    expect(view.get('multisig', 1001)).toEqual(multisig);
    const waits = { status: 0, height: 99, cid: null, settled_height: null };
    expect(view.get('proposal', 1001, 2)).toMatchObject({ ...waits, ord: -2, proposer_id: 1003 });
    expect(view.get('proposal', 1001, 3)).toMatchObject({ ...waits, ord: -1, value: '7' });
    expect(view.get('older_wallet', 1001)).toEqual({ actor_id: 1001, told: true, settled: 2 });
  });

  it('counts actors by kind, through creation, change of kind and deletion', () => {
    const view = emptyView();
    const facts = emptyFacts();
    const [opening] = unitsOf([{ messages: [], transfers: [] }]);
    if (!opening) throw new Error('no unit');
    foldUnit(view, opening, facts, GENESIS);
    const kind = (name: (typeof ACTOR_KINDS)[number]): number => ACTOR_KINDS.indexOf(name);
    const at = (height: number, parts: Parameters<typeof executed>[1]): ChainUnit => ({
      tipset: aTipset(height),
      older: NOTHING_OLDER,
      parts: [],
      executed: executed(height, parts),
    });
    foldUnit(
      view,
      at(2, { changes: [{ ...anActor(2000, 0n, 2), kind: kind('placeholder') }] }),
      facts,
      GENESIS,
    );
    expect(view.get('counter', 'actors:placeholder')?.value).toBe(1);
    foldUnit(
      view,
      at(3, { changes: [{ ...anActor(2000, 0n, 3), kind: kind('evm') }] }),
      facts,
      GENESIS,
    );
    expect(view.get('counter', 'actors:placeholder')?.value).toBe(0);
    expect(view.get('counter', 'actors:evm')?.value).toBe(1);
    foldUnit(view, at(4, { deleted: [2000] }), facts, GENESIS);
    expect(view.get('counter', 'actors:evm')?.value).toBe(0);
    expect(view.get('actor', 2000)).toMatchObject({ deleted_height: 4, created_height: 2 });
    expect(view.get('counter', 'actors')?.value).toBe(IDS.length);
  });
});
