import { SYSTEM_ID } from '#filecoin/address.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { parseCid } from '#filecoin/encoding/cid.ts';
import { receiptsDigest } from '#filecoin/execution/receipts.ts';
import type { InvocationJson, ReceiptJson, StateComputeJson } from '#node/types.ts';
import { idOfText } from '../decode/ids.ts';
import { optionalBytes } from '../decode/text.ts';
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

const NOTHING = new Uint8Array(0);

/**
 * The receipts that a trace tells of its messages, when they are those that the child names by
 * `root` (a digest); else null.
 */
export function provenReceipts(
  { Trace }: StateComputeJson,
  root: Uint8Array,
): ReceiptJson[] | null {
  const told = Trace.filter(({ Msg }) => idOfText(Msg.From) !== SYSTEM_ID).map(
    ({ MsgRct }) => MsgRct,
  );
  const receipts = told.map(({ ExitCode, Return, GasUsed, EventsRoot }) => ({
    exitCode: ExitCode,
    returned: optionalBytes(Return) ?? NOTHING,
    gasUsed: GasUsed,
    eventsRoot: EventsRoot ? parseCid(EventsRoot['/']) : null,
  }));
  const proven = ([1, 0] as const).some((version) =>
    equalBytes(receiptsDigest(receipts, version), root),
  );
  return proven ? told : null;
}
