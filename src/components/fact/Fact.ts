/**
 * One fact of a <Facts> list or a page's head. With a `term` the label opens its definition
 * (Term).
 *
 * <Fact label={t('block.wins')} term="chain.wins">{block.winCount}</Fact>
 */
import { wrapper } from '../component.ts';
import { termHtml } from './Term.ts';
import type { Derivation } from './derivation.ts';
import type { TermName } from './terms.ts';

interface Props {
  label: string;
  term?: TermName | undefined;
  made?: Derivation | undefined;
  /** Takes the whole width of the list (long values). */
  wide?: boolean;
}

export default wrapper(({ label, term, made, wide = false }: Props, page) => [
  `<div class="fact${wide ? ' fact-wide' : ''}"><dt>${termHtml({ label, term, made }, page)}</dt><dd>`,
  '</dd></div>',
]);
