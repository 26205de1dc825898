/**
 * How an execution ended: a check and “OK”, or the exit code's name with its meaning in words, and
 * whether the message was refused before it ran.
 *
 * <ExitStatus receipt={row.receipt ?? null} />
 */
import { exitCodeKey } from '#filecoin/execution/exitcode.ts';
import { wordsOf } from '#format/words.ts';
import { attribute, component, type Page, textOf } from '../component.ts';
import { iconHtml } from '../Icon.ts';

interface Props {
  /** Null: not executed yet. */
  receipt: {
    exitCode: number | string;
    exitCodeName: string;
    refused?: boolean | undefined;
  } | null;
  /** Say what the code means beside its name. */
  words?: boolean;
  /** A word or two in place of the name, for lists. */
  short?: boolean;
}

/** Its HTML, for components that are functions themselves. */
export function exitHtml({ receipt, words = false, short = false }: Props, { t }: Page): string {
  if (receipt === null)
    return `<span class="exit exit-wait">${iconHtml({ name: 'clock', size: 14 })}${textOf(t('common.pending'))}</span>`;
  if (receipt.exitCode === 0)
    return `<span class="exit exit-good">${iconHtml({ name: 'check', size: 14 })}${textOf(t('common.ok'))}</span>`;
  const word = short ? t.maybe(`common.exitShort.${receipt.exitCodeName}`) : null;
  // In a narrow column a long name goes on below, between two of its words.
  const name = word === null ? wordsOf(receipt.exitCodeName) : [word];
  const meaning = t.maybe(`common.${exitCodeKey(receipt.exitCodeName)}`);
  const title = [
    t('common.exitCode', { code: receipt.exitCode }),
    word === null ? null : receipt.exitCodeName,
    meaning,
  ]
    .filter((part) => part !== null)
    .join(' · ');
  return [
    `<span class="exit exit-fail"${attribute('title', title)}>${iconHtml({ name: 'cross', size: 14 })}<span>`,
    receipt.refused === true ? textOf(`${t('common.stage.refused')} · `) : '',
    `<span class="exit-name">${name.map(textOf).join('<wbr>')}</span>`,
    words && meaning !== null ? `<span class="exit-words">${textOf(meaning)}</span>` : '',
    '</span></span>',
  ].join('');
}

export default component(exitHtml);
