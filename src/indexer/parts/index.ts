/** The parts of the index, in the order in which they fold: a part sees what those before it did. */
import type { AnyPart } from './part.ts';
import { CONTRACTS } from './contracts/index.ts';
import { DEALS } from './deals/index.ts';
import { COSTS } from './miners/charge.ts';
import { MINERS } from './miners/index.ts';
import { NAMES } from './names/index.ts';
import { NETWORK } from './network/index.ts';
import { SECTORS } from './sectors/index.ts';
import { TOKENS } from './tokens/index.ts';
import { WALLETS } from './wallets/index.ts';

export const PARTS: readonly AnyPart[] = [
  MINERS,
  COSTS,
  SECTORS,
  DEALS,
  WALLETS,
  TOKENS,
  CONTRACTS,
  NAMES,
  NETWORK,
];
