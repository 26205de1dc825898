import { methodFamily, methodName } from '#filecoin/actors/methods.ts';
import { transferTypeAt } from '#filecoin/actors/transfers.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { overEstimationGas } from '#filecoin/execution/gas.ts';
import { integer, integerJson } from '#filecoin/encoding/integers.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { unpackCallTree, type CallNode } from '#store/calltree.ts';
import { statement, type Places } from '#store/statement.ts';
import { resolveAddresses } from '../account/resolve.ts';
import { abisOf } from '../contract/abis.ts';
import { KnownSignatures } from '../contract/signatures.ts';
import { NotFound } from '../errors.ts';
import { parseDigest } from '../input.ts';
import { poolFacts, replacementOf } from '../mempool/message.ts';
import { evmMethodOf, methodNames, plainTransfer, selectorOf } from '../methods.ts';
import { finalityAt } from '../finality/read.ts';
import { namesOf, type Names } from '../names.ts';
import { messageTokenTransfers } from '../token/transfers.ts';
import { actorsVersions, exitNames, type ExitNames } from '../versions.ts';
import { isFinal, type View } from '../view.ts';
import { calledTokens } from './calledTokens.ts';
import { createdBy, detailsOf, type Created } from './details.ts';
import {
  findMessage,
  hasRun,
  type ExecutionRow,
  type FoundMessage,
  type MessageRow,
} from './find.ts';
import {
  answersProposal,
  callsContract,
  decodePayloads,
  kindOrNull,
  revertOf,
  type Payload,
} from './payload.ts';
import { ethHashOf, hexOf } from './rows.ts';
import type {
  Fee,
  MessageDetail,
  MessageExecution,
  MessageOthers,
  MessageTransfer,
  Receipt,
} from './schema.ts';

/** So many of a message's transfers are carried; there may be thousands in one message. */
const MAX_TRANSFERS = 500;

const SIGNATURE_TYPES: Readonly<Record<number, MessageDetail['signatureType']>> = {
  1: 'secp256k1',
  2: 'bls',
  3: 'delegated',
};

/**
 * A message by its CID or Ethereum hash. `block`: a block that must include it. Of a message that no
 * block has and another took the place of, the answer is that other one (`replaced`, `oldCid`).
 */
export async function getMessage(
  view: View,
  id: string,
  options: { block?: string | undefined } = {},
): Promise<MessageDetail> {
  const found = await findMessage(view, id);
  const { message, inclusions } = found;
  if (options.block) {
    const block = toHex(parseDigest(options.block));
    if (!inclusions.some((inclusion) => toHex(inclusion.cid) === block))
      throw new NotFound('noMessage');
  }
  const replacement = inclusions.length === 0 ? await replacementOf(view, message) : null;
  if (replacement === null) return describe(view, found);
  const taken = await describe(view, await findMessage(view, cidOf(replacement)));
  return { ...taken, replaced: true, oldCid: cidOf(message.cid) };
}

async function describe(view: View, found: FoundMessage): Promise<MessageDetail> {
  const { message, inclusions, execution, executions } = found;
  const canonical = inclusions.filter((inclusion) => !inclusion.orphaned);
  const newest = execution ? execution.height : canonical.at(-1)?.height;
  const at = canonical.find((inclusion) => inclusion.height === newest);
  const height = at?.height ?? null;
  const parties = partiesTo(view, found);
  const [{ transfers, ends, names, created }, call, tokenTransfers, finality, facts, exitName] =
    await Promise.all([
      parties,
      callOf(view, found, parties),
      execution ? messageTokenTransfers(view, execution.seq, MAX_TRANSFERS + 1) : [],
      height === null ? null : finalityAt(view, height),
      poolFacts(view, found),
      exitNames(
        view,
        executions.map((one) => one.exit_code),
      ),
    ]);
  const { toKind, number, method, evmMethod, decoded, token, revert } = call;
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
    details: detailsOf(found, names, created),
    ...facts,
  };
}

/** Everyone whom a message had to do with. */
interface Parties {
  ends: Ends;
  transfers: readonly TransferRow[];
  /** The contract that reverted, if one did. */
  reverter: number | null;
  names: Names;
  created: Created;
}

async function partiesTo(view: View, found: FoundMessage): Promise<Parties> {
  const { execution } = found;
  const [transfers, ends, calls] = await Promise.all([
    execution ? transfersOf(view.db, { seq: execution.seq }) : [],
    endsOf(view, found),
    execution && callTreeOf(view, execution),
  ]);
  const reverter = calls === null ? ends.toId : reverterOf(calls);
  const [names, created] = await Promise.all([
    namesOf(view, [
      ends.fromId,
      ends.toId,
      reverter,
      ...transfers.flatMap((row) => [row.from_id, row.to_id, row.shown_to_id]),
    ]),
    createdBy(view, found, calls),
  ]);
  return { ends, transfers, reverter, names, created };
}

