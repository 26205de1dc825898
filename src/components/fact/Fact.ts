/**
 * One fact of a <Facts> list or a page's head. With a `term` the label opens its definition
 * (Term).
 *
 * <Fact term="chain.wins">{block.winCount}</Fact>
 */
import { wrapper } from '../component.ts';
import { termHtml } from './Term.ts';
import type { Derivation } from './derivation.ts';
import type { Named } from './terms.ts';

type Props = Named & {
  made?: Derivation | undefined;
  /** Takes the whole width of the list (long values). */
  wide?: boolean;
};

export default wrapper(({ made, wide = false, ...named }: Props, page) => [
  `<div class="fact${wide ? ' fact-wide' : ''}"><dt>${termHtml({ ...named, made }, page)}</dt><dd>`,
  '</dd></div>',
]);
