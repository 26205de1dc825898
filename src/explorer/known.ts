/** Accounts that editors have named: by their address, and by the words of their names. */
import { say, type Content } from '#content/networks.ts';
import type { LocalText } from '#content/schema.ts';
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

  constructor({ tags }: Pick<Content, 'tags'>) {
    this.#names = new Map(
      Object.entries(tags).map(([address, name]) => [toHex(parseAddress(address)), name]),
    );
  }

  name(address: Uint8Array, language: Locale): string | null {
    const name = this.#names.get(toHex(address));
    return name === undefined ? null : say(name, language).text;
  }

  /**
   * Accounts with a word in their name, in this language or in English, that begins with `text`; those
   * that are called just that come first.
   */
  named(text: string, language: Locale): NamedAccount[] {
    const wanted = text.toLowerCase();
    const found = [...this.#names].flatMap(([hex, local]) => {
      const name = say(local, language).text;
      const names = [name, say(local, 'en').text].map((each) => each.toLowerCase());
      if (!names.some((each) => hasWord(each, wanted))) return [];
      return [{ address: fromHex(hex), name, whole: names.includes(wanted) }];
    });
    return found.sort((a, b) => Number(b.whole) - Number(a.whole));
  }
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
