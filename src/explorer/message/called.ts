/** What a message called, by whose words that is told, and why it came to nothing. */
import { methodName } from '#filecoin/actors/methods.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { abisOf } from '../contract/abis.ts';
import { KnownSignatures } from '../contract/signatures.ts';
import { evmMethodOf, methodNames, selectorOf } from '../methods.ts';
import { actorsVersions } from '../versions.ts';
import type { View } from '../view.ts';
import { calledTokens } from './calledTokens.ts';
import type { ExecutionRow, FoundMessage, MessageRow } from './find.ts';
import { executedEnds, type Parties } from './parties.ts';
import { decodePayloads, kindOrNull, revertOf, type Payload } from './payload.ts';

/** What a message asked of whom it was sent to, and what that answered. */
export async function callOf(view: View, found: FoundMessage, parties: Promise<Parties>) {
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
