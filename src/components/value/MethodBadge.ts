/**
 * What a message calls: the method's name, its number in the title, coloured by family.
 *
 * <MethodBadge name={row.method} number={row.methodNumber} evm={row.evmMethod} />
 */
import { methodFamily } from '#filecoin/actors/methods.ts';
import { attribute, component, type Page, textOf } from '../component.ts';

interface Props {
  name: string;
  number?: number | string | undefined;
  /** The contract function's name when the call data tell it; shown instead of the method's. */
  evm?: string | undefined;
  /** That no verified ABI of the contract has that function. */
  guessed?: boolean | undefined;
  /** It only moves value between accounts: a transfer, whatever the method. */
  plain?: boolean | undefined;
  /** However long the name is, all of it. */
  full?: boolean;
}

/** The words of a name in camel case (PoSt is one): where it may go on in the next line. */
const wordsOf = (name: string): string[] => name.split(/(?<=[a-z])(?<!Po)(?=[A-Z])/);

/** Its HTML, for components that are functions themselves. */
export function methodHtml(props: Props, { t }: Page): string {
  const { name, number, evm, guessed = false, plain = false, full = false } = props;
  const family = plain ? 'transfer' : methodFamily(name);
  const called = evm === undefined || evm === '' ? null : evm;
  // A function's signature is long: its name is enough beside the others, the rest stands in the title.
  const shown = wordsOf(called?.split('(')[0] ?? (plain ? 'Transfer' : name));
  const title = [
    called,
    guessed ? t('common.methodGuessed') : null,
    called === null && !plain ? null : t('common.messageType', { name }),
    name.startsWith('CreateExternal') ? t('common.createsContract') : null,
    number === undefined ? null : t('common.methodNumber', { number }),
    t(`common.family.${family}`),
  ]
    .filter((part) => part !== null)
    .join(' · ');
  const classes = `method method-${family}${full ? ' method-full' : ''}`;
  return `<span class="${classes}"${attribute('title', title)}>${shown.map(textOf).join('<wbr>')}${guessed ? '?' : ''}</span>`;
}

export default component(methodHtml);
