/**
 * Types of value transfers. A type's index is its value in the database: append only.
 *
 * `transfer` is the type of a value moved by a message or an internal call; an account's own list
 * shows it as `send` or `receive`. `fee` sums up a message's fees where a client asks for one row.
 */
export const TRANSFER_TYPES = [
  'genesis',
  'fee',
  'burn',
  'reward',
  'send',
  'receive',
  'transfer',
  'miner-fee',
  'burn-fee',
  'penalty',
  'rebalance',
] as const;

export type TransferType = (typeof TRANSFER_TYPES)[number];

/** The type that has this index in the database; null when there is none. */
export function transferTypeAt(index: number): TransferType | null {
  return TRANSFER_TYPES[index] ?? null;
}

/** The database's value of a type. */
export function transferTypeIndex(type: TransferType): number {
  return TRANSFER_TYPES.indexOf(type);
}
