/** Writes the ledger anew, by the tipsets that there are. */
import type { Trx } from '#store/store.ts';
import { PROOF_PARTS, readLedger, replaceLedger, type Range } from '../../write/ledger.ts';
import { dueLedger, statesOf } from '../ledger.ts';
import { inTransaction, mended, type Mended, type RepairContext } from './context.ts';

/** What was proven stays so; what the node did not tell of a state stays a gap. */
export async function mendLedger(
  { store, startHeight }: RepairContext,
  headHeight: number,
): Promise<Mended> {
  await inTransaction(store, async (trx) => {
    const due = new Map(dueLedger({ startHeight, headHeight }));
    for (const [part, range] of due)
      await replaceLedger(trx, part, part === 'state' ? await toldStates(trx, range) : [range]);
    for (const part of PROOF_PARTS) {
      const within = due.get(part === 'proof:messages' ? 'messages' : 'traces');
      const clipped = (await readLedger(trx, part)).map(({ from, to }) => ({
        from: Math.max(from, within?.from ?? Infinity),
        to: Math.min(to, within?.to ?? -1),
      }));
      await replaceLedger(trx, part, clipped);
    }
  });
  return mended('the ledger');
}

/** Gaps stay where the totals of the network are missing. */
async function toldStates(trx: Trx, range: Range): Promise<Range[]> {
  const rows = await statesOf(trx, range);
  const before = { from: range.from, to: (rows[0]?.from ?? range.to + 1) - 1 };
  return [before, ...rows.filter(({ told }) => told)];
}
