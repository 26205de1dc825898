/** What the index has proven, by its own counts and its ledger. */
import type { View } from '../view.ts';
import { PROOF_KINDS, type Proof, type ProofKind, type Trust } from './schema.ts';

/** An index has few ranges of a proof; of one that has many the newest count. */
const MOST_RANGES = 100;

export async function trust(view: View): Promise<Trust> {
  const { db, head } = view;
  const [row, proofs] = await Promise.all([
    db.selectFrom('proof').selectAll().executeTakeFirst(),
    Promise.all(PROOF_KINDS.map((kind) => proofOf(view, kind))),
  ]);
  const { id: _, ...proven } = row ?? { id: 0, ...NOTHING };
  // Of all tipsets only the head is not executed.
  return { height: head.height, tipsets: head.ordinal, proven, proofs };
}

const NOTHING: Trust['proven'] = {
  tipsets: 0,
  blocks: 0,
  messages: 0,
  receipts: 0,
  events: 0,
  states: 0,
  actors: 0,
  balances: 0,
};

async function proofOf({ db, head }: View, kind: ProofKind): Promise<Proof> {
  const ranges = await db
    .selectFrom('progress')
    .select(['from_height as from', 'to_height as to'])
    .where('part', '=', `proof:${kind}`)
    .orderBy('from_height', 'desc')
    .limit(MOST_RANGES)
    .execute();
  /** How many executed tipsets are below a height. */
  const below = async (height: number): Promise<number> => {
    if (height >= head.height) return head.ordinal;
    const next = await db
      .selectFrom('tipset')
      .select('ordinal')
      .where('height', '>=', height)
      .orderBy('height')
      .limit(1)
      .executeTakeFirst();
    return next?.ordinal ?? head.ordinal;
  };
  const counts = await Promise.all(
    ranges.map(async ({ from, to }) => {
      const [end, start] = await Promise.all([below(to + 1), below(from)]);
      return end - start;
    }),
  );
  const tipsets = counts.reduce((sum, count) => sum + count, 0);
  const newest = ranges[0];
  const from = newest && newest.to >= head.height - 1 ? newest.from : null;
  return { kind, from, tipsets, missing: head.ordinal - tipsets };
}
