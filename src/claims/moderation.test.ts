import { concatBytes } from '#filecoin/encoding/bytes.ts';
import { eachDatabase } from '#store/testing/databases.ts';
import type { Store } from '#store/store.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  banOwner,
  exportClaims,
  importClaims,
  listBans,
  listClaims,
  removeClaim,
  unbanOwner,
} from './moderation.ts';
import { testOwners } from './testing/owners.ts';

const { f1, f3 } = testOwners(7);

function claimOf(actor_id: number, owner: typeof f1, signed_at = 1_700_000_000) {
  const message = `Signature for Sextant f0${actor_id} harbor 2026-01-02T03:04:05.678Z`;
  return {
    actor_id,
    owner_id: 100,
    owner: owner.address,
    en: `Name ${actor_id}`,
    en_full: null,
    zh: '名',
    zh_full: null,
    contact: 'ops@tide.example',
    signature: Uint8Array.from(Buffer.from(owner.sign(message), 'hex')),
    message,
    signed_at,
    height: 60,
  };
}

eachDatabase((open) => {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await store.db.deleteFrom('tag_claim').execute();
    await store.db.deleteFrom('tag_ban').execute();
    await store.db
      .insertInto('tag_claim')
      .values([claimOf(1000, f1), claimOf(1001, f1), claimOf(1002, f3)])
      .execute();
  });
  const ids = async () => (await listClaims(store)).map(({ actor_id }) => actor_id);
  const revision = async () =>
    (await store.db.selectFrom('revision').select('revision').executeTakeFirstOrThrow()).revision;

  it('takes one name away', async () => {
    const before = await revision();
    expect(await removeClaim(store, 'f01000')).toBe(true);
    expect(await removeClaim(store, 'f01000')).toBe(false);
    expect(await ids()).toEqual([1001, 1002]);
    expect(await revision()).toBeGreaterThan(before);
  });

  it('takes all names of a key away and lets it sign no more, until it may again', async () => {
    expect(await banOwner(store, 'f01000', 'spam')).toBe(2);
    expect(await ids()).toEqual([1002]);
    expect(await banOwner(store, 'f01000', 'spam')).toBeNull();
    expect(await banOwner(store, f3.text, 'spam')).toBe(1);
    expect(await listBans(store)).toHaveLength(2);
    expect(await unbanOwner(store, f1.text)).toBe(true);
    expect(await unbanOwner(store, f1.text)).toBe(false);
  });

  it('carries them into another database, where newer names and bans stay', async () => {
    const file = await exportClaims(store);
    const rows = await listClaims(store);
    await store.db.deleteFrom('tag_claim').execute();
    expect(await importClaims(store, file)).toBe(3);
    expect(await listClaims(store)).toEqual(rows);
    expect(await importClaims(store, file)).toBe(0);
    await banOwner(store, f3.text, 'spam');
    await removeClaim(store, 'f01000');
    expect(await importClaims(store, file)).toBe(1);
    expect(await ids()).toEqual([1000, 1001]);
    expect(await importClaims(store, await exportClaims(store))).toBe(0);
  });

  it('takes over nothing of a file in which a signature does not hold', async () => {
    const good = claimOf(1003, f1);
    const signature = concatBytes(good.signature.subarray(0, -2), Uint8Array.of(1, 0));
    for (const claim of [
      { ...good, signature },
      { ...good, actor_id: 1004 },
    ]) {
      await store.db.deleteFrom('tag_claim').where('actor_id', '>', 1002).execute();
      await store.db.insertInto('tag_claim').values(claim).execute();
      const file = await exportClaims(store);
      await store.db.deleteFrom('tag_claim').execute();
      await expect(importClaims(store, file)).rejects.toThrow('does not hold');
      expect(await ids()).toEqual([]);
    }
  });
});
