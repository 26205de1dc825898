import type { ActorCode } from '#filecoin/actors/kinds.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import { gasCost, isRefused } from '#filecoin/execution/gas.ts';
import type { GasCostJson, InvocationJson } from '#node/types.ts';
import type { Doubt } from '../errors.ts';
import type { ExecutionFacts, MessageRow, TipsetFacts } from '../types.ts';

const SUBMIT_WINDOWED_POST = 5;

/**
 * FIP-0009: for a while the base fee was not burnt for a direct SubmitWindowedPoSt that succeeded
 * (network versions up to 12, whose actors are of version 4 at most).
 */
function mayBeFree(message: MessageRow, exitCode: Integer, actor: ActorCode | null): boolean {
  return (
    exitCode === 0 &&
    message.method === SUBMIT_WINDOWED_POST &&
    actor?.kind === 'storageminer' &&
    actor.version <= 4
  );
}

export type GasFacts = Pick<
  ExecutionFacts,
  'baseFeeBurn' | 'overEstimationBurn' | 'minerPenalty' | 'minerTip' | 'refund'
>;

/**
 * Invariant 3: the node's split of a message's gas adds up, and is what the protocol prescribes. Of a
 * refused message nothing is paid; how much its miner is charged is the node's word (it depends on
 * the gas prices of the time), which the reward's params and the balances confirm. Answers the node's.
 */
export function checkGas(
  tipset: TipsetFacts,
  message: MessageRow,
  invocation: InvocationJson,
  /** The receiver's code. */
  actor: ActorCode | null,
  doubt: Doubt,
): GasFacts {
  const told = readGas(invocation.GasCost);
  const { ExitCode: exitCode, GasUsed: gasUsed } = invocation.MsgRct;
  const fail = (details: string): void => doubt(3, `message ${invocation.MsgCid['/']}: ${details}`);
  if (isRefused({ exitCode, gasUsed })) {
    const { minerPenalty: _, ...paid } = told;
    if (Object.values(paid).some((amount) => amount !== 0n))
      fail('it was refused before it ran, and something was paid for it');
    return told;
  }
  const limit = BigInt(message.gas_limit) * BigInt(message.gas_fee_cap);
  const sum = told.baseFeeBurn + told.overEstimationBurn + told.minerTip + told.refund;
  if (sum !== limit)
    fail(`burns, tip and refund are ${sum} attoFIL, gas limit × fee cap is ${limit}`);
  const own = gasCost({
    baseFee: tipset.baseFee,
    gasLimit: message.gas_limit,
    gasUsed,
    gasFeeCap: BigInt(message.gas_fee_cap),
    gasPremium: BigInt(message.gas_premium),
    burnBaseFee: told.baseFeeBurn !== 0n || !mayBeFree(message, exitCode, actor),
  });
  for (const part of Object.keys(told) as (keyof GasFacts)[])
    if (own[part] !== told[part])
      fail(`${part} is ${told[part]} attoFIL by the node, ${own[part]} by the protocol`);
  return told;
}

function readGas(json: GasCostJson): GasFacts {
  return {
    baseFeeBurn: BigInt(json.BaseFeeBurn),
    overEstimationBurn: BigInt(json.OverEstimationBurn),
    minerPenalty: BigInt(json.MinerPenalty),
    minerTip: BigInt(json.MinerTip),
    refund: BigInt(json.Refund),
  };
}
