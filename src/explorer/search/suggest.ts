import { isForeignHost } from '#filecoin/networks/index.ts';
import { readMoment } from '#filecoin/lookup/moment.ts';
import type { LinkKind } from '#filecoin/lookup/pasted.ts';
import { parseSearch } from '../input.ts';
import type { View } from '../view.ts';
import {
  addresses,
  allocations,
  blocks,
  deals,
  epochs,
  messages,
  moments,
  nonces,
  peers,
  pieces,
  sectors,
  tipsets,
  type Source,
} from './keys.ts';
import { functions, methods, pages, pagesAbout, projects, terms } from './pages.ts';
import type { FoundThing } from './schema.ts';
import { isWord, knownLike, namesLike, tokensLike } from './words.ts';

/** Of each source, so that none pushes the others out. */
const EACH = 5;
/** Texts of these are keys, and nobody's name. */
const KEY = /^(?:0x|bafy2bzace)/i;

/**
 * What a text that is typed or pasted may stand for: what it names exactly, then what begins with it
 * (from three characters on). A link of another network's explorer stands for nothing here. Throws
 * BadInput for what is longer than any identifier.
 */
export async function suggest(view: View, input: string, limit = Infinity): Promise<FoundThing[]> {
  const { text, host, kind } = parseSearch(input);
  if (text === '' || (host !== null && isForeignHost(view.network.data, host))) return [];
  const found = await Promise.all(sourcesOf(text, kind).map((source) => source(view, text, EACH)));
  const unlike = new Map<string, FoundThing>();
  for (const thing of found.flat()) {
    const key = `${thing.kind} ${thing.id}`;
    if (!unlike.has(key)) unlike.set(key, thing);
  }
  const order: readonly FoundThing['match'][] = ['exact', 'word', 'prefix'];
  return [...unlike.values()]
    .sort((a, b) => order.indexOf(a.match) - order.indexOf(b.match))
    .slice(0, limit);
}

/** A link that says what its number is leads nowhere else. */
function sourcesOf(text: string, kind: LinkKind | null): readonly Source[] {
  if (kind === 'height') return [tipsets, epochs];
  if (kind === 'deal') return [deals];
  // A number of ten digits is no height of this age.
  if (readMoment(text) !== null) return [moments];
  const words =
    isWord(text) && !KEY.test(text)
      ? // A page of that name goes before what anybody may call the same; what is only about it, after.
        [pages, namesLike, tokensLike, knownLike, projects, pagesAbout, methods, functions, terms]
      : [];
  const keys = [tipsets, epochs, deals, allocations, blocks, messages, nonces, sectors, pieces];
  return [...keys, ...words, addresses, peers];
}
