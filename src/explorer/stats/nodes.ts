import type { View } from '../view.ts';
import type { NodeVersions } from './schema.ts';

/** Agents beyond these are left out: anyone may call himself anything. */
const MAX_VERSIONS = 100;

/** What the node's peers call themselves; empty where it does not tell. */
export async function nodeVersions({ db }: View): Promise<NodeVersions> {
  return db
    .selectFrom('node_peer')
    .select((eb) => ['agent as version', eb.fn.countAll<number>().as('count')])
    .where('agent', 'is not', null)
    .$narrowType<{ version: string }>()
    .groupBy('agent')
    .orderBy('count', 'desc')
    .orderBy('agent')
    .limit(MAX_VERSIONS)
    .execute();
}
