/**
 * The calls that a simulated one makes within, as Lotus tells them: it has no `trace_call`, but in its
 * own dialect StateCall, out of whose trace it makes those that it tells of transactions.
 */
import {
  addressFromEth,
  AddressError,
  ethAddressOf,
  formatAddress,
  idAddress,
  parseAddress,
} from '#filecoin/address.ts';
import { EncodingError, fromBase64, fromHex, to0x, toBase64 } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { calldataOf, returnDataOf } from '#filecoin/evm/calldata.ts';
import type { ContractCall } from '../calls.ts';
import { member } from './member.ts';
import { MAX_CALLS, type Step, type Steps } from './trace.ts';

/** As in actors/methods.ts, whose tables of all methods would come along. */
const INVOKE_CONTRACT = 3_844_450_837;

/** Params of `Filecoin.StateCall`: the transaction as a message, at the head. Its gas is free. */
export function stateCallParams({ to, data, value = 0n }: ContractCall, from: string): unknown[] {
  const message = {
    Version: 0,
    To: formatAddress(addressFromEth(fromHex(to))),
    From: formatAddress(addressFromEth(fromHex(from))),
    Nonce: 0,
    Value: String(value),
    GasLimit: 0,
    GasFeeCap: '0',
    GasPremium: '0',
    Method: INVOKE_CONTRACT,
    Params: data.length === 0 ? null : toBase64(encodeCbor(data)),
  };
  return [message, []];
}

/** Runs a decoder of what a node says; null for what is no such text. */
function attempt<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch (error) {
    if (error instanceof EncodingError || error instanceof AddressError) return null;
    throw error;
  }
}

/** How the EVM calls the actor that ran: by its f410 address, else by its masked id. */
function actorIn(told: unknown): string | null {
  const [id, state] = [member(told, 'Id'), member(told, 'State')];
  // Nodes of 2023 call it Address.
  const own = member(state, 'DelegatedAddress') ?? member(state, 'Address');
  const known = typeof own === 'string' ? attempt(() => ethAddressOf(parseAddress(own))) : null;
  const masked = typeof id === 'number' ? attempt(() => ethAddressOf(idAddress(id))) : null;
  return (known ?? masked)?.toLowerCase() ?? null;
}

function amountIn(told: unknown): bigint | null {
  return typeof told === 'string' && /^\d{1,78}$/.test(told) ? BigInt(told) : null;
}

type DataOf = (bytes: Uint8Array, codec?: number) => Uint8Array | null;

/** What a call was given, or gave back, 0x; nothing for what is no contract's. */
function dataIn(told: unknown, codec: unknown, read: DataOf): string {
  const bytes = typeof told === 'string' ? attempt(() => fromBase64(told)) : null;
  const data = bytes === null ? null : read(bytes, typeof codec === 'number' ? codec : undefined);
  return to0x(data ?? new Uint8Array());
}

/** What an execution did itself, without its subcalls; null for another shape. */
function stepOf(entry: unknown, from: string): Step | null {
  const [message, receipt] = [member(entry, 'Msg'), member(entry, 'MsgRct')];
  const [to, value] = [actorIn(member(entry, 'InvokedActor')), amountIn(member(message, 'Value'))];
  if (to === null || value === null) return null;
  if (member(message, 'Method') !== INVOKE_CONTRACT)
    return { from, to, value, input: '0x', output: '0x' };
  return {
    from,
    to,
    value,
    input: dataIn(member(message, 'Params'), member(message, 'ParamsCodec'), calldataOf),
    output: dataIn(member(receipt, 'Return'), member(receipt, 'ReturnCodec'), returnDataOf),
  };
}

/**
 * The calls of an answer of `Filecoin.StateCall`, as {@link stepsOf} tells those of `trace_call`. Null
 * for an answer of another shape, and for a call that failed.
 */
export function stepsWithin(answer: unknown, from: string): Steps | null {
  const root: unknown = member(answer, 'ExecutionTrace');
  const steps: Step[] = [];
  const waiting = [{ entry: root, caller: from.toLowerCase() }];
  for (let read = 0; waiting.length > 0; read += 1) {
    const { entry, caller } = waiting.pop() ?? { entry: null, caller: '' };
    if (read === MAX_CALLS) return { steps, cut: true };
    const exit = member(member(entry, 'MsgRct'), 'ExitCode');
    const idle = exit !== 0 || member(member(entry, 'Msg'), 'ReadOnly') === true;
    if (typeof exit !== 'number' || (idle && entry === root)) return null;
    if (idle) continue;
    const step = stepOf(entry, caller);
    const within = member(entry, 'Subcalls') ?? [];
    if (step === null || !Array.isArray(within)) return null;
    steps.push(step);
    // In the order in which they were made, each with its own before the next.
    for (const each of within.toReversed()) waiting.push({ entry: each, caller: step.to });
  }
  return { steps, cut: false };
}
