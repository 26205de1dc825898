/** A sample of tipsets against the node: all that their arrival and their execution are told by. */
import { sql } from 'kysely';
import { NodeError } from '#node/errors.ts';
import { InvariantError } from '../errors.ts';
import {
  countOf,
  difference,
  MAX_TOLD,
  stepOf,
  type Check,
  type CheckContext,
  type Difference,
} from './check.ts';
import { arrivalDifferences, executionDifferences } from './expected.ts';
import { Truth } from './truth.ts';

/** Tipsets asked for at once. */
const SLICE = 8;

const tipsets: Check = {
  name: 'tipsets, by the node',
  async run(context) {
    const { store, db, node, sample } = context;
    const truth = await Truth.open(store, node);
    // The node computes each of them: of a sample a tenth.
    const step = stepOf(await countOf(db, 'tipset'), Math.ceil(sample / 10));
    const { rows } = await sql<{ height: number }>`
      select height from tipset where ordinal % ${step} = 0 order by height`.execute(db);
    const found: Difference[] = [];
    let untold = 0;
    let compared = 0;
    for (let at = 0; at < rows.length && found.length < MAX_TOLD; at += SLICE)
      await Promise.all(
        rows.slice(at, at + SLICE).map(async ({ height }) => {
          const differing = await compareTipset(context, truth, height);
          if (differing === null) untold++;
          else compared++;
          found.push(...(differing ?? []));
        }),
      );
    return { compared, untold, differences: found };
  },
};

/** Null where the node does not tell it (any more). */
async function compareTipset(
  { db }: CheckContext,
  truth: Truth,
  height: number,
): Promise<Difference[] | null> {
  try {
    const [own] = await truth.stored(height);
    if (!own) return [];
    const { facts } = await truth.arrival(own);
    const arrived = await arrivalDifferences(db, facts);
    const executed = await truth.execution(height);
    const ran = executed ? await executionDifferences(db, facts, executed.execution.executed) : [];
    return [
      ...arrived.map((each) => ({ ...each, damage: { kind: 'arrival', height } as const })),
      ...ran.map((each) => ({ ...each, damage: { kind: 'execution', height } as const })),
    ];
  } catch (error) {
    if (error instanceof InvariantError)
      return [difference(`tipset ${height}, as the node tells it`, 'consistent', error.message)];
    if (error instanceof NodeError && (error.kind === 'rpc' || error.kind === 'unsupported'))
      return null;
    throw error;
  }
}

export const TIPSET_CHECKS: readonly Check[] = [tipsets];
