/** Names as they are asked for. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { addIntegers, integer, integerJson, type Integer } from '#filecoin/encoding/integers.ts';
import { labelHash, normalizeName } from '#filecoin/evm/names.ts';
import type { PastRow } from '#store/undo.ts';
import { BadInput, NotFound } from '../errors.ts';
import { asOf } from '../past.ts';
import { answeredTime, type View } from '../view.ts';
import type { NameStatus } from './schema.ts';

export type NameRow = PastRow<'name'>;

/** Key of a name in its table. */
export const nameKey = (service: number, label: Uint8Array): string => `${service}/${toHex(label)}`;

/** With the service's suffix; null when the label was never told. */
export function nameText(view: View, service: number, label: string | null): string | null {
  const suffix = view.network.data.nameServices[service]?.suffix;
  return label === null || suffix === undefined ? null : `${label}.${suffix}`;
}

/** The names of a service with these hashes of their labels; those that nobody registered are left out. */
export async function nameRows(
  view: View,
  service: number,
  labels: readonly Uint8Array[],
): Promise<NameRow[]> {
  if (labels.length === 0) return [];
  const [rows, changed] = await Promise.all([
    view.db
      .selectFrom('name')
      .selectAll()
      .where('service', '=', service)
      .where('label_hash', 'in', [...labels])
      .execute(),
    view.changed('name'),
  ]);
  return rows.flatMap((row) => asOf(changed, nameKey(service, row.label_hash), row) ?? []);
}

/**
 * A name with its suffix or without, in any case; the first service that has it registered. Throws
 * BadInput for what is no second-level name, NotFound for one that nobody registered.
 */
export async function requireName(view: View, text: string): Promise<NameRow> {
  const name = normalizeName(text.slice(0, 300));
  if (name === null) throw new BadInput('badName');
  for (const [service, { suffix }] of view.network.data.nameServices.entries()) {
    const label = name.endsWith(`.${suffix}`) ? name.slice(0, -suffix.length - 1) : name;
    if (label.includes('.')) continue;
    const [row] = await nameRows(view, service, [labelHash(label)]);
    if (row) return row;
  }
  throw new NotFound('noName');
}

/** When a name can be had by anybody again, unix seconds. */
export function graceUntil(view: View, { service, expires }: NameRow): Integer | null {
  const grace = view.network.data.nameServices[service]?.graceSeconds ?? 0;
  return expires === null ? null : addIntegers(integer(expires), grace);
}

/** Such a time on the wire. */
export function shownTime(seconds: Integer | string | null): number | string | null {
  return seconds === null ? null : integerJson(seconds);
}

/** At the head that is answered for. */
export function statusOf(view: View, row: NameRow): NameStatus {
  const now = answeredTime(view);
  if (row.expires === null || integer(row.expires) > now) return 'active';
  return (graceUntil(view, row) ?? 0) > now ? 'grace' : 'expired';
}
