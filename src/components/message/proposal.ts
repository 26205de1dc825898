/** Proposals whose call of a contract is told beside them: by its own arguments, not as a part of a tree. */
import type { ReturnedValues } from '#explorer/message/payloadSchema.ts';
import type { Json } from '#format/json.ts';
import { argumentsOf, contractCall, isRecord, type ContractCall } from './contractCall.ts';

/** The call of a contract that decoded params carry, at whatever depth, and what they say besides; null where there is none. */
export function proposalParts(decoded: Json): { rest: Json; call: ContractCall } | null {
  if (!isRecord(decoded)) return null;
  const { DecodedParams: inner, ...rest } = decoded;
  if (inner === undefined) return null;
  const call = contractCall(inner);
  if (call !== null) return { rest, call };
  const below = proposalParts(inner);
  return below && { rest: { ...rest, DecodedParams: below.rest }, call: below.call };
}

/** What became of a proposal with this call. */
export type Carried = { state: 'waits' | 'done' } | { state: 'failed'; exitCode: number };

/** By what Propose and Approve return; null for what is none of these. */
export function carriedOf(decoded: Json): Carried | null {
  if (!isRecord(decoded)) return null;
  const { Applied: applied, ExitCode: exitCode, Ret: returned } = decoded;
  if (typeof applied !== 'boolean' || typeof exitCode !== 'number') return null;
  if (typeof returned !== 'string') return null;
  if (!applied) return { state: 'waits' };
  return exitCode === 0 ? { state: 'done' } : { state: 'failed', exitCode };
}

/** What the called function returned, and what the answer says besides; null where that is not known. */
export function proposalAnswer(
  decoded: Json,
): { rest: Json; values: ReturnedValues; guessed: boolean } | null {
  if (!isRecord(decoded)) return null;
  const {
    DecodedRet: _,
    DecodedRetValues: values,
    DecodedRetGuessed: guessed = false,
    ...rest
  } = decoded;
  if (!Array.isArray(values)) return null;
  return { rest, values: argumentsOf(values), guessed: guessed === true };
}
