/** Messages of which sentences are made. */
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import type { SaidMessage } from '../said.ts';

export function messageTo(kind: ActorKind | null, over: Partial<SaidMessage>): SaidMessage {
  return {
    from: 'f0100',
    fromId: null,
    to: 'f0200',
    toActor: kind,
    value: '0',
    method: 'Send',
    methodNumber: 0,
    evmMethod: '',
    details: [],
    transfers: [],
    transfersTruncated: false,
    tokenTransfers: [],
    tokenTransfersTruncated: false,
    status: 'executed',
    receipt: { exitCode: 0 },
    executions: [{ refused: false }],
    ...over,
  };
}
