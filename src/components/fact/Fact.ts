/**
 * One fact of a <Facts> list or a page's head. With a `term` the label opens its definition
 * (Term).
 *
 * <Fact term="chain.wins">{block.winCount}</Fact>
 */
import { wrapper } from '../component.ts';
import { termHtml } from './Term.ts';
import type { Derivation } from './derivation.ts';
import type { TermName } from './terms.ts';

type Named = { label: string; term?: TermName | undefined } | { label?: undefined; term: TermName };

type Props = Named & {
  made?: Derivation | undefined;
  /** Takes the whole width of the list (long values). */
  wide?: boolean;
};

export default wrapper(({ made, wide = false, ...named }: Props, page) => {
  const { term } = named;
  const label = named.label ?? page.t(`glossary.${named.term}.name`);
  return [
    `<div class="fact${wide ? ' fact-wide' : ''}"><dt>${termHtml({ label, term, made }, page)}</dt><dd>`,
    '</dd></div>',
  ];
});
