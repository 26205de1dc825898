/**
 * The switch between ages and absolute times; one flips the whole page. In a table's head it says what
 * the column shows now (`label`), elsewhere what it does. Plain text without JavaScript.
 */
import { attribute, component, textOf } from '../component.ts';

interface Props {
  /** The column's name. */
  label?: string;
}

export default component(({ label }: Props, { t }) => {
  const utc = textOf(label === undefined ? t('shell.footer.clock') : `${label} (UTC)`);
  const times = label === undefined ? t('common.showTimes') : t('common.age');
  const ages = label === undefined ? textOf(t('common.showAges')) : utc;
  return [
    `<time-switch><span class="time-plain">${utc}</span>`,
    `<button class="needs-js" type="button"${attribute('title', t('common.timeSwitch'))}>`,
    `<span class="time-rel">${textOf(times)}</span><span class="time-abs">${ages}</span>`,
    '</button></time-switch>',
  ].join('');
});
