import { AddressError } from '#filecoin/address.ts';
import { cidOf } from '#filecoin/cid.ts';
import { actorOf } from '../account/find.ts';
import { parseSearch, tryAddress, tryDigest, tryHash, wholeNumber } from '../input.ts';
import { lookUpMessage } from '../message/find.ts';
import { isPeer } from '../miner/peer.ts';
import { namesOf } from '../names.ts';
import type { View } from '../view.ts';
import type { SearchResult } from './schema.ts';

/**
 * What an identifier stands for; `{}` when it stands for nothing here. A valid address always
 * finds its page, an id only when it has been given to an actor.
 */
export async function find(view: View, input: string): Promise<SearchResult> {
  const text = parseSearch(input);
  if (text === '') return {};
  const height = wholeNumber(text);
  if (height !== null) {
    const inside = height >= view.network.startHeight && height <= view.head.height;
    return inside ? { type: 'tipset', height } : {};
  }
  const hash = tryHash(text);
  if (hash) {
    const message = await lookUpMessage(view, text);
    return message ? { type: 'message', cid: cidOf(message.cid) } : {};
  }
  const address = tryAddress(text);
  if (!(address instanceof AddressError)) return addressResult(view, address);
  const digest = tryDigest(text);
  if (digest) return byDigest(view, digest);
  return (await isPeer(view, text)) ? { type: 'peer', id: text } : {};
}

async function addressResult(view: View, address: Uint8Array): Promise<SearchResult> {
  const actor = await actorOf(view, address);
  if (!actor && address[0] === 0) return {};
  const names = await namesOf(view, [actor?.id]);
  return { type: 'address', address: actor ? names.shown(actor.id) : names.text(address) };
}

async function byDigest(view: View, digest: Uint8Array): Promise<SearchResult> {
  const block = await view.db
    .selectFrom('block')
    .select('cid')
    .where('cid', '=', digest)
    .executeTakeFirst();
  if (block) return { type: 'block', cid: cidOf(block.cid) };
  const message = await lookUpMessage(view, cidOf(digest));
  return message ? { type: 'message', cid: cidOf(message.cid) } : {};
}
