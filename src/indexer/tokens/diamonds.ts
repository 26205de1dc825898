/** Asks contracts that may be diamonds (EIP-2535) for their facets, beside the index. */
import { ethBytesOf } from '#filecoin/address.ts';
import { FACETS_CALL, facetsOf } from '#filecoin/evm/diamonds.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { sql } from 'kysely';
import { askBeside } from './ask.ts';

/** Value of contract.proxy_kind. */
const DIAMOND = 4;
/** Asked at one head, those that never were first. */
const SLICE = 4;
/** Epochs until one is asked again: facets are replaced whenever its owner likes. */
const AGAIN = 20;

interface Asked {
  id: number;
  address: Uint8Array;
  codeHash: Uint8Array;
}

/**
 * Asks a few of them as of the node's newest state. What a node refuses stays as it was told before.
 * Throws NodeError when the node is away.
 */
export async function askDiamonds(
  node: NodeClient,
  { db }: Pick<Store, 'db'>,
  height: number,
): Promise<void> {
  for (const { id, address, codeHash } of await nextOf(db, height - AGAIN)) {
    const answer = await askBeside(node, address, FACETS_CALL);
    const told = {
      code_hash: codeHash,
      facets: answer instanceof Uint8Array ? textOf(answer) : null,
      asked_height: height,
    };
    const { facets: _, ...asked } = told;
    await db
      .insertInto('contract_diamond')
      .values({ contract_id: id, ...told })
      .onConflict((conflict) =>
        conflict.column('contract_id').doUpdateSet(answer === 'refused' ? asked : told),
      )
      .execute();
  }
}

function textOf(answer: Uint8Array): string | null {
  const facets = facetsOf(answer);
  return facets && JSON.stringify(facets);
}

async function nextOf(db: Store['db'], before: number): Promise<Asked[]> {
  const rows = await db
    .selectFrom('contract as c')
    .innerJoin('actor as a', 'a.id', 'c.actor_id')
    .leftJoin('contract_diamond as d', 'd.contract_id', 'c.actor_id')
    .select(['c.actor_id', 'c.code_hash', 'a.delegated'])
    .where('c.proxy_kind', '=', sql.lit(DIAMOND))
    .where('c.destroyed_height', 'is', null)
    .where('c.code_hash', 'is not', null)
    .where('a.delegated', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('d.asked_height', 'is', null),
        eb('d.asked_height', '<=', before),
        eb('d.code_hash', '!=', eb.ref('c.code_hash')),
      ]),
    )
    .orderBy(sql`d.asked_height nulls first`)
    .limit(SLICE)
    .execute();
  return rows.flatMap(({ actor_id: id, code_hash: codeHash, delegated }) => {
    const address = delegated && ethBytesOf(delegated);
    return address && codeHash ? [{ id, address, codeHash }] : [];
  });
}
