/**
 * A definition list in two columns that becomes one on narrow screens. Children are <Fact>.
 *
 * <Facts title="Overview"> <Fact label="Height">…</Fact> … </Facts>
 */
import { attribute, textOf, wrapper } from '../component.ts';

interface Props {
  /** A heading above the list. */
  title?: string;
  /** One column on all screens, for long values. */
  single?: boolean;
  /** Where a link leads to it. */
  id?: string;
}

export default wrapper(({ title, single = false, id }: Props) => {
  const heading = title === undefined ? '' : `<h2 class="section-title">${textOf(title)}</h2>`;
  return [
    `<section${attribute('id', id)}>${heading}<dl class="facts${single ? ' facts-single' : ''}">`,
    '</dl></section>',
  ];
});
