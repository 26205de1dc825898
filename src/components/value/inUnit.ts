import type { FilUnit } from '#format/fil.ts';
import { tOf } from '#i18n/page.ts';

/** Labels of a column all of whose amounts are in one unit, which its head says: `Mean fee (nanoFIL)`. */
export function inUnitOf(page: Parameters<typeof tOf>[0] & { locals: App.Locals }) {
  const t = tOf(page);
  const currency = page.locals.network?.currency ?? 'FIL';
  return (label: string, unit: FilUnit): string =>
    t('common.inUnit', { label, unit: unit.replace('FIL', currency) });
}
