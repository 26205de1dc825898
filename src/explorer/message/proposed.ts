/** Calls of contracts that multisigs' proposals carry, with the tokens that they are to. */
import type { Json } from '#filecoin/actors/decode.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { z } from 'zod';
import type { View } from '../view.ts';
import { calledTokens } from './calledTokens.ts';
import type { ProposedCall } from './payloadSchema.ts';

const proposal = z.object({ To: z.string(), DecodedParams: z.unknown() });
const contractCall = z.object({
  evm: z.object({ signature: z.string(), guessed: z.literal(true).optional() }),
});

/** The call of a contract that a proposal carries, or a proposal of one; null where it carries none. */
export function proposedCall(decodedParams: Json | undefined): ProposedCall | null {
  // Most payloads are no multisig's.
  if (decodedParams === undefined) return null;
  let found = proposal.safeParse(decodedParams);
  while (found.success) {
    const { To: to, DecodedParams: inner } = found.data;
    const call = contractCall.safeParse(inner);
    if (call.success) {
      const { signature: evmMethod, guessed } = call.data.evm;
      return { to, evmMethod, ...(guessed ? { guessed } : {}) };
    }
    found = proposal.safeParse(inner);
  }
  return null;
}

/** Adds them to what was decoded: one statement for the tokens of all. `proposals`: params of each. */
export async function proposedCalls<T extends object>(
  view: View,
  proposals: readonly (Json | undefined)[],
  decoded: readonly T[],
  idOf: (address: string) => Uint64 | null,
): Promise<(T & { proposedCall?: ProposedCall })[]> {
  const calls = proposals.map(proposedCall);
  const calledOf = ({ to, evmMethod }: ProposedCall) => ({ id: idOf(to), signature: evmMethod });
  const tokens = await calledTokens(
    view,
    calls.flatMap((call) => (call ? [calledOf(call)] : [])),
  );
  return decoded.map((each, index) => {
    const call = calls[index];
    return call ? { ...each, proposedCall: { ...call, ...tokens(calledOf(call)) } } : each;
  });
}
