import { actorIdOf, AddressError } from '#filecoin/address.ts';
import { isForeignHost } from '#filecoin/networks/index.ts';
import { actorOf } from '../account/find.ts';
import { parseSearch, tryAddress } from '../input.ts';
import { nameTarget } from '../name/target.ts';
import { namesOf } from '../names.ts';
import type { View } from '../view.ts';
import { mayCome } from '../wishes.ts';
import { suggest } from './suggest.ts';
import type { FoundThing, SearchResult } from './schema.ts';

/**
 * What a text stands for; `{}` when it stands for nothing here. A valid address always finds its
 * page, an id only when it has been given to an actor, or may have been before the index began; a token, a name or a known account stands for
 * its address.
 */
export async function find(view: View, input: string): Promise<SearchResult> {
  for (const thing of await suggest(view, input)) {
    if (thing.match !== 'exact') break;
    const result = await resultOf(view, thing);
    if (result !== null) return result;
  }
  const { text, host } = parseSearch(input);
  if (host !== null && isForeignHost(view.network.data, host)) return {};
  const address = tryAddress(text);
  if (address instanceof AddressError || actorIdOf(address) === null) return {};
  if (!(await mayCome(view, address))) return {};
  // Its page asks for it.
  return { type: 'address', address: (await namesOf(view, [])).text(address) };
}

async function resultOf(view: View, { kind, id }: FoundThing): Promise<SearchResult | null> {
  switch (kind) {
    case 'tipset':
      return { type: 'tipset', height: Number(id) };
    case 'block':
    case 'message':
      return { type: kind, cid: id };
    case 'address':
    case 'token':
      return { type: 'address', address: id };
    case 'peer':
      return { type: 'peer', id };
    case 'name': {
      const target = await nameTarget(view, id);
      if (target === null) return null;
      const actor = await actorOf(view, target);
      const names = await namesOf(view, [actor?.id]);
      return { type: 'address', address: names.shown(actor?.id ?? null, target) };
    }
    case 'deal':
    case 'allocation':
    case 'epoch':
    case 'piece':
    case 'sector':
    case 'method':
    case 'function':
    case 'project':
    case 'page':
      return null;
  }
}
