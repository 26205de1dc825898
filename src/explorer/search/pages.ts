/** What is found among a few that are at hand: pages of the site, projects, methods of messages. */
import { glossaryTerms, methodPage, sitePages } from '#content/pages.ts';
import { say } from '#content/networks.ts';
import { ethForm } from '#filecoin/forms.ts';
import { shortText } from '#format/shorten.ts';
import { functionsNamed } from '../contract/functions.ts';
import { allSaid, matchName } from '../known.ts';
import { namesOf } from '../names.ts';
import { allMethods } from '../methods.ts';
import { atPresent } from '../past.ts';
import type { View } from '../view.ts';
import type { Source } from './keys.ts';
import type { FoundThing } from './schema.ts';

/** Shorter texts begin too many words: they are found as whole ones. */
const LEAST = 2;

interface Known {
  /** What it is called: the whole of one is all of it. */
  names: readonly string[];
  /** What else it goes by. */
  words?: readonly string[];
  thing: Omit<FoundThing, 'match'>;
}

/** Whether a text (in small letters) is one of the names, or is long enough to begin a word of one. */
function matchOf(names: readonly string[], wanted: string): 'whole' | 'word' | null {
  const match = matchName(names, wanted);
  return match === 'word' && [...wanted].length < LEAST ? null : match;
}

/** Those of some that are called so, or have a word that begins so; whole names first. */
function called(all: readonly Known[], text: string, limit: number): FoundThing[] {
  const wanted = text.toLowerCase();
  const found = all.flatMap(({ names, words = [], thing }): FoundThing[] => {
    const match = matchOf(names, wanted) ?? (matchOf(words, wanted) && 'word');
    return match === null ? [] : [{ ...thing, match: match === 'whole' ? 'exact' : 'word' }];
  });
  return exactFirst(found).slice(0, limit);
}

function exactFirst(found: readonly FoundThing[]): FoundThing[] {
  return found.toSorted((a, b) => Number(b.match === 'exact') - Number(a.match === 'exact'));
}

/** Pages of this site, by what they are called in the reader's language or in English, or by a whole other word. */
export const pages: Source = async ({ language }, text, limit) => {
  const wanted = text.toLowerCase();
  const found = sitePages(language).flatMap(({ id, name, names, words, part }): FoundThing[] => {
    const match = matchOf(names, wanted);
    const page = { kind: 'page', id, label: name } as const;
    if (match !== null)
      return [{ ...page, about: part, match: match === 'whole' ? 'exact' : match }];
    const about = words.find((word) => word.toLowerCase() === wanted);
    return about === undefined ? [] : [{ ...page, about, match: 'word' }];
  });
  return exactFirst(found).slice(0, limit);
};

/** The same by the beginnings of other words for what is on them, together or each somewhere. */
export const pagesAbout: Source = async ({ language }, text, limit) => {
  const wanted = text.toLowerCase();
  const each = wanted.split(/\s+/);
  return sitePages(language)
    .flatMap(({ id, name, names, words, part }): FoundThing[] => {
      const has = (one: string): boolean => matchOf([...names, ...words], one) !== null;
      const about =
        words.find((word) => matchOf([word], wanted) !== null) ?? (each.every(has) ? part : null);
      return about === null ? [] : [{ kind: 'page', id, label: name, about, match: 'word' }];
    })
    .slice(0, limit);
};

/** Terms of the glossary, where no page of the site is about what is looked for: none is all that is called so. */
export const terms: Source = async (view, text, limit) => {
  const about = await Promise.all([pages, pagesAbout].map((source) => source(view, text, 1)));
  if (about.flat().length > 0) return [];
  const all = glossaryTerms(view.language).map(({ id, name, names, part }): Known => {
    return { names, thing: { kind: 'page', id, label: name, about: part } };
  });
  return called(all, text, limit).map((thing) => ({ ...thing, match: 'word' }));
};

/** Projects of the ecosystem, by their names in any language. */
export const projects: Source = async ({ content, language }, text, limit) => {
  const all = content.ecosystem.map(({ category, key, name }): Known => {
    const label = say(name, language).text;
    const about = say(content.categories.dapps[category], language).text;
    const id = `${category}_${key}`;
    return { names: allSaid(name), thing: { kind: 'project', id, label, about } };
  });
  return called(all, text, limit);
};

/** Methods that messages of this index called, most frequent first, by their names or words of these. */
export const methods: Source = async (view, text, limit) => {
  const about = methodPage(view.language);
  const all = (await methodNames(view)).map((name): Known => ({
    names: [name],
    words: [name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')],
    thing: { kind: 'method', id: name, label: name, about },
  }));
  return called(all, text, limit);
};

/** Functions of verified contracts, by their whole names: none is all that is called so. */
export const functions: Source = async (view, text, limit) => {
  const found = await functionsNamed(view, text, limit);
  const names = await namesOf(
    view,
    found.map(({ actorId }) => actorId),
  );
  return found.map(({ name, actorId, contract }) => {
    const address = ethForm(names.shown(actorId));
    const about = `${contract} · ${shortText('address', address)}`;
    return { kind: 'function', id: `${name}/${address}`, label: name, about, match: 'word' };
  });
};

/** Read once per head. */
function methodNames(view: View): Promise<readonly string[]> {
  const at = atPresent(view);
  return view.past.once(at, 'methods', async () => [...(await allMethods(at)).values()]);
}
