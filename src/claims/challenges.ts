/** Messages to be signed: each for one provider and one key, once, for a quarter of an hour. */
import type { Claimant } from '#explorer/tag/claimant.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import type { RowOf } from '#store/schema.ts';
import type { Store, Trx } from '#store/store.ts';
import { ClaimRefused } from './refused.ts';

export type Challenge = RowOf<'tag_challenge'>;

/** Seconds for which a message may be signed. */
export const LIFE = 900;
/** Used and late ones are known for so long, to say so, seconds. */
const REMEMBERED = 86_400;
/** Messages that one client may have open at a time. */
const MOST_OPEN = 20;
/** Of a signature so many are tried, each at the cost of a check. */
const MOST_TRIED = 4;

/** `Signature for Sextant f01234 mainnet 2026-01-02T03:04:05.678Z` */
export function messageText(brand: string, address: string, network: string, now: number): string {
  return `Signature for ${brand} ${address} ${network} ${new Date(now).toISOString()}`;
}

/**
 * Gives out a message. `now`: milliseconds.
 * @throws ClaimRefused `tooManyOpen`
 */
export async function openChallenge(
  store: Store,
  { id, address }: Claimant,
  owner: Uint8Array,
  { brand, network, client, now }: { brand: string; network: string; client: string; now: number },
): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return store.transaction(async (trx) => {
    await trx
      .deleteFrom('tag_challenge')
      .where('created_at', '<', seconds - LIFE - REMEMBERED)
      .execute();
    const open = await trx
      .selectFrom('tag_challenge')
      .select('message')
      .where('client', '=', client)
      .where('created_at', '>', seconds - LIFE)
      .where('used_at', 'is', null)
      .limit(MOST_OPEN)
      .execute();
    if (open.length >= MOST_OPEN) throw new ClaimRefused('tooManyOpen');
    // Two within a millisecond are told apart by the next one.
    for (let at = now; ; at++) {
      const message = messageText(brand, address, network, at);
      const row = { message, actor_id: id, owner, client, created_at: seconds, used_at: null };
      const { numInsertedOrUpdatedRows: inserted } = await trx
        .insertInto('tag_challenge')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (inserted === 1n) return message;
    }
  });
}

/**
 * Messages that a signature may be of: the one that is named, then the newest ones of the provider, the
 * client’s own first, open ones before used and late ones. The name is a hint only: who signs may have
 * asked for another message since.
 */
export async function challengesFor(
  store: Store,
  { id }: Claimant,
  owner: Uint8Array,
  { message, client, now }: { message: string | undefined; client: string; now: number },
): Promise<Challenge[]> {
  const rows = await store.db
    .selectFrom('tag_challenge')
    .selectAll()
    .where('actor_id', '=', id)
    // A client’s address may have changed since: its own message is found by its name then.
    .orderBy((eb) => eb('message', '=', message ?? ''), 'desc')
    .orderBy((eb) => eb('client', '=', client), 'desc')
    .orderBy('created_at', 'desc')
    // Its last part is the time: several may be of one second.
    .orderBy('message', 'desc')
    .limit(MOST_OPEN)
    .execute();
  const rank = (row: Challenge): number => {
    if (row.message === message) return 2;
    return Number(row.used_at === null && row.created_at > Math.floor(now / 1000) - LIFE);
  };
  return rows
    .filter((row) => equalBytes(row.owner, owner))
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, MOST_TRIED);
}

/** Takes the message out of use. @throws ClaimRefused `used`, `late` */
export async function useChallenge(trx: Trx, challenge: Challenge, now: number): Promise<void> {
  const seconds = Math.floor(now / 1000);
  if (challenge.created_at <= seconds - LIFE) throw new ClaimRefused('late', 'signature');
  const { numUpdatedRows } = await trx
    .updateTable('tag_challenge')
    .set({ used_at: seconds })
    .where('message', '=', challenge.message)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ClaimRefused('used', 'signature');
}
