/** Facts about one network that are not on its chain. */
import type { UpgradeHeights } from '../execution/basefee.ts';

/** Contracts of a name service of ENS's kind. All addresses as 0x text, any case. */
export interface NameService {
  /** What the service is called. */
  readonly title: string;
  /** Top-level name without its dot. */
  readonly suffix: string;
  readonly registry: string;
  /** ERC-721 of second-level names; a token is the hash of its label. */
  readonly registrar: string;
  readonly controllers: readonly string[];
  /** Resolvers whose records count before the registry names them. */
  readonly resolvers: readonly string[];
  readonly reverseRegistrar: string;
  /** After a name expired, only its registrant may renew it for this long, seconds. */
  readonly graceSeconds: number;
}

export interface NetworkData {
  /** Name of the folder of what is said of the network (`content/<slug>`). */
  readonly slug: string;
  /** CID of the genesis block: what a network is known by (chain ids are shared). Empty when unknown. */
  readonly genesis: string;
  /** Heights of upgrades that nodes carry out and do not list (as `ForkUpgradeParams` would name them). */
  readonly upgrades?: UpgradeHeights;
  /** Whether wallets may send to it from here. */
  readonly writable: boolean;
  /** The first one's names stand for accounts; the others' are found when asked for. */
  readonly nameServices: readonly NameService[];
  /** ERC-20s that wrap the network's own token, 0x. */
  readonly wrappedNative: readonly string[];
  /** Other explorers of this network: hosts whose links are understood. */
  readonly explorerHosts: readonly string[];
}
