import type { Overview } from '#explorer/network/schema.ts';
import type { Translate } from '#i18n/translate.ts';
import { figureOf, type FigureName } from '#islands/live/figures.ts';

export interface HomeFigureProps {
  name: FigureName;
  label: string;
  hint: string;
  /** How it is computed. */
  how?: string;
  /** A remark under the value; {@link FIGURE_PLACE} in it is where `afterFigure` stands. */
  after?: string;
  afterFigure?: FigureName;
}

export const FIGURE_PLACE = '{figure}';

/**
 * The figures of the home page in their order, after the height and the time of the newest block;
 * those that are not known are left out.
 */
export function homeFigures(t: Translate, overview: Overview): HomeFigureProps[] {
  const remark = (name: FigureName, after: string): Partial<HomeFigureProps> =>
    figureOf(name, overview) === null ? {} : { after, afterFigure: name };
  const all: HomeFigureProps[] = [
    {
      name: 'power',
      label: t('home.power'),
      hint: t('home.powerHint'),
      ...remark('rawPower', t('home.rawPower', { power: FIGURE_PLACE })),
    },
    { name: 'providers', label: t('home.providers'), hint: t('home.providersHint') },
    {
      name: 'blockReward',
      label: t('home.blockReward'),
      hint: t('home.blockRewardHint'),
      how: t('home.blockRewardHow'),
      after: t('home.perWin'),
    },
    {
      name: 'rewardPerTib',
      label: t('home.reward'),
      hint: t('home.rewardHint'),
      how: t('home.rewardHow'),
    },
    {
      name: 'produced',
      label: t('home.produced'),
      hint: t('home.producedHint'),
      how: t('home.producedHow'),
      after: t('home.in24h'),
    },
    {
      name: 'sectorPledge',
      label: t('home.sectorPledge'),
      hint: t('home.sectorPledgeHint'),
      how: t('home.sectorPledgeHow'),
    },
    {
      name: 'pledge',
      label: t('home.pledge'),
      hint: t('home.pledgeHint'),
      ...remark('marketPledge', t('home.inDeals', { pledge: FIGURE_PLACE })),
    },
    {
      name: 'messages',
      label: t('home.messages'),
      hint: t('home.messagesHint'),
      how: t('home.messagesHow'),
      after: t('home.in24h'),
    },
    {
      name: 'supply',
      label: t('home.supply'),
      hint: t('home.supplyHint'),
      how: t('home.supplyHow'),
    },
    { name: 'accounts', label: t('home.accounts'), hint: t('home.accountsHint') },
    {
      name: 'interval',
      label: t('home.interval'),
      hint: t('home.intervalHint'),
      how: t('home.intervalHow'),
    },
    {
      name: 'blocksPerTipset',
      label: t('home.blocksPerTipset'),
      hint: t('home.blocksPerTipsetHint'),
      how: t('home.blocksPerTipsetHow'),
    },
    {
      name: 'sealCost',
      label: t('home.sealCost'),
      hint: t('home.sealCostHint'),
      how: t('home.sealCostHow'),
    },
    { name: 'baseFee', label: t('home.baseFee'), hint: t('home.baseFeeHint') },
    { name: 'burnt', label: t('home.burnt'), hint: t('home.burntHint') },
    { name: 'maxSupply', label: t('home.maxSupply'), hint: t('home.maxSupplyHint') },
    {
      name: 'supplyShare',
      label: t('home.supplyShare'),
      hint: t('home.supplyShareHint'),
      how: t('home.supplyShareHow'),
    },
  ];
  return all.filter(({ name }) => figureOf(name, overview) !== null);
}
