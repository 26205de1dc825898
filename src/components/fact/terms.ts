/** The definitions that labels open (Term.ts) and the glossary lists: src/i18n/glossary. */
import { dictionaries, type Dictionary } from '#i18n/dictionaries.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Translate } from '#i18n/translate.ts';

type Glossary = Dictionary['glossary'];
export type GlossaryGroup = keyof Glossary;

/** A defined term by its subject and name, e.g. `gas.baseFee`; its anchor in the glossary too. */
export type TermName = {
  [G in GlossaryGroup]: `${G}.${keyof Glossary[G] & string}`;
}[GlossaryGroup];

export function isTerm(text: string): text is TermName {
  const [group = '', name = ''] = text.split('.');
  return Object.entries(dictionaries.en.glossary).some(
    ([subject, terms]) => subject === group && Object.hasOwn(terms, name),
  );
}

/** What is called as its term is, unless it has a label of its own. */
export type Named =
  { label: string; term?: TermName | undefined } | { label?: undefined; term: TermName };

export function labelOf(t: Translate, { label, term }: Named): string {
  return label ?? t(`glossary.${term}.name`);
}

export interface Definition {
  term: string;
  name: string;
  text: string;
  /** How the figure is computed. */
  how?: string;
}

/** Every definition by subject: subjects in their order, terms by name. */
export function glossaryGroups(
  lang: Locale,
): { group: GlossaryGroup; terms: (Definition & { term: string })[] }[] {
  const { compare } = new Intl.Collator(lang === 'zh' ? 'zh-Hans-CN' : lang);
  return Object.entries(dictionaries[lang].glossary).map(([group, terms]) => ({
    group: group as GlossaryGroup,
    terms: Object.entries<Omit<Definition, 'term'>>(terms)
      .map(([term, definition]) => ({ term: `${group}.${term}`, ...definition }))
      .sort((a, b) => compare(a.name, b.name)),
  }));
}

/** The glossary as parts of an article, for its search. */
export function glossarySections(lang: Locale): { anchor: string; title: string; text: string }[] {
  return glossaryGroups(lang).flatMap(({ terms }) =>
    terms.map(({ term, name, text, how }) => ({
      anchor: term,
      title: name,
      text: how === undefined ? text : `${text} ${how}`,
    })),
  );
}
