import type { InvocationJson, ReceiptJson } from '#node/types.ts';
import { InvariantError } from '../errors.ts';
import type { TipsetRef } from '../types.ts';

/** Invariant 2: the trace's receipt of a message is the one that the child's receipts hold. */
export function checkReceipt(
  tipset: TipsetRef,
  invocation: InvocationJson,
  receipt: ReceiptJson | undefined,
): void {
  const traced = invocation.MsgRct;
  const differs = (what: string, a: unknown, b: unknown): InvariantError =>
    new InvariantError(
      2,
      tipset,
      `message ${invocation.MsgCid['/']}: its trace has ${what} ${String(a)}, its receipt ${String(b)}`,
    );
  if (!receipt)
    throw new InvariantError(2, tipset, `message ${invocation.MsgCid['/']} has no receipt`);
  if (traced.ExitCode !== receipt.ExitCode)
    throw differs('exit code', traced.ExitCode, receipt.ExitCode);
  if (traced.GasUsed !== receipt.GasUsed)
    throw differs('gas used', traced.GasUsed, receipt.GasUsed);
  if ((traced.Return ?? '') !== (receipt.Return ?? '')) throw differs('return', 'one', 'another');
  const tracedEvents = traced.EventsRoot?.['/'] ?? null;
  const events = receipt.EventsRoot?.['/'] ?? null;
  if (tracedEvents !== events) throw differs('events root', tracedEvents, events);
}
