/** What is known of a network beside its chain: which files there are, and how its accounts are called. */
import { idAddress, parseAddress } from '../address.ts';
import { fromHex, toHex } from '../encoding/bytes.ts';
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

/** A known account whose name was looked for. */
export interface NamedAccount {
  address: Uint8Array;
  name: string;
  /** The text is the whole name. */
  whole: boolean;
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
    return nameIn(name, language);
  }

  /**
   * Accounts with a word in their name, in this language or in English, that begins with `text`; those
   * that are called just that come first.
   */
  named(text: string, language: NameLanguage): NamedAccount[] {
    const wanted = text.toLowerCase();
    const found = [...this.#names].flatMap(([hex, local]) => {
      const names = [nameIn(local, language), nameIn(local, 'en')].map((n) => n.toLowerCase());
      if (!names.some((name) => hasWord(name, wanted))) return [];
      const whole = names.includes(wanted);
      return [{ address: fromHex(hex), name: nameIn(local, language), whole }];
    });
    return found.sort((a, b) => Number(b.whole) - Number(a.whole));
  }
}

function nameIn(name: LocalName, language: NameLanguage): string {
  return typeof name === 'string' ? name : name[language];
}

/** Whether a word of `name` begins with `start`; Chinese and Korean words begin anywhere. */
function hasWord(name: string, start: string): boolean {
  for (let at = name.indexOf(start); at >= 0; at = name.indexOf(start, at + 1))
    if (at === 0 || !/[a-z0-9]/.test(start.charAt(0)) || !/[a-z0-9]/.test(name.charAt(at - 1)))
      return true;
  return false;
}

const KNOWN = new Map<NetworkData, KnownAccounts>();

/** Known accounts of a network; made once. */
export function knownAccounts(data: NetworkData): KnownAccounts {
  const known = KNOWN.get(data) ?? new KnownAccounts(data);
  KNOWN.set(data, known);
  return known;
}
