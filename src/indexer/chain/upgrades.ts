/** Heights of the network's upgrades: those that the node lists, and those that it carries out unlisted. */
import type { UpgradeHeights } from '#filecoin/execution/basefee.ts';
import { networkData } from '#filecoin/networks/index.ts';
import type { NodeInfo } from '#node/types.ts';

export function upgradeHeights({ genesis, params }: NodeInfo): UpgradeHeights {
  const { upgrades } = networkData(genesis.Cids[0]?.['/'] ?? '');
  return { ...params.ForkUpgradeParams, ...upgrades };
}
