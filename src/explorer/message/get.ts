/** A message as a whole: what it says, what came of it, what it cost. */
import { methodFamily } from '#filecoin/actors/methods.ts';
import { transferTypeAt } from '#filecoin/actors/transfers.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { overEstimationGas } from '#filecoin/execution/gas.ts';
import { integer, integerJson } from '#filecoin/encoding/integers.ts';
import { NotFound } from '../errors.ts';
import { parseDigest } from '../input.ts';
import { poolFacts, replacementOf } from '../mempool/message.ts';
import { plainTransfer } from '../methods.ts';
import { finalityAt } from '../finality/read.ts';
import type { Names } from '../naming.ts';
import { bareTransfers } from '../token/transferItems.ts';
import { exitNames, type ExitNames } from '../versions.ts';
import { isFinal, type View } from '../view.ts';
import { detailsOf } from './details.ts';
import { hasRun, type ExecutionRow, type FoundMessage, type MessageRow } from './find.ts';
import { answersProposal, callsContract, kindOrNull } from './payload.ts';
import { callOf } from './called.ts';
import { ownerBefore } from './owner.ts';
import { partiesTo } from './parties.ts';
import { ethHashOf, hexOf } from './rows.ts';
import { findWhole, MAX_TRANSFERS, type TransferRow, type WholeMessage } from './whole.ts';
import type {
  Fee,
  MessageDetail,
  MessageExecution,
  MessageOthers,
  MessageTransfer,
  Receipt,
} from './schema.ts';

const SIGNATURE_TYPES: Readonly<Record<number, MessageDetail['signatureType']>> = {
  1: 'secp256k1',
  2: 'bls',
  3: 'delegated',
};

/**
 * A message that was found. `block`: a block that must include it. Of a message that no
 * block has and another took the place of, the answer is that other one (`replaced`, `oldCid`).
 */
export async function getMessage(
  view: View,
  found: WholeMessage,
  options: { block?: string | undefined } = {},
): Promise<MessageDetail> {
  const { message, inclusions } = found;
  if (options.block) {
    const block = toHex(parseDigest(options.block));
    if (!inclusions.some((inclusion) => toHex(inclusion.cid) === block))
      throw new NotFound('noMessage');
  }
  const replacement = inclusions.length === 0 ? await replacementOf(view, message) : null;
  if (replacement === null) return describe(view, found);
  const taken = await describe(view, await findWhole(view, cidOf(replacement)));
  return { ...taken, replaced: true, oldCid: cidOf(message.cid) };
}

async function describe(view: View, found: WholeMessage): Promise<MessageDetail> {
  const { message, inclusions, execution, executions, transfers, certificates } = found;
  const canonical = inclusions.filter((inclusion) => !inclusion.orphaned);
  const newest = execution ? execution.height : canonical.at(-1)?.height;
  const at = canonical.find((inclusion) => inclusion.height === newest);
  const height = at?.height ?? null;
  const parties = partiesTo(view, found);
  const [{ ends, names, created }, call, tokenTransfers, finality, facts, exitName] =
    await Promise.all([
      parties,
      callOf(view, found, parties),
      bareTransfers(view, found.tokenTransfers),
      height === null ? null : finalityAt(view, height, certificates),
      poolFacts(view, found),
      exitNames(
        view,
        executions.map((one) => one.exit_code),
      ),
    ]);
  const { toKind, number, method, evmMethod, decoded, token, revert } = call;
  const owner = await ownerBefore(view, found, ends, call);
  return {
    cid: cidOf(message.cid),
    height,
    timestamp: at?.timestamp ?? null,
    confirmations: height === null ? 0 : view.head.height - height,
    status: statusOf(view, found),
    finality,
    blocks: canonical.map((inclusion) => cidOf(inclusion.cid)),
    inclusions: inclusions.map((inclusion) => ({
      cid: cidOf(inclusion.cid),
      height: inclusion.height,
      miner: names.idText(inclusion.miner_id),
      minerId: names.idText(inclusion.miner_id),
      orphaned: inclusion.orphaned,
    })),
    version: integerJson(message.version),
    from: names.shown(ends.fromId, message.from_addr),
    fromId: names.idTextOrNull(ends.fromId),
    fromActor: names.kind(ends.fromId),
    to: names.shown(ends.toId, message.to_addr),
    toId: names.idTextOrNull(ends.toId),
    ...names.ends(
      { id: ends.fromId, written: message.from_addr },
      { id: ends.toId, written: message.to_addr },
    ),
    toActor: names.kind(ends.toId),
    ...token,
    nonce: integerJson(message.nonce),
    value: message.value,
    gasLimit: integerJson(message.gas_limit),
    gasFeeCap: message.gas_fee_cap,
    gasPremium: message.gas_premium,
    method,
    methodNumber: integerJson(number),
    ...plainTransfer(toKind, number, message.params, message.value),
    ...evmMethod,
    methodFamily: methodFamily(method),
    params: hexOf(message.params),
    ...decoded,
    receipt: execution && receiptOf(execution, exitName),
    revert:
      revert && revert.reverting.token !== undefined
        ? { ...revert.reason, address: names.shown(revert.ofToken), ...revert.reverting }
        : revert && revert.reason,
    size: message.size,
    signatureType: SIGNATURE_TYPES[message.signature_type] ?? 'secp256k1',
    error: execution?.error ?? '',
    baseFee: at?.base_fee ?? null,
    fee: execution && feeOf(message, execution, names),
    executions: executions.map((one) => timeOf(one, exitName)),
    transfers: transfers.slice(0, MAX_TRANSFERS).map((row) => transferOf(row, names)),
    transfersTruncated: transfers.length > MAX_TRANSFERS,
    tokenTransfers: tokenTransfers.slice(0, MAX_TRANSFERS),
    tokenTransfersTruncated: tokenTransfers.length > MAX_TRANSFERS,
    ethTransactionHash: ethHashOf(message),
    eventLogCount: execution?.event_count ?? 0,
    subcallCount: execution?.subcall_count ?? 0,
    ...owner,
    details: detailsOf(found, names, created),
    ...facts,
  };
}

