/**
 * Rewards of storage providers that become free day by day, and what penalties take of them
 * (builtin-actors, `miner/src/vesting_state.rs`; REWARD_VESTING_SPEC in `policy.rs`).
 */
import { bigintFromBytes, bigintToBytes, minBigint } from '../amount.ts';
import { concatBytes, EncodingError } from '../encoding/bytes.ts';
import { decodeUvarint, encodeUvarint } from '../encoding/varint.ts';
import { EPOCHS_PER_DAY } from '../epoch.ts';

/** attoFIL that are free from the epoch behind this one on. */
export interface VestingFund {
  readonly epoch: number;
  readonly amount: bigint;
}

/** What is still to vest, and what has vested and is not unlocked yet: soonest first, an epoch once. */
export type VestingTable = readonly VestingFund[];

/** Funds of a table that are told beside a balance: no more vest before the actor's cron unlocks them. */
export const SOONEST_FUNDS = 3;

const VEST_EPOCHS = 180 * EPOCHS_PER_DAY;
const STEP_EPOCHS = EPOCHS_PER_DAY;
const QUANTUM_EPOCHS = EPOCHS_PER_DAY / 2;

/** What of a block's pay is locked: three quarters since network version 6 (FIP-0004). */
export function lockedReward(reward: bigint): bigint {
  return (reward * 3n) / 4n;
}

/**
 * The table with a sum more, locked at `epoch`: linear over 180 days, in steps of a day, each put off
 * to the next half day of the provider's proving period.
 * @param periodStart any first epoch of a proving period of the provider
 */
export function addVesting(
  table: VestingTable,
  epoch: number,
  sum: bigint,
  periodStart: number,
): VestingTable {
  const added: VestingFund[] = [];
  const offset = periodStart % QUANTUM_EPOCHS;
  let soFar = 0n;
  for (let step = epoch + STEP_EPOCHS; soFar < sum; step += STEP_EPOCHS) {
    const at = Math.ceil((step - offset) / QUANTUM_EPOCHS) * QUANTUM_EPOCHS + offset;
    const elapsed = at - epoch;
    const target = elapsed < VEST_EPOCHS ? (sum * BigInt(elapsed)) / BigInt(VEST_EPOCHS) : sum;
    added.push({ epoch: at, amount: target - soFar });
    soFar = target;
  }
  return merged(table, added);
}

function merged(a: VestingTable, b: VestingTable): VestingTable {
  const all = [...a, ...b].sort((one, other) => one.epoch - other.epoch);
  const result: VestingFund[] = [];
  for (const fund of all) {
    const last = result.at(-1);
    if (last?.epoch === fund.epoch)
      result[result.length - 1] = { epoch: last.epoch, amount: last.amount + fund.amount };
    // Of a small sum less than an atto falls to a step.
    else if (fund.amount > 0n) result.push(fund);
  }
  return result;
}

/** The table less a sum, the soonest first: what vested was unlocked, then what is taken early. */
export function takeSoonest(table: VestingTable, sum: bigint): VestingTable {
  let left = sum;
  const rest: VestingFund[] = [];
  for (const { epoch, amount } of table) {
    const taken = minBigint(left, amount);
    left -= taken;
    if (amount > taken) rest.push({ epoch, amount: amount - taken });
  }
  return rest;
}

export function vestingSum(table: VestingTable): bigint {
  return table.reduce((sum, { amount }) => sum + amount, 0n);
}

/** What of it is free at an epoch, attoFIL (CheckVestedFunds of the miner actor). */
export function vestedAt(table: VestingTable, at: number): bigint {
  return table.reduce((sum, { epoch, amount }) => (epoch < at ? sum + amount : sum), 0n);
}

/** A table as bytes: of each fund the epochs since the one before (uvarint), and its amount behind its length. */
export function packVesting(table: VestingTable): Uint8Array {
  let last = 0;
  const parts = table.flatMap(({ epoch, amount }) => {
    const bytes = bigintToBytes(amount);
    const step = encodeUvarint(epoch - last);
    last = epoch;
    return [step, Uint8Array.of(bytes.length), bytes];
  });
  return concatBytes(...parts);
}

/** Inverse of `packVesting`. @throws EncodingError */
export function unpackVesting(packed: Uint8Array): VestingTable {
  const table: VestingFund[] = [];
  let epoch = 0;
  for (let at = 0; at < packed.length;) {
    const step = decodeUvarint(packed, at);
    const from = step.end + 1;
    const to = from + (packed[step.end] ?? 0);
    if (to > packed.length) throw new EncodingError('a vesting table that is cut off');
    epoch += Number(step.value);
    table.push({ epoch, amount: bigintFromBytes(packed.subarray(from, to)) });
    at = to;
  }
  return table;
}
