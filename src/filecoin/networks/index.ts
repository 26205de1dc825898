/** What is known of a network beside its chain: which files there are, and how its accounts are called. */
import { idAddress, parseAddress } from '../address.ts';
import { toHex } from '../bytes.ts';
import { BUILTIN_TAGS } from './builtin.ts';
import { CALIBRATION } from './calibration.ts';
import { HARBOR } from './harbor.ts';
import { MAINNET } from './mainnet.ts';
import type { LocalName, NameLanguage, NetworkData } from './types.ts';

export type { LocalName, NameLanguage, NameService, NetworkData } from './types.ts';

const NETWORKS: readonly NetworkData[] = [MAINNET, CALIBRATION, HARBOR];

/** Of a network that no file tells of: only the actors that all have. */
const UNKNOWN: NetworkData = {
  slug: 'unknown',
  genesis: '',
  writable: false,
  nameServices: [],
  wrappedNative: [],
  explorerHosts: [],
  tags: {},
};

/** The data of the network whose genesis block has this CID. */
export function networkData(genesisCid: string): NetworkData {
  return NETWORKS.find((network) => network.genesis === genesisCid) ?? UNKNOWN;
}

/** Names of known accounts, by their address in bytes. */
export class KnownAccounts {
  readonly #names = new Map<string, LocalName>();

  constructor(data: NetworkData) {
    for (const tags of [BUILTIN_TAGS, data.tags])
      for (const [address, name] of Object.entries(tags))
        this.#names.set(toHex(parseAddress(address)), name);
  }

  byId(id: number, language: NameLanguage): string | null {
    return this.byAddress(idAddress(id), language);
  }

  byAddress(address: Uint8Array, language: NameLanguage): string | null {
    const name = this.#names.get(toHex(address));
    if (name === undefined) return null;
    return typeof name === 'string' ? name : name[language];
  }
}

const KNOWN = new Map<NetworkData, KnownAccounts>();

/** Known accounts of a network; made once. */
export function knownAccounts(data: NetworkData): KnownAccounts {
  const known = KNOWN.get(data) ?? new KnownAccounts(data);
  KNOWN.set(data, known);
  return known;
}
