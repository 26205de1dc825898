/** Words of an island that come with it and not with the page: one file of the dictionaries. */
import type { Locale } from '#i18n/locales.ts';
import { withParticles } from '#i18n/particle.ts';
import type { MessageParams } from '#i18n/translate.ts';

/**
 * The text of a key (`claim.title`) out of the file `part`; `count` chooses the plural form of the
 * language.
 */
export function wordsOf<Key extends string>(
  part: string,
  dictionary: object,
  locale: Locale,
): (key: Key, params?: MessageParams) => string {
  const plurals = new Intl.PluralRules(locale);
  return (key, params = {}) => {
    const { count } = params;
    const full = typeof count === 'number' ? `${key}_${plurals.select(count)}` : key;
    let at: unknown = { [part]: dictionary };
    for (const name of full.split('.'))
      at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
    const text = String(at ?? key).replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
      String(params[name] ?? whole),
    );
    return locale === 'ko' ? withParticles(text) : text;
  };
}
