/**
 * States of built-in actors but for storage miners (miner.ts), from the object that an actor's Head
 * names, by kind and actors version: fields and their order as in specs-actors (versions 0 to 7) and in
 * builtin-actors with go-state-types (since 8). A version to come is read as the newest known one.
 */
import type { ActorKind } from '../kinds.ts';
import { datacap, verifiedregistry } from './datacap.ts';
import { evm, stateless } from './evm.ts';
import { storagemarket } from './market.ts';
import { storagepower } from './power.ts';
import { readObject } from './read.ts';
import { atVersion, type Versions } from './shape.ts';
import { account, cron, init, reward, system } from './system.ts';
import { multisig, paymentchannel } from './wallets.ts';

const TABLES = {
  account,
  cron,
  datacap,
  eam: stateless,
  ethaccount: stateless,
  evm,
  init,
  multisig,
  paymentchannel,
  placeholder: stateless,
  reward,
  storagemarket,
  storagepower,
  system,
  verifiedregistry,
} satisfies Readonly<Record<Exclude<ActorKind, 'storageminer'>, Versions<unknown>>>;

/** What the states hold, by kind, as nodes' JSON tells them. */
export type States = {
  [Kind in keyof typeof TABLES]: (typeof TABLES)[Kind] extends Versions<infer T> ? T : never;
};

/** A kind whose state is read here. */
export type StateKind = keyof States;

const BY_KIND: { readonly [Kind in StateKind]: Versions<States[Kind]> } = TABLES;

/** Reads the object that an actor's Head names. @throws StateError */
export function readState<Kind extends StateKind>(
  kind: Kind,
  version: number,
  object: Uint8Array,
): States[Kind] {
  return readObject(`state of a ${kind} actor`, object, atVersion(BY_KIND[kind], version));
}
