/** Takes an actor's row from the state after the newest executed tipset. */
import { inTransaction, leftAs, mended, type Mended, type RepairContext } from './context.ts';
import { tipsetKeyOf } from '../../decode/ids.ts';
import { readCheckpoint } from '../../write/checkpoint.ts';

export async function mendAccount({ store, truth }: RepairContext, id: number): Promise<Mended> {
  const what = `balance, nonce and state of f0${id}`;
  const { head } = await readCheckpoint(store.db);
  const actor = head && (await truth.gatherer.actor(id, tipsetKeyOf(head.key)));
  if (!actor) return leftAs(what, 'the node knows no such actor');
  const { balance, nonce, head: state, code } = actor;
  await inTransaction(store, (trx) =>
    trx
      .updateTable('actor')
      .set({ balance: balance.toString(), nonce, head: state, code })
      .where('id', '=', id)
      .execute(),
  );
  return mended(what);
}
