/** Asks contracts that may be diamonds (EIP-2535) for their facets, beside the index. */
import { ethBytesOf } from '#filecoin/address.ts';
import { FACETS_CALL, facetsOf } from '#filecoin/evm/diamonds.ts';
import { proxyKindIndex } from '#filecoin/evm/proxies.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { sql } from 'kysely';
import { askBeside } from './ask.ts';
import type { Round, RoundRow } from './round.ts';

const DIAMOND = proxyKindIndex('EIP-2535');
/** Epochs until one is asked again: facets are replaced whenever its owner likes. */
const AGAIN = 20;

interface Asked extends RoundRow<number> {
  delegated: Uint8Array | null;
  codeHash: Uint8Array | null;
}

/**
 * Asks a few of them as of the node's newest state. What a node refuses stays as it was told before.
 * Throws NodeError when the node is away.
 */
export async function askDiamonds(
  node: NodeClient,
  { db }: Pick<Store, 'db'>,
  height: number,
  round: Round<number>,
): Promise<void> {
  const read = (after: number | null, limit: number) =>
    diamondsAfter(db, after, limit, height - AGAIN);
  await round.step(read, async ({ key, delegated, codeHash }) => {
    const address = delegated && ethBytesOf(delegated);
    if (!address || !codeHash) return;
    const answer = await askBeside(node, address, FACETS_CALL);
    const told = {
      code_hash: codeHash,
      facets: answer instanceof Uint8Array ? textOf(answer) : null,
      asked_height: height,
    };
    const { facets: _, ...asked } = told;
    await db
      .insertInto('contract_diamond')
      .values({ contract_id: key, ...told })
      .onConflict((conflict) =>
        conflict.column('contract_id').doUpdateSet(answer === 'refused' ? asked : told),
      )
      .execute();
  });
}

function textOf(answer: Uint8Array): string | null {
  const facets = facetsOf(answer);
  return facets && JSON.stringify(facets);
}

async function diamondsAfter(
  db: Store['db'],
  after: number | null,
  limit: number,
  before: number,
): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select c.actor_id as key, a.delegated, c.code_hash as "codeHash",
      c.destroyed_height is null and c.code_hash is not null and a.delegated is not null
        and (d.asked_height is null or d.asked_height <= ${before}
          or d.code_hash is distinct from c.code_hash) as due
    from (select * from contract
      where proxy_kind = ${sql.lit(DIAMOND)} and actor_id > ${after ?? -1}
      order by actor_id limit ${limit}) c
    left join actor a on a.id = c.actor_id
    left join contract_diamond d on d.contract_id = c.actor_id
    order by c.actor_id
  `.execute(db);
  return rows;
}
