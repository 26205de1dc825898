/** What is known of a network beside its chain: which files there are. */
import { CALIBRATION } from './calibration.ts';
import { HARBOR } from './harbor.ts';
import { MAINNET } from './mainnet.ts';
import type { NetworkData } from './types.ts';

export type { NameService, NetworkData } from './types.ts';

const NETWORKS: readonly NetworkData[] = [MAINNET, CALIBRATION, HARBOR];

/** `slug` of a network that no file tells of. */
export const UNKNOWN_SLUG = 'unknown';

const UNKNOWN: NetworkData = {
  slug: UNKNOWN_SLUG,
  genesis: '',
  writable: false,
  nameServices: [],
  wrappedNative: [],
  explorerHosts: [],
};

/** The data of the network whose genesis block has this CID. */
export function networkData(genesisCid: string): NetworkData {
  return NETWORKS.find((network) => network.genesis === genesisCid) ?? UNKNOWN;
}

/** Whether the network is the demo chain's: a private one, whose FIL has no value. */
export function isDemoChain(genesisCid: string): boolean {
  return genesisCid === HARBOR.genesis;
}

/** Whether the network is the Calibration testnet. */
export function isCalibration(genesisCid: string): boolean {
  return genesisCid === CALIBRATION.genesis;
}

/** Whether a host is known for other networks' explorers, and not for this one's. */
export function isForeignHost(data: NetworkData, host: string): boolean {
  return (
    !data.explorerHosts.includes(host) &&
    NETWORKS.some((network) => network !== data && network.explorerHosts.includes(host))
  );
}
