/**
 * How an execution ended, one way everywhere: a check and “OK”, or a cross and in a word or two what its
 * exit code means, with the code and its name in the title, or beside it on the page of the message
 * itself (`coded`); and whether the message was refused before it ran.
 *
 * <ExitStatus receipt={row.receipt ?? null} />
 */
import { exitCodeKey } from '#filecoin/execution/exitcode.ts';
import { attribute, component, type Page, textOf } from '../component.ts';
import { iconHtml } from '../Icon.ts';

interface Props {
  /** Null: not executed yet. */
  receipt: {
    exitCode: number | string;
    exitCodeName: string;
    refused?: boolean | undefined;
  } | null;
  /** The code and its name stand beside the words. */
  coded?: boolean;
}

/** Its HTML, for components that are functions themselves. */
export function exitHtml({ receipt, coded = false }: Props, { t }: Page): string {
  if (receipt === null)
    return `<span class="exit exit-wait">${iconHtml({ name: 'clock', size: 14 })}${textOf(t('common.pending'))}</span>`;
  if (receipt.exitCode === 0)
    return `<span class="exit exit-good">${iconHtml({ name: 'check', size: 14 })}${textOf(t('common.ok'))}</span>`;
  const { exitCode: code, exitCodeName: name } = receipt;
  const numbered = t('common.exitCode', { code });
  const word = t.maybe(`common.exitShort.${name}`);
  const meaning = t.maybe(`common.${exitCodeKey(name)}`);
  // A code without a name is all that there is to say.
  const title = [numbered, word === null ? null : name, meaning].filter((part) => part !== null);
  return [
    `<span class="exit exit-fail"${attribute('title', title.join(' · '))}>${iconHtml({ name: 'cross', size: 14 })}<span>`,
    receipt.refused === true ? textOf(`${t('common.stage.refused')} · `) : '',
    `<span class="exit-name">${textOf(word ?? numbered)}</span>`,
    coded && word !== null ? ` <span class="exit-code">${textOf(`${name} (${code})`)}</span>` : '',
    '</span></span>',
  ].join('');
}

export default component(exitHtml);
