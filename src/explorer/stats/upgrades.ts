import { upgradeName } from '#filecoin/upgrades.ts';
import { timeOf, type View } from '../view.ts';
import type { Upgrades } from './schema.ts';

/** Versions of the network that the index has seen; an upgrade that changed none is left out. */
export async function upgrades({ db, network }: View): Promise<Upgrades> {
  const rows = await db.selectFrom('network_version').selectAll().orderBy('height').execute();
  return rows
    .filter(({ version }, index) => rows[index - 1]?.version !== version)
    .map(({ height, version }) => ({
      height,
      timestamp: timeOf(network, height),
      networkVersion: version,
      name: upgradeName(version),
    }));
}
