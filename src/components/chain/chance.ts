import type { Finality } from '#explorer/finality/schema.ts';
import { formatChance, formatInt } from '#format/number.ts';
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

/** Which certificate of F3 finalised a height, or why that cannot be said; null without F3. */
export function certificateOf(
  t: Translate,
  { f3Instance, f3Height }: Pick<Finality, 'f3Instance' | 'f3Height'>,
  height: number,
): string | null {
  if (f3Height === null) return null;
  if (f3Instance !== null) return t('common.finality.instance', { n: formatInt(f3Instance) });
  return t(f3Height < height ? 'common.finality.notYet' : 'common.finality.notKept');
}