/** The technical rest of a message. */
export function othersOf(detail: MessageDetail): MessageOthers {
  const { fee } = detail;
  return {
    version: detail.version,
    nonce: detail.nonce,
    gasFeeCap: detail.gasFeeCap,
    gasPremium: detail.gasPremium,
    gasLimit: detail.gasLimit,
    receipt: detail.receipt,
    baseFee: detail.baseFee,
    baseFeeBurn: fee?.baseFeeBurn ?? null,
    overEstimationBurn: fee?.overEstimationBurn ?? null,
    minerTip: fee?.minerTip ?? null,
    penalty: fee?.minerPenalty ?? null,
    error: detail.error,
    params: detail.params,
    ...(detail.decodedParams === undefined ? {} : { decodedParams: detail.decodedParams }),
    ...(detail.decodedReturnValue === undefined
      ? {}
      : { decodedReturnValue: detail.decodedReturnValue }),
  };
}

/** Whether it ran in a tipset that is not reverted any more. */
export function hasSettled({ status, replaced, executions }: MessageDetail): boolean {
  return status === 'final' && replaced !== true && executions[0]?.refused === false;
}

/** Whether its params call no contract’s function: that may be read in other words any time. */
export function isSettled({ decodedParams, decodedReturnValue }: MessageOthers): boolean {
  return !callsContract(decodedParams) && !answersProposal(decodedReturnValue);
}

function statusOf(view: View, found: FoundMessage): MessageDetail['status'] {
  const { execution, inclusions } = found;
  if (execution) return isFinal(view.head, execution.height) ? 'final' : 'executed';
  if (inclusions.length === 0) return 'pending';
  const canonical = inclusions.filter((inclusion) => !inclusion.orphaned);
  if (canonical.length === 0) return 'orphaned';
  return canonical.some(({ height }) => height >= view.head.height) ? 'included' : 'skipped';
}

function receiptOf(execution: ExecutionRow, exitName: ExitNames): Receipt {
  const { exit_code: code, height, to_kind } = execution;
  return {
    exitCode: integerJson(code),
    return: hexOf(execution.return),
    gasUsed: integerJson(execution.gas_used),
    exitCodeName: exitName(code, height, kindOrNull(to_kind)),
  };
}

function timeOf(execution: ExecutionRow, exitName: ExitNames): MessageExecution {
  const { height, timestamp } = execution;
  return { height, timestamp, ...receiptOf(execution, exitName), refused: !hasRun(execution) };
}

function feeOf(message: MessageRow, execution: ExecutionRow, names: Names): Fee {
  const burns = BigInt(execution.base_fee_burn) + BigInt(execution.over_estimation_burn);
  return {
    baseFeeBurn: execution.base_fee_burn,
    overEstimationBurn: execution.over_estimation_burn,
    minerPenalty: execution.miner_penalty,
    minerTip: execution.miner_tip,
    refund: execution.refund,
    totalCost: (burns + BigInt(execution.miner_tip)).toString(),
    gasBurned: hasRun(execution)
      ? integerJson(integer(overEstimationGas(execution.gas_used, message.gas_limit)))
      : 0,
    miner: names.idText(execution.miner_id),
    minerId: names.idText(execution.miner_id),
  };
}

function transferOf(row: TransferRow, names: Names): MessageTransfer {
  const to = row.shown_to_id ?? row.to_id;
  return {
    from: names.shown(row.from_id),
    fromId: names.idText(row.from_id),
    to: names.shown(to),
    toId: names.idText(to),
    ...names.ends({ id: row.from_id }, { id: to }),
    value: row.amount,
    type: transferTypeAt(row.type) ?? 'transfer',
  };
}
