import type { NetworkPrefix } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { blake2b256 } from '#filecoin/encoding/cid.ts';
import type { NetworkData } from '#filecoin/networks/index.ts';

export interface Head {
  height: number;
  /** How many tipsets of the index come before it. */
  ordinal: number;
  key: Uint8Array;
  timestamp: number;
  token: string;
  /** Nothing at or below is reverted any more. */
  finalHeight: number;
}

export interface Network {
  prefix: NetworkPrefix;
  startHeight: number;
  genesisTimestamp: number;
  epochSeconds: number;
  /** What is known of it beside its chain. */
  data: NetworkData;
}

/** `<height>:<first half of the hash of the key>`: names a head without its hundreds of bytes. */
export function headToken(height: number, key: Uint8Array): string {
  return `${height}:${toHex(blake2b256(key)).slice(0, 32)}`;
}
