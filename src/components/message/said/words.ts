import { formatInt } from '#format/number.ts';
import type { Translate } from '#i18n/translate.ts';
import type { Mood } from './said.ts';
import type { PlaceName, Said } from './types.ts';

/** The sentence in a language, with its places filled by `marked`; throws for an action without words. */
export function sentenceOf(
  t: Translate,
  { action, count = 1 }: Said,
  mood: Mood,
  marked: Readonly<Record<PlaceName, string>>,
): string {
  const form = mood === 'done' ? 'did' : 'do';
  const what = t.maybe(`message.${form}.${action}`, { ...marked, count, n: formatInt(count) });
  if (what === null) throw new Error(`no words for ${action}`);
  return t(`message.mood.${mood}`, { ...marked, [form]: what });
}
