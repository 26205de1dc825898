import type { ActorCode } from '#filecoin/actors/kinds.ts';
import { gasCost } from '#filecoin/execution/gas.ts';
import type { GasCostJson, InvocationJson } from '#node/types.ts';
import { InvariantError } from '../errors.ts';
import type { ExecutionFacts, MessageRow, TipsetFacts } from '../types.ts';

const SUBMIT_WINDOWED_POST = 5;

/**
 * FIP-0009: for a while the base fee was not burnt for a direct SubmitWindowedPoSt that succeeded
 * (network versions up to 12, whose actors are of version 4 at most).
 */
function mayBeFree(message: MessageRow, exitCode: number, actor: ActorCode | null): boolean {
  return (
    exitCode === 0 &&
    message.method === SUBMIT_WINDOWED_POST &&
    actor?.kind === 'storageminer' &&
    actor.version <= 4
  );
}

/** SysErrSenderInvalid and SysErrSenderStateInvalid: refused before execution, the miner pays. */
const REFUSED_EXIT_CODES = new Set([1, 2]);

export type GasFacts = Pick<
  ExecutionFacts,
  'baseFeeBurn' | 'overEstimationBurn' | 'minerPenalty' | 'minerTip' | 'refund'
>;

/** Invariant 3: the node's split of a message's gas adds up, and is what the protocol prescribes. */
export function checkGas(
  tipset: TipsetFacts,
  message: MessageRow,
  invocation: InvocationJson,
  /** The receiver's code. */
  actor: ActorCode | null,
): GasFacts {
  const told = readGas(invocation.GasCost);
  const gasUsed = invocation.MsgRct.GasUsed;
  const refused = REFUSED_EXIT_CODES.has(invocation.MsgRct.ExitCode) && gasUsed === 0;
  if (refused) return told;
  const fail = (details: string): InvariantError =>
    new InvariantError(3, tipset, `message ${invocation.MsgCid['/']}: ${details}`);
  const limit = BigInt(message.gas_limit) * BigInt(message.gas_fee_cap);
  const sum = told.baseFeeBurn + told.overEstimationBurn + told.minerTip + told.refund;
  if (sum !== limit)
    throw fail(`burns, tip and refund are ${sum} attoFIL, gas limit × fee cap is ${limit}`);
  const own = gasCost({
    baseFee: tipset.baseFee,
    gasLimit: message.gas_limit,
    gasUsed,
    gasFeeCap: BigInt(message.gas_fee_cap),
    gasPremium: BigInt(message.gas_premium),
    burnBaseFee: told.baseFeeBurn !== 0n || !mayBeFree(message, invocation.MsgRct.ExitCode, actor),
  });
  for (const part of Object.keys(told) as (keyof GasFacts)[])
    if (own[part] !== told[part])
      throw fail(`${part} is ${told[part]} attoFIL by the node, ${own[part]} by the protocol`);
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
