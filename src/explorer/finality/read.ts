import { MAINNET_FINALITY, revertProbability } from '#filecoin/finality.ts';
import { statement, type Places } from '#store/statement.ts';
import type { Trx } from '#store/store.ts';
import type { RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { isFinal, type View } from '../view.ts';
import type { Finality } from './schema.ts';

/** Epochs that the calculator looks at: its finality, and a few before. */
const EPOCHS = MAINNET_FINALITY.finality + 5;
/**
 * What is deeper counts as this deep: it is reverted only together with what is above it, and the
 * calculation is long.
 */
const MAX_DEPTH = 60;
/** So many results are kept: those of the newest heads. */
const KEPT = 500;

/** By head and depth: a head's token stands for all of its chain. */
const probabilities = new LRUCache<string, number>({ max: KEPT });

/**
 * How final a canonical height (a tipset or a null round) of the index is. `known`: its certificates,
 * where they are at hand.
 */
export async function finalityAt(
  view: View,
  height: number,
  known?: Certificates,
): Promise<Finality> {
  const { db, head } = view;
  const [certificates, probability] = await Promise.all([
    known ?? certified(db, { height }).then(([row]) => row ?? NONE),
    ecProbability(view, height),
  ]);
  const { newest, instance, base_height: base } = certificates;
  const isCertified = newest !== null && height <= newest;
  return {
    status: isFinal(head, height)
      ? 'final'
      : isCertified
        ? 'certified'
        : height < head.height
          ? 'executed'
          : 'included',
    ecDepth: head.height - height,
    ecProbability: probability,
    f3Instance: base !== null && base < height ? instance : null,
    f3Height: newest,
  };
}

/** Certificates of this chain: the newest, and the first that has a height. */
export interface Certificates {
  newest: number | null;
  instance: number | null;
  base_height: number | null;
}

export function certificatesAt(db: Pick<Trx, 'selectFrom'>, height: RawBuilder<number>) {
  // One tipset is looked up per certificate: a join of the two tables is guessed to be nearly empty
  // and made as a whole.
  const ofThisChain = db.selectFrom('certificate as c').innerJoinLateral(
    (eb) =>
      eb
        .selectFrom('tipset')
        .select('height')
        .whereRef('tipset.height', '=', 'c.height')
        .whereRef('tipset.key', '=', 'c.key')
        .limit(1)
        .as('t'),
    (join) => join.onTrue(),
  );
  const own = ofThisChain
    .select(['c.instance', 'c.base_height'])
    .where('c.height', '>=', height)
    .orderBy('c.height')
    .orderBy('c.instance')
    .limit(1);
  return db
    .selectFrom(ofThisChain.select('c.height').orderBy('c.height', 'desc').limit(1).as('newest'))
    .leftJoin(own.as('own'), (join) => join.onTrue())
    .select(['newest.height as newest', 'own.instance', 'own.base_height']);
}

const certified = statement((db, { height }: Places<{ height: number }>) =>
  certificatesAt(db, height).compile(),
);

const NONE: Certificates = { newest: null, instance: null, base_height: null };

async function ecProbability({ db, head, network }: View, height: number): Promise<number | null> {
  const depth = head.height - height;
  if (depth >= MAINNET_FINALITY.finality) return 0;
  const first = Math.max(0, head.height - EPOCHS + 1);
  if (first < network.startHeight) return null;
  const key = `${head.token} ${Math.min(depth, MAX_DEPTH)}`;
  const before = probabilities.get(key);
  if (before !== undefined) return before;
  const rows = await db
    .selectFrom('tipset')
    .select(['height', 'block_count'])
    .where('height', '>=', first)
    .execute();
  const blocks = Array.from({ length: head.height - first + 1 }, () => 0);
  for (const row of rows) blocks[row.height - first] = row.block_count;
  const probability = revertProbability(blocks, Math.min(depth, MAX_DEPTH));
  probabilities.set(key, probability);
  return probability;
}
