/** What whoever runs the site does with names that owners signed. */
import { actorIdOf, formatId, parseAddress } from '#filecoin/address.ts';
import { equalBytes, fromHex, toHex } from '#filecoin/encoding/bytes.ts';
import { checkSignature } from '#filecoin/signature/check.ts';
import { signatureFromBytes } from '#filecoin/signature.ts';
import { awaitRevision, revise } from '#store/revise.ts';
import type { RowOf } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { z } from 'zod';

export type StoredClaim = RowOf<'tag_claim'>;

/** All of them, contacts included, by the providers' ids. */
export function listClaims({ db }: Store): Promise<StoredClaim[]> {
  return db.selectFrom('tag_claim').selectAll().orderBy('actor_id').execute();
}

/** Takes a provider's name away; its owner may sign another. Answers whether there was one. */
export function removeClaim(store: Store, provider: string): Promise<boolean> {
  const id = actorIdOf(parseAddress(provider)) ?? -1;
  return store.transaction(async (trx) => {
    await awaitRevision(trx);
    const { numDeletedRows } = await trx
      .deleteFrom('tag_claim')
      .where('actor_id', '=', id)
      .executeTakeFirst();
    await revise(trx);
    return numDeletedRows > 0n;
  });
}

/**
 * Takes away all names that a key signed, and lets it sign no more. `whom`: the key's address, or a
 * provider that it named. Answers how many names went; null for a provider without a name.
 */
export function banOwner(store: Store, whom: string, reason: string): Promise<number | null> {
  const address = parseAddress(whom);
  const id = actorIdOf(address);
  return store.transaction(async (trx) => {
    // A name that the key signs just now is written before, and goes, or after, and is refused.
    await awaitRevision(trx);
    const claim = await trx
      .selectFrom('tag_claim')
      .select(['owner', 'signature'])
      .where((eb) => (id === null ? eb('owner', '=', address) : eb('actor_id', '=', id)))
      .executeTakeFirst();
    if (claim === undefined && id !== null) return null;
    const owner = claim?.owner ?? address;
    const banned_at = Math.floor(Date.now() / 1000);
    const row = { signature: claim?.signature ?? null, reason, banned_at };
    await trx
      .insertInto('tag_ban')
      .values({ owner, ...row })
      .onConflict((conflict) => conflict.column('owner').doUpdateSet(row))
      .execute();
    const { numDeletedRows } = await trx
      .deleteFrom('tag_claim')
      .where('owner', '=', owner)
      .executeTakeFirst();
    await revise(trx);
    return Number(numDeletedRows);
  });
}

/** Lets a key sign again. Answers whether it was banned. */
export async function unbanOwner({ db }: Store, owner: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tag_ban')
    .where('owner', '=', parseAddress(owner))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function listBans({ db }: Store): Promise<{ owner: Uint8Array; reason: string }[]> {
  return db.selectFrom('tag_ban').select(['owner', 'reason']).orderBy('banned_at').execute();
}

const text = z.string().max(1000);
const bytes = z
  .string()
  .regex(/^(?:[0-9a-f]{2}){1,200}$/)
  .transform((hex) => fromHex(hex));
const claimSchema = z.strictObject({
  actor_id: z.int().nonnegative(),
  owner_id: z.int().nonnegative(),
  owner: bytes,
  en: text,
  en_full: text.nullable(),
  zh: text.nullable(),
  zh_full: text.nullable(),
  contact: text,
  signature: bytes,
  message: text,
  signed_at: z.int(),
  height: z.int(),
});
const banSchema = z.strictObject({
  owner: bytes,
  signature: bytes.nullable(),
  reason: text,
  banned_at: z.int(),
});
const fileSchema = z.strictObject({ claims: z.array(claimSchema), bans: z.array(banSchema) });

/** All claims and bans as JSON, for another database of the same network. */
export async function exportClaims(store: Store): Promise<string> {
  const bans = await store.db.selectFrom('tag_ban').selectAll().orderBy('banned_at').execute();
  const hex = (_key: string, value: unknown): unknown =>
    value instanceof Uint8Array ? toHex(value) : value;
  // A Buffer would write itself: its bytes are taken out before.
  const plain = <T extends object>(row: T): object =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        value instanceof Uint8Array ? Uint8Array.from(value) : value,
      ]),
    );
  const file = { claims: (await listClaims(store)).map(plain), bans: bans.map(plain) };
  return `${JSON.stringify(file, hex, 2)}\n`;
}

/**
 * Takes over what `exportClaims` wrote: each signature is checked again, a newer name and a ban stay.
 * @throws Error naming the first claim whose signature does not hold; nothing is written then
 */
export async function importClaims(store: Store, json: string): Promise<number> {
  const { claims, bans } = fileSchema.parse(JSON.parse(json));
  for (const { actor_id, owner, message, signature } of claims)
    try {
      checkSignature(signatureFromBytes(signature), new TextEncoder().encode(message), owner);
      const named = ` ${formatId(actor_id)} `;
      const testnet = ` ${formatId(actor_id, 't')} `;
      if (!message.includes(named) && !message.includes(testnet))
        throw new Error('of another provider');
    } catch (error) {
      throw new Error(`The signature of ${formatId(actor_id)} does not hold`, {
        cause: error,
      });
    }
  return store.transaction(async (trx) => {
    await awaitRevision(trx);
    for (const ban of bans)
      await trx
        .insertInto('tag_ban')
        .values(ban)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const banned = await trx.selectFrom('tag_ban').select('owner').execute();
    let taken = 0;
    for (const claim of claims) {
      if (banned.some(({ owner }) => equalBytes(owner, claim.owner))) continue;
      const { numInsertedOrUpdatedRows: written = 0n } = await trx
        .insertInto('tag_claim')
        .values(claim)
        .onConflict((conflict) =>
          conflict
            .column('actor_id')
            .doUpdateSet(claim)
            .whereRef('tag_claim.signed_at', '<', 'excluded.signed_at'),
        )
        .executeTakeFirst();
      taken += Number(written);
    }
    await revise(trx);
    return taken;
  });
}
