/** A message in one sentence: who asked whom for what, and what became of it. */
import type { MessageDetail } from '#explorer/message/schema.ts';
import { isLeftOpen } from '#filecoin/actors/methods.ts';
import { ACTOR_KINDS, type ActorKind } from '#filecoin/actors/kinds.ts';
import type { NameService } from '#filecoin/networks/index.ts';
import { contractSaid, type ContractMessage } from './contract.ts';
import { nativeSaid } from './native.ts';
import type { SlotValue, Said } from './types.ts';

/** `message.mood.<mood>`: the sentence around what was asked for. */
export type Mood = 'done' | 'failed' | 'refused' | 'waiting' | 'never';

export type SaidMessage = ContractMessage &
  Pick<
    MessageDetail,
    | 'fromId'
    | 'toActor'
    | 'method'
    | 'methodNumber'
    | 'plainTransfer'
    | 'status'
    | 'details'
    | 'proposedCall'
    | 'ownerBefore'
  > & {
    receipt: Pick<NonNullable<MessageDetail['receipt']>, 'exitCode'> | null;
    executions: readonly { refused: boolean }[];
  };

export function moodOf({
  receipt,
  executions,
  status,
}: Pick<SaidMessage, 'receipt' | 'executions' | 'status'>): Mood {
  if (receipt !== null) {
    if (executions[0]?.refused === true) return 'refused';
    return receipt.exitCode === 0 ? 'done' : 'failed';
  }
  return status === 'pending' || status === 'included' ? 'waiting' : 'never';
}

function kindOf({ toActor }: SaidMessage): ActorKind | null {
  return ACTOR_KINDS.find((kind) => kind === toActor) ?? null;
}

/** What a message asked for. There is a sentence for every message. */
export function saidOf(message: SaidMessage, services: readonly NameService[] = []): Said {
  const { method, methodNumber, value, details } = message;
  const kind = kindOf(message);
  const ran = moodOf(message) === 'done';
  const amount: SlotValue = { kind: 'fil', value };
  if (method === 'Send' || message.plainTransfer === true) {
    if (value === '0') return { action: 'sendNothing' };
    const [first] = details;
    const opened = first?.type === 'create-account' && first.address === message.to;
    return { action: opened ? 'sendNew' : 'transfer', places: { value: amount } };
  }
  if (kind === 'evm' && method === 'InvokeContract') return contractSaid(message, ran, services);
  const code: SlotValue = { kind: 'code', text: method };
  const number = typeof methodNumber === 'string' ? BigInt(methodNumber) : methodNumber;
  if (kind !== null && kind !== 'evm' && isLeftOpen(kind, number))
    return { action: 'ignored', places: { method: code } };
  const unknown = /^Unknown \((\d+)\)$/.exec(method)?.[1];
  if (unknown !== undefined && value === '0')
    return { action: 'callUnknown', places: { number: { kind: 'number', text: unknown } } };
  const said =
    kind === null
      ? null
      : nativeSaid({
          kind,
          method,
          by: [message.from, message.fromId ?? []].flat(),
          params: message.decodedParams,
          returned: ran ? message.decodedReturnValue : undefined,
          ownerBefore: message.ownerBefore,
        });
  if (said === null)
    return value === '0'
      ? { action: 'call', places: { method: code } }
      : { action: 'callWith', places: { method: code, value: amount } };
  const { proposedCall } = message;
  const target = said.places?.target;
  if (
    proposedCall !== undefined &&
    said.action.startsWith('propose') &&
    target?.kind === 'account' &&
    target.address === proposedCall.to
  ) {
    const text = proposedCall.evmMethod.replaceAll(',', ', ');
    return { ...said, places: { ...said.places, method: { kind: 'code', text } } };
  }
  // What is paid into: the market, a payment channel, a new actor.
  return said.places?.value === undefined
    ? { ...said, places: { ...said.places, value: amount } }
    : said;
}
