/** Where things have their pages; apart from their kinds, as it knows every path of the site. */
import { paths, type PathLocale } from './paths.ts';
import type { ThingKind } from './thing.ts';

const PAGES: Record<ThingKind, (lang: PathLocale, id: string) => string> = {
  tipset: paths.tipset,
  // Its page says when it comes.
  epoch: paths.tipset,
  block: paths.block,
  message: (lang, id) => paths.message(lang, id),
  address: paths.address,
  token: (lang, id) => paths.token(lang, id),
  name: paths.name,
  deal: (lang, id) => paths.deal(lang, Number(id)),
  allocation: (lang, id) => paths.allocation(lang, Number(id)),
  peer: paths.peer,
  piece: paths.piece,
  sector: (lang, id) => {
    const [provider = '', number = ''] = id.split('/');
    return paths.sector(lang, provider, number);
  },
  method: paths.messagesOf,
  function: (lang, id) => {
    const [name = '', contract = ''] = id.split('/');
    return paths.contractFunction(lang, contract, name);
  },
  project: paths.project,
  page: paths.page,
};

/** The page of a thing in a language. */
export function thingPath(lang: PathLocale, kind: ThingKind, id: string): string {
  return PAGES[kind](lang, id);
}
