/** Params and returns of every built-in actor's methods. */
import type { ActorKind } from '../kinds.ts';
import type { ActorMethod } from '../methods.ts';
import type { ActorShapes, MethodShape } from '../shape.ts';
import {
  account,
  eam,
  ethaccount,
  evm,
  hooks,
  init,
  multisig,
  paymentchannel,
} from './accounts.ts';
import { datacap, verifiedregistry } from './datacap.ts';
import { storagemarket } from './market.ts';
import { storageminer } from './miner.ts';
import { cron, reward, storagepower, system } from './system.ts';

const SHAPES: Readonly<Record<ActorKind, ActorShapes>> = {
  account,
  cron,
  datacap,
  eam,
  ethaccount,
  evm,
  init,
  multisig,
  paymentchannel,
  placeholder: {},
  reward,
  storagemarket,
  storageminer,
  storagepower,
  system,
  verifiedregistry,
};

/** The shape of a method's params and return; null when its meaning is not known. */
export function shapeOf(method: ActorMethod): MethodShape | null {
  return SHAPES[method.kind][method.shape] ?? hooks[method.shape] ?? null;
}
