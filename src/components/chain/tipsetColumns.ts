import type { TipsetSummary } from '#explorer/tipset/schema.ts';
import { columnScale } from '#format/fil.ts';
import { columns } from '../list/columns.ts';
import type { Translate } from '#i18n/translate.ts';

/** Columns of a list of tipsets, a row per block, grouped by tipset. */
export function tipsetColumns(t: Translate, tipsets: readonly TipsetSummary[]) {
  return columns(t, {
    height: { label: t('tipset.height'), term: 'chain.epoch' },
    time: { label: t('tipset.time'), width: 'time' },
    block: { term: 'chain.block', fold: 'bare' },
    provider: { label: t('tipset.provider'), fold: 'bare' },
    messages: { label: t('tipset.messages'), term: 'message.message', align: 'end', fold: true },
    reward: {
      label: t('tipset.reward'),
      scale: columnScale(
        tipsets.flatMap(({ blocks }) => blocks.map(({ reward }) => reward)),
        2,
      ),
      term: 'chain.blockReward',
      align: 'end',
      fold: true,
    },
  });
}
