/** What an account is called by others than itself: its owner, who signed for it, or whoever runs the site. */
import { say } from '#content/networks.ts';
import type { Merchant } from '#content/schema.ts';
import { formatAddress, idAddress } from '#filecoin/address.ts';
import { knownAccounts } from '../known.ts';
import type { Calling } from '../view.ts';
import type { Tag } from '../wire.ts';
import { claimedName } from './claims.ts';

/** `forms`: its other addresses. Null where nobody calls it anything. */
export function tagOf(
  view: Calling,
  id: number | null,
  forms: readonly (Uint8Array | null | undefined)[],
): Tag | null {
  const { content, language } = view;
  const known = knownAccounts(content);
  const name = [id === null ? null : idAddress(id), ...forms]
    .map((address) => (address ? known.name(address, language) : null))
    .find((found) => found !== null);
  const merchant = id === null ? undefined : merchantOf(view, id);
  const claim = id === null ? null : claimOf(view, id);
  if (claim !== null) return { ...claim, ...(merchant ? { merchant: merchant.key } : {}) };
  if (merchant === undefined) return name === undefined ? null : { name, signed: false };
  const called = name ?? say(merchant.name, language).text;
  return { name: called, signed: false, merchant: merchant.key };
}

function claimOf({ claims, language, network }: Calling, id: number): Tag | null {
  const claim = claims.of(id);
  if (claim === null) return null;
  const { name, fullName } = claimedName(claim, language);
  return {
    name,
    signed: true,
    ...(fullName === null ? {} : { fullName }),
    signedBy: formatAddress(claim.owner, network.prefix),
    signedAt: claim.signedAt,
  };
}

/** Who has this storage provider among its own. */
function merchantOf({ content }: Calling, id: number): Merchant | undefined {
  return content.merchants.find(({ miners }) =>
    miners.some((text) => text.slice(2) === String(id)),
  );
}
