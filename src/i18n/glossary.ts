/**
 * Terms and their definitions, a file per subject. A text of theirs stands in all languages beside one
 * another: it is one statement, and no browser asks for them by its language.
 */
import address from './glossary/address.json' with { type: 'json' };
import chain from './glossary/chain.json' with { type: 'json' };
import contract from './glossary/contract.json' with { type: 'json' };
import ecosystem from './glossary/ecosystem.json' with { type: 'json' };
import gas from './glossary/gas.json' with { type: 'json' };
import message from './glossary/message.json' with { type: 'json' };
import name from './glossary/name.json' with { type: 'json' };
import network from './glossary/network.json' with { type: 'json' };
import provider from './glossary/provider.json' with { type: 'json' };
import race from './glossary/race.json' with { type: 'json' };
import storage from './glossary/storage.json' with { type: 'json' };
import supply from './glossary/supply.json' with { type: 'json' };
import token from './glossary/token.json' with { type: 'json' };
import transfer from './glossary/transfer.json' with { type: 'json' };
import wallet from './glossary/wallet.json' with { type: 'json' };
import type { Locale } from './locales.ts';

type Told = Readonly<Record<Locale, string>>;
interface Term {
  name: Told;
  text: Told;
  /** How a figure is computed. */
  how?: Told;
}

/** In the order in which the glossary has them. */
const SUBJECTS = {
  chain,
  message,
  transfer,
  gas,
  address,
  wallet,
  network,
  supply,
  provider,
  storage,
  contract,
  token,
  name,
  ecosystem,
  race,
} satisfies Record<string, Record<string, Term>>;

type TextsOf<T> = { [K in keyof T]: T[K] extends Told ? string : TextsOf<T[K]> };
type Glossary = TextsOf<typeof SUBJECTS>;

const mapped = <A, B>(of: Readonly<Record<string, A>>, made: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, made(value)]));

/** What is told in one language, as dictionaries have it. */
export const glossaryIn = (lang: Locale): Glossary =>
  mapped<Record<string, Term>, object>(SUBJECTS, (terms) =>
    mapped(terms, ({ name, text, how }) => ({
      name: name[lang],
      text: text[lang],
      ...(how && { how: how[lang] }),
    })),
  ) as Glossary;
