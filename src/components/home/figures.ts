import type { Overview } from '#explorer/network/schema.ts';
import type { Translate } from '#i18n/translate.ts';
import type { Named } from '../fact/terms.ts';
import { figureOf, type FigureName } from './values.ts';

export type HomeFigureProps = Named & {
  name: FigureName;
  /** A remark under the value; each {@link FIGURE_PLACE} in it is where one of `afterFigures` stands. */
  after?: string;
  afterFigures?: readonly FigureName[];
};

export const FIGURE_PLACE = '{figure}';

/**
 * The figures of the home page in their order, after the height and the time of the newest block;
 * those that are not known are left out.
 */
export function homeFigures(t: Translate, overview: Overview): HomeFigureProps[] {
  const remark = (
    after: string,
    ...names: FigureName[]
  ): Pick<HomeFigureProps, 'after' | 'afterFigures'> =>
    names.some((name) => figureOf(name, overview) === null) ? {} : { after, afterFigures: names };
  const all: HomeFigureProps[] = [
    {
      name: 'power',
      label: t('home.power'),
      term: 'provider.adjustedPower',
      ...remark(t('home.rawPower', { power: FIGURE_PLACE }), 'rawPower'),
    },
    { name: 'providers', term: 'network.providers' },
    {
      name: 'price',
      term: 'network.price',
      ...remark(t('home.priceChange', { change: FIGURE_PLACE }), 'priceChange'),
    },
    {
      name: 'baseFee',
      term: 'gas.baseFee',
      ...(overview.lowestBaseFee !== null && overview.lowestBaseFee === overview.highestBaseFee
        ? { after: t('home.baseFeeFlat') }
        : remark(
            t('home.baseFeeHour', { lowest: FIGURE_PLACE, highest: FIGURE_PLACE }),
            'lowestBaseFee',
            'highestBaseFee',
          )),
    },
    {
      name: 'blockReward',
      term: 'network.blockReward',
      after: t('home.perWin'),
    },
    {
      name: 'rewardPerTib',
      label: t('home.reward'),
      term: 'network.rewardPerTib',
    },
    {
      name: 'supply',
      term: 'network.supply',
    },
    {
      name: 'messages',
      label: t('home.messages'),
      term: 'network.messages',
      after: t('home.in24h'),
    },
    {
      name: 'sectorPledge',
      term: 'network.sectorPledge',
    },
    {
      name: 'produced',
      term: 'network.produced',
      after: t('home.in24h'),
    },
    {
      name: 'pledge',
      term: 'network.pledge',
      ...remark(t('home.inDeals', { pledge: FIGURE_PLACE }), 'marketPledge'),
    },
    { name: 'accounts', term: 'network.accounts' },
    {
      name: 'interval',
      term: 'network.interval',
    },
    {
      name: 'blocksPerTipset',
      term: 'network.blocksPerTipset',
    },
    {
      name: 'sealCost',
      term: 'network.sealCost',
    },
    { name: 'burnt', term: 'network.burnt' },
    { name: 'maxSupply', term: 'network.maxSupply' },
    {
      name: 'supplyShare',
      term: 'network.supplyShare',
    },
  ];
  return all.filter(({ name }) => figureOf(name, overview) !== null);
}
