/** Which version of the built-in actors ran when: numbers and shapes of methods differ between them. */
import { actorsVersionOf } from '#filecoin/actors/kinds.ts';
import type { View } from './view.ts';

/** The version at a height, or that of the head (null); undefined where the node did not tell it. */
export type ActorsVersions = (height: number | null) => number | undefined;

/** A network has had some dozens of versions: all are read at once. */
export async function actorsVersions({ db }: View): Promise<ActorsVersions> {
  const rows = await db
    .selectFrom('network_version')
    .selectAll()
    .orderBy('height', 'desc')
    .execute();
  return (height) => {
    const row = rows.find((each) => height === null || each.height <= height);
    return row && actorsVersionOf(row.version);
  };
}
