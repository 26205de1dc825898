/**
 * A part of the index: one subject (providers, deals, tokens, …) with its own tables, kept in step
 * with the chain by the same transaction. What a tipset's execution means to it is gathered and
 * decoded ahead of time, side by side with other tipsets; folding is in order, pure and quick.
 */
import type { Runs } from '#filecoin/encoding/bitfield.ts';
import type { NodeClient } from '#node/types.ts';
import type { Trx } from '#store/store.ts';
import type { StateKey, StateView } from '../fold/state.ts';
import type { Older } from '../older.ts';
import type { ExecutedFacts, FactRows, StateTable, TipsetFacts } from '../types.ts';
import type { GatherContext } from './context.ts';
import type { StorageKey } from './deals/older.ts';

/** A unit of the chain: a tipset, and what its execution did once its child is known. */
export interface ChainUnit {
  tipset: TipsetFacts;
  executed: ExecutedFacts;
  /** What the index does not know yet although it is older. */
  older: Older;
  /** What each part of the index takes from it, in the order of PARTS. */
  parts: readonly PartUnit[];
}

/** Rows of a state table that folding needs: the leading key columns' values. */
export interface Touch {
  table: StateTable;
  key: StateKey;
}

/** Sectors of a provider whose rows folding may look at. */
export interface LookedAt {
  miner: number;
  named: Runs;
  /** Whether all those that are live no more after the tipset come to them. */
  ending: boolean;
}

export interface FoldContext {
  view: StateView;
  /** Where new rows are appended. */
  rows: FactRows;
  unit: ChainUnit;
  /** `seq` of each execution. */
  seqs: readonly number[];
}

/**
 * `F`: what a tipset's execution means to the part. Plain values: they may come from another thread,
 * which copies data and nothing else.
 */
export interface Part<F> {
  /** Asks the node for what the part needs (as little as it can: a call costs more than its decoding) and decodes. */
  gather(context: GatherContext): Promise<F>;
  /** The branch is left: what was gathered of it from this client is no longer known. */
  leave?(node: NodeClient): void;
  /** What of deals and data cap it touches or makes, for what of it is older than the index. */
  stored?(facts: F): readonly StorageKey[];
  /** Which state rows `fold` will get or put. */
  touches(facts: F, unit: ChainUnit): readonly Touch[];
  /** Loads rows that no key tells beforehand, for a whole stretch of units. */
  load?(trx: Trx, view: StateView, units: readonly { unit: ChainUnit; facts: F }[]): Promise<void>;
  /** Which sectors `fold` may look at: those that are older than the index have to be known by then. */
  sectors?(facts: F): readonly LookedAt[];
  /** Changes state and appends rows. Actors, messages and transfers of the tipset are in already. */
  fold(context: FoldContext, facts: F): void;
}

/** What one part takes from one tipset's execution. */
export interface PartUnit {
  /** As `gather` made them. */
  readonly facts: unknown;
  stored(): readonly StorageKey[];
  touches(unit: ChainUnit): readonly Touch[];
  sectors(): readonly LookedAt[];
  fold(context: FoldContext): void;
}

/** A part whose facts are nobody else's business. */
export interface AnyPart {
  name: string;
  /** Facts for `bind`, here or in another thread. */
  gather(context: GatherContext): Promise<unknown>;
  leave(node: NodeClient): void;
  bind(facts: unknown): PartUnit;
  load(
    trx: Trx,
    view: StateView,
    units: readonly { unit: ChainUnit; part: PartUnit }[],
  ): Promise<void>;
}

export function definePart<F>(name: string, part: Part<F>): AnyPart {
  return {
    name,
    gather: (context) => part.gather(context),
    leave: (node) => part.leave?.(node),
    bind(gathered) {
      // Nobody but `gather` makes them.
      const facts = gathered as F;
      return {
        facts,
        stored: () => part.stored?.(facts) ?? [],
        touches: (of) => part.touches(facts, of),
        sectors: () => part.sectors?.(facts) ?? [],
        fold: (fold) => part.fold(fold, facts),
      };
    },
    async load(trx, view, units) {
      const mine = units.map(({ unit, part: { facts } }) => ({ unit, facts: facts as F }));
      if (mine.length > 0) await part.load?.(trx, view, mine);
    },
  };
}
