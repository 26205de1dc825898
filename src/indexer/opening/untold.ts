/**
 * Multisigs and payment channels that an index took over as actors before it took over what is open in
 * them: of an older version of this program.
 */
import { actorChange, stateActor } from '../decode/actors.ts';
import { CHANNEL_KIND, MULTISIG_KIND } from '../parts/wallets/decode.ts';
import { openingActor } from './actors.ts';
import type { Subject } from './subject.ts';

/** Wallets in one transaction. */
const SLICE = 200;

export const WALLETS: Subject = {
  name: 'wallets',
  async read({ db, node, kinds, key, startHeight }, after) {
    const untold = await db
      .selectFrom('actor as a')
      .leftJoin('older_wallet as o', 'o.actor_id', 'a.id')
      .select('a.id')
      .where('a.kind', 'in', [MULTISIG_KIND, CHANNEL_KIND])
      .where('a.created_height', '=', startHeight - 1)
      .where('a.id', '>', Number(after ?? -1))
      .where('o.actor_id', 'is', null)
      .orderBy('a.id')
      .limit(SLICE)
      .execute();
    const wallets = await Promise.all(
      untold.map(async ({ id }) => {
        const json = await node.stateGetActor(`f0${id}`, key);
        if (!json) return [];
        await kinds.require([json.Code['/']], key);
        return [await openingActor(node, actorChange(id, stateActor(json), kinds.kinds), key)];
      }),
    );
    const last = untold.length < SLICE ? undefined : untold.at(-1);
    return {
      older: { wallets: wallets.flat() },
      taken: untold.length,
      after: last ? String(last.id) : null,
    };
  },
};
