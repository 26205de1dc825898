import type { MiningStats } from '#explorer/miner/schema.ts';
import { formatDecimal, formatInt } from '#format/number.ts';
import type { Translate } from '#i18n/translate.ts';
import { exactly, type Derivation } from '../fact/derivation.ts';

const { fil, bytes } = exactly;

export type MiningFigure =
  | 'growth'
  | 'change'
  | 'blocks'
  | 'rewards'
  | 'efficiency'
  | 'luck'
  | 'equivalent'
  | 'proofCost'
  | 'costs';

/** What a provider's mining figures are made of; `address` as the page names it. */
export function miningDerivations(
  t: Translate,
  stats: MiningStats,
  address: string,
  duration: string,
): Record<MiningFigure, Derivation> {
  const { inputs: from } = stats;
  const call = `/address/${encodeURIComponent(address)}/mining-stats?duration=${duration}`;
  const epochs = [t('inputs.epochs'), formatInt(from.epochs)] as const;
  const rewards = [t('inputs.rewards'), fil(stats.totalRewards)] as const;
  return {
    growth: { call },
    change: { call },
    blocks: { call },
    costs: { call },
    rewards: { call },
    efficiency: {
      inputs: [rewards, [t('inputs.meanPower'), bytes(from.meanQualityAdjPower)], epochs],
      call,
    },
    luck: {
      inputs: [
        [t('inputs.wins'), formatInt(stats.weightedBlocksMined)],
        [t('inputs.expectedWins'), formatDecimal(from.expectedWins, 4)],
      ],
      call,
    },
    equivalent: {
      inputs: [
        [t('inputs.growth'), bytes(stats.qualityAdjPowerGrowth)],
        [t('inputs.referenceSectors'), formatDecimal(from.referenceSectors, 2)],
      ],
      call,
    },
    proofCost: {
      inputs: [
        [t('inputs.proofFees'), fil(from.windowedPoStFees)],
        [t('inputs.meanRawPower'), bytes(from.meanRawBytePower)],
        epochs,
      ],
      call,
    },
  };
}
