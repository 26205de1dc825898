import type { Finality } from '#explorer/finality/schema.ts';
import { formatChance } from '#format/number.ts';
import type { Translate } from '#i18n/translate.ts';

/** From here on a bound of a chance would round to certainty. */
const SAYS_NOTHING = 0.9999;

/** Whether the bound of a chance is a figure worth telling. */
export function isBounded(ecProbability: number | null): boolean {
  return ecProbability !== null && ecProbability <= SAYS_NOTHING;
}

/** How likely a tipset and what it holds are still reverted, or why that cannot be said. */
export function chanceOf(
  t: Translate,
  { status, ecProbability }: Pick<Finality, 'status' | 'ecProbability'>,
): string {
  if (status === 'final' || ecProbability === 0) return t('common.finality.noChance');
  if (ecProbability === null) return t('common.finality.unknownChance');
  return isBounded(ecProbability)
    ? t('common.finality.chance', { chance: formatChance(ecProbability) })
    : t('common.finality.noBound');
}
