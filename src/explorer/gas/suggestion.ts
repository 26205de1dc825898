/** What to pay: the last tipsets, what got in with them and how soon. */
import { compareIntegers } from '#filecoin/encoding/integers.ts';
import { highestBaseFee } from '#filecoin/execution/basefee.ts';
import type { View } from '../view.ts';
import { gasOfActions } from './actions.ts';
import { FEE_CAP_EPOCHS, LEVELS, PERCENTILES } from './levels.ts';
import type { GasSuggestion } from './schema.ts';
import { inclusionsOf } from './waits.ts';
import { newestTipsets, windowOf } from './window.ts';

export const NO_SUGGESTION: GasSuggestion = {
  tipsets: [],
  baseFee: null,
  fill: null,
  premiums: null,
  levels: [],
  feeCapEpochs: FEE_CAP_EPOCHS,
  actions: [],
};

/** Made once per head: arrivals are those that the index knew of then. */
export async function gasSuggestion(view: View): Promise<GasSuggestion> {
  const at = await view.past.at(view, undefined);
  return view.past.once(at, 'gas suggestion', () => suggest(view));
}

async function suggest(view: View): Promise<GasSuggestion> {
  const window = await newestTipsets(view);
  const { tipsets, fill, premiums } = await windowOf(view, window);
  const fees = window.map(({ baseFee }) => baseFee);
  const now = fees.at(-1);
  if (now === undefined) return NO_SUGGESTION;
  const offers = premiums === null ? [] : LEVELS.map((level) => BigInt(premiums.at[level]));
  const inclusions = await inclusionsOf(view, window, offers);
  const highest = highestBaseFee(now, FEE_CAP_EPOCHS);
  const sorted = [...fees].sort(compareIntegers);
  const mean = fees.reduce((sum, fee) => sum + fee, 0n) / BigInt(fees.length);
  return {
    tipsets,
    baseFee: {
      now: now.toString(),
      min: String(sorted[0]),
      max: String(sorted.at(-1)),
      mean: mean.toString(),
    },
    fill,
    premiums: premiums && {
      messages: premiums.messages,
      min: premiums.min,
      max: premiums.max,
    },
    levels: LEVELS.flatMap((level, index) => {
      const premium = offers[index];
      if (premium === undefined) return [];
      return {
        level,
        percentile: PERCENTILES[level],
        premium: premium.toString(),
        feeCap: (premium + highest).toString(),
        inclusion: inclusions[index] ?? [],
      };
    }),
    feeCapEpochs: FEE_CAP_EPOCHS,
    actions: (await gasOfActions(view)).map(({ action, messages, gasUsed }) => ({
      action,
      messages,
      gasUsed: gasUsed.toString(),
      fees: offers.map((premium) => (gasUsed * (now + premium)).toString()),
    })),
  };
}
