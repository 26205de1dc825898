import { formatCid } from '#filecoin/encoding/cid.ts';
import { statement, type Places } from '#store/statement.ts';
import type { View } from '../view.ts';
import type { ActorRow } from './find.ts';

const bundled = statement((db, { kind }: Places<{ kind: number }>) =>
  db
    .selectFrom('actor_bundle')
    .select('code')
    .where('kind', '=', kind)
    .orderBy('height', 'desc')
    .limit(1)
    .compile(),
);

/**
 * CID of an actor's code: its kind's in the bundle that is in force. Its own row has the code of its last
 * change, and an upgrade gives all actors others at once; where no bundle is told, and of a deleted
 * actor, that one is answered.
 */
export async function codeOf({ db, held }: View, actor: ActorRow): Promise<string> {
  const { kind, code, deleted_height: deleted } = actor;
  if (deleted !== null) return formatCid(code);
  const bundle = await held.rows('bundle', [kind], async () => {
    const rows = await bundled(db, { kind });
    return rows.map((row) => [kind, row.code] as const);
  });
  return formatCid(bundle.get(kind) ?? code);
}
