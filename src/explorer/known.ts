/** Accounts that editors have named: by their address, and by the words of their names. */
import { say, type Content } from '#content/networks.ts';
import type { LocalText, Project } from '#content/schema.ts';
import { parseAddress } from '#filecoin/address.ts';
import { fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import type { Locale } from '#i18n/locales.ts';

/** A known account whose name was looked for. */
export interface NamedAccount {
  address: Uint8Array;
  name: string;
  /** The text is the whole name. */
  whole: boolean;
}

export class KnownAccounts {
  readonly #names: ReadonlyMap<string, LocalText>;

  /** A contract of a project that has no tag of its own is called by the project and its part in it. */
  constructor({ tags, ecosystem }: Pick<Content, 'tags' | 'ecosystem'>) {
    const parts = ecosystem.flatMap((project) =>
      project.contracts.map(({ tag, address }) => [address, partName(project, tag)] as const),
    );
    this.#names = new Map(
      [...parts, ...Object.entries(tags)].map(([address, name]) => [
        toHex(parseAddress(address)),
        name,
      ]),
    );
  }

  name(address: Uint8Array, language: Locale): string | null {
    const name = this.#names.get(toHex(address));
    return name === undefined ? null : say(name, language).text;
  }

  /** What all others than this one are called, in all languages. */
  namesBut(address: Uint8Array): string[] {
    const own = toHex(address);
    return [...this.#names].flatMap(([hex, name]) => (hex === own ? [] : allSaid(name)));
  }

  /**
   * Accounts with a word in their name, in this language or in English, that begins with `text`; those
   * that are called just that come first.
   */
  named(text: string, language: Locale): NamedAccount[] {
    const wanted = text.toLowerCase();
    const found = [...this.#names].flatMap(([hex, local]) => {
      const name = say(local, language).text;
      const match = matchName([name, say(local, 'en').text], wanted);
      return match === null ? [] : [{ address: fromHex(hex), name, whole: match === 'whole' }];
    });
    return found.sort((a, b) => Number(b.whole) - Number(a.whole));
  }
}

/** What stands between a project and its part. */
const COLON: Readonly<Record<Locale, string>> = { en: ': ', zh: '：', ko: ': ' };

function partName({ name }: Project, tag: LocalText): LocalText {
  const said = (language: Locale): string =>
    [name, tag].map((text) => say(text, language).text).join(COLON[language]);
  return { en: said('en'), zh: said('zh'), ko: said('ko') };
}

/** The text in all its languages. */
export function allSaid(text: LocalText): string[] {
  return typeof text === 'string'
    ? [text]
    : Object.values(text).filter((each) => each !== undefined);
}

/** Whether a text (in small letters) is one of the names, or a word of one begins with it. */
export function matchName(names: readonly string[], wanted: string): 'whole' | 'word' | null {
  const folded = names.map((each) => each.toLowerCase());
  if (folded.includes(wanted)) return 'whole';
  return folded.some((each) => hasWord(each, wanted)) ? 'word' : null;
}

/** Whether a word of `name` begins with `start`; Chinese and Korean words begin anywhere. */
function hasWord(name: string, start: string): boolean {
  for (let at = name.indexOf(start); at >= 0; at = name.indexOf(start, at + 1))
    if (at === 0 || !/[a-z0-9]/.test(start.charAt(0)) || !/[a-z0-9]/.test(name.charAt(at - 1)))
      return true;
  return false;
}

const KNOWN = new WeakMap<Content, KnownAccounts>();

/** Those of a network's content; read once. */
export function knownAccounts(content: Content): KnownAccounts {
  const known = KNOWN.get(content) ?? new KnownAccounts(content);
  KNOWN.set(content, known);
  return known;
}
