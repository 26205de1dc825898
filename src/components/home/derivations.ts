import type { Overview } from '#explorer/network/schema.ts';
import { formatInt } from '#format/number.ts';
import type { Translate } from '#i18n/translate.ts';
import type { FigureName } from './values.ts';
import { exactly, type Derivation } from '../fact/derivation.ts';

const { fil, bytes } = exactly;
const count = (value: number | null): string | undefined =>
  value === null ? undefined : formatInt(value);

/** What the home page's figures are made of; those that the chain itself tells have no inputs. */
export function homeDerivation(t: Translate, overview: Overview, name: FigureName): Derivation {
  const { inputs: from } = overview;
  const epochs = [t('inputs.epochs'), count(from.epochs)] as const;
  const tipsets = [t('inputs.tipsets'), count(from.tipsets)] as const;
  const circulating = [t('inputs.circulating'), fil(overview.circulatingSupply)] as const;
  const inputs: Partial<Record<FigureName, Derivation['inputs']>> = {
    blockReward: [
      [t('inputs.epochReward'), fil(from.epochReward)],
      [t('inputs.winsExpected'), '5'],
    ],
    rewardPerTib: [
      [t('inputs.rewards'), fil(from.rewards)],
      [t('inputs.meanPower'), bytes(from.meanQualityAdjPower)],
      epochs,
    ],
    produced: [
      [t('inputs.minedNow'), fil(from.filMined)],
      [t('inputs.minedBefore'), fil(from.filMinedBefore)],
    ],
    sectorPledge: [
      circulating,
      [t('inputs.baseline'), bytes(from.baselinePower)],
      [t('inputs.networkPower'), bytes(overview.totalQualityAdjPower)],
    ],
    messages: [epochs, tipsets],
    supply: [
      [t('inputs.vested'), fil(from.filVested)],
      [t('inputs.minedNow'), fil(from.filMined)],
      [t('inputs.disbursed'), fil(from.filReserveDisbursed)],
      [t('inputs.burnt'), fil(overview.burntSupply)],
      [t('inputs.locked'), fil(from.filLocked)],
    ],
    interval: [epochs, tipsets],
    blocksPerTipset: [[t('inputs.blocks'), count(from.blocks)], tipsets],
    sealCost: [
      [t('inputs.sealFees'), fil(from.sealFees)],
      [t('inputs.sealedBytes'), bytes(from.sealedBytes)],
    ],
    supplyShare: [circulating, [t('inputs.maxSupply'), fil(overview.totalMaxSupply)]],
  };
  return { inputs: inputs[name] ?? [], call: '/overview' };
}
