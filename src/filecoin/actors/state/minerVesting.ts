/**
 * A miner's vesting funds: rewards that become free day by day. Up to actors version 15 the whole
 * table is an object of its own; since version 16 what vests next stands in the miner's state and the
 * rest in an object (builtin-actors, `vesting_state.rs`).
 */
import type { VestingFund } from '../../mining/vesting.ts';
import { readObject } from './read.ts';
import { amount, cid, epoch, list, maybe, tuple, type ValueOf } from './shape.ts';

const fund = tuple({ Epoch: epoch, Amount: amount });

/** Since version 16, within the miner's state; null when there is nothing to vest. */
export const vestingFunds = maybe(tuple({ Head: fund, Tail: cid }));

const whole = tuple({ Funds: list(fund) });
const tail = list(fund);

/** What a link to vesting funds names: up to version 15 the table, since 16 what follows the head. @throws StateError */
export function readVestingFunds(object: Uint8Array, version: number): VestingFund[] {
  const funds =
    version < 16
      ? readObject('vesting funds of a miner', object, whole).Funds
      : readObject('vesting funds of a miner', object, tail);
  return funds.map(vestingFund);
}

export function vestingFund({ Epoch, Amount }: ValueOf<typeof fund>): VestingFund {
  return { epoch: Epoch, amount: BigInt(Amount) };
}