/** What a message asked of whom it was sent to, and what that answered. */
async function callOf(view: View, found: FoundMessage, parties: Promise<Parties>) {
  const { message, execution } = found;
  // Of what was executed it is known who was called, whatever they are named.
  const { toId } = executedEnds(found) ?? (await parties).ends;
  const toKind = execution
    ? kindOrNull(execution.to_kind)
    : (await parties).names.kindCalled(toId, message.to_addr);
  const number = uint64(message.method);
  const [abis, method] = await Promise.all([
    abisOf(view, toKind === 'evm' ? [toId] : []),
    methodOf(view, message, execution, toKind),
  ]);
  const abi = abis(toId);
  const recovered = new KnownSignatures();
  const payload: Payload = {
    height: execution?.height ?? null,
    kind: toKind,
    to: toId,
    method: number,
    params: message.params,
    exitCode: execution?.exit_code ?? null,
    returned: execution?.return ?? null,
    returnCodec: execution ? uint64(execution.return_codec) : undefined,
    abi,
  };
  const [[decoded = {}], reason] = await Promise.all([
    decodePayloads(view, [payload], recovered),
    execution && revertOf(view, execution.exit_code, execution.return, abi),
  ]);
  const selector = execution ? execution.selector : selectorOf(toKind, number, message.params);
  const ofToken = reason?.kind === 'custom' ? (await parties).reverter : null;
  const evmMethod = evmMethodOf(selector, { abi, recovered, params: message.params });
  const asked = { id: toId, signature: evmMethod.evmMethod };
  const tokens = await calledTokens(view, selector === null ? [] : [asked, { id: ofToken }]);
  return {
    toKind,
    number,
    method,
    evmMethod,
    decoded,
    token: selector === null ? {} : tokens(asked),
    revert: reason && { reason, ofToken, reverting: tokens({ id: ofToken }) },
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

const traceOf = statement((db, { seq }: Places<{ seq: number }>) =>
  db.selectFrom('trace').select('doc').where('seq', '=', seq).compile(),
);

/** Call tree of an execution; null when the message made no calls (and did not fail in one). */
export async function callTreeOf(
  { db }: View,
  { seq }: Pick<ExecutionRow, 'seq'>,
): Promise<CallNode | null> {
  const [row] = await traceOf(db, { seq });
  return row ? unpackCallTree(row.doc) : null;
}

/** The contract that reverted: the innermost call whose words all above it passed on. */
function reverterOf(calls: CallNode): number | null {
  let node = calls;
  for (;;) {
    const { exit, ret, sub } = node;
    const inner = sub.findLast(
      (call) => call.exit === exit && call.ret === ret && call.to !== null,
    );
    if (inner === undefined || ret === null) return node.to;
    node = inner;
  }
}

/** Sender and receiver as actors; null where nobody has the address. */
interface Ends {
  fromId: number | null;
  toId: number | null;
}

/** As the execution has them; null where none tells. */
const executedEnds = ({ execution }: FoundMessage): Ends | null =>
  execution?.from_id == null ? null : { fromId: execution.from_id, toId: execution.to_id };

async function endsOf(view: View, found: FoundMessage): Promise<Ends> {
  const executed = executedEnds(found);
  if (executed) return executed;
  const { message } = found;
  const ids = await resolveAddresses(view, [message.from_addr, message.to_addr]);
  return {
    fromId: ids.get(toHex(message.from_addr)) ?? null,
    toId: ids.get(toHex(message.to_addr)) ?? null,
  };
}

async function methodOf(
  view: View,
  message: MessageRow,
  execution: ExecutionRow | null,
  toKind: ReturnType<typeof kindOrNull>,
): Promise<string> {
  const known = execution
    ? (await methodNames(view, [execution.method_id])).get(execution.method_id)
    : undefined;
  if (known !== undefined) return known;
  const versions = await actorsVersions(view);
  return methodName(toKind, uint64(message.method), versions(null));
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

interface TransferRow {
  type: number;
  from_id: number;
  to_id: number;
  shown_to_id: number | null;
  amount: string;
}

const transfersOf = statement((db, { seq }: Places<{ seq: number }>) =>
  db
    .selectFrom('transfer')
    .select(['type', 'from_id', 'to_id', 'shown_to_id', 'amount'])
    .where('seq', '=', seq)
    .orderBy('position')
    .limit(MAX_TRANSFERS + 1)
    .compile(),
);

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
