/** Where names lead. */
import { RECORD } from '#filecoin/evm/names.ts';
import type { View } from '../view.ts';
import { requireName, statusOf } from './find.ts';
import { recordAddress, recordsOf } from './records.ts';

/** The address among a resolver's records, of FIL before that of Ethereum; null when there is none. */
export function targetOf(
  records: readonly { kind: number; key: string; value: string }[],
): Uint8Array | null {
  const addresses = records
    .filter((record) => record.kind === RECORD.address)
    .sort((a, b) => Number(b.key) - Number(a.key))
    .map((record) => recordAddress(record.key, record.value));
  return addresses.find((address) => address !== null) ?? null;
}

/** Whether a text ends as the names of one of the network's name services. */
export function isNameText({ network }: View, text: string): boolean {
  const end = text.trim().toLowerCase();
  return network.data.nameServices.some(({ suffix }) => end.endsWith(`.${suffix}`));
}

/**
 * The address that a name stands for; null when it leads to none, or has expired. Throws BadInput,
 * NotFound for what nobody registered.
 */
export async function nameTarget(view: View, text: string): Promise<Uint8Array | null> {
  const row = await requireName(view, text);
  if (statusOf(view, row) === 'expired') return null;
  return targetOf(await recordsOf(view, row.service, RECORD.address, [row.node]));
}
