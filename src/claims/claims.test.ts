/** Names of storage providers, and the messages that their owners sign for them. */
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setOwner, testOwners } from './testing/owners.ts';
import {
  CLIENT,
  f1,
  f3,
  f410,
  MINER,
  openSite,
  outcome,
  START,
  type ClaimSite,
} from './testing/site.ts';

const OTHER = 1001;
/** The provider is one of a merchant's, which stays said whatever it is called. */
const MERCHANT = { merchant: 'tide-works' };

let site: ClaimSite;
beforeAll(async () => {
  site = await openSite();
});
beforeEach(() => site.forget());
afterAll(() => site.demo.close());

const tagOf = async (address: string, language: 'en' | 'zh' | 'ko' = 'en') =>
  (await site.demo.explorer.in(language).account.get(address)).data.tag;

describe('a message', () => {
  it('names the site, the provider, the network and the time, and says how to sign it', async () => {
    const message = 'Signature for Sextant f01000 harbor 2026-01-02T03:04:05.678Z';
    expect(await site.claims.message('f01000', CLIENT)).toEqual({
      addressToSign: f1.text,
      message,
      minPower: '1',
      command: { lotus: `lotus wallet sign ${f1.text} ${Buffer.from(message).toString('hex')}` },
      names: null,
    });
    // Another one within the same millisecond.
    expect((await site.claims.message('f01000', CLIENT)).message).toContain('05.679Z');
  });

  it('brings the names that the owner’s claim has now', async () => {
    const named = async () => (await site.claims.message('f01000', CLIENT)).names;
    const full = { en: 'Tide Pool', enFull: 'Tide Pool Ltd', zh: '潮池', zhFull: '潮池公司' };
    expect(await site.create({ ...full, signature: await site.signed(f1) })).toBe('done');
    expect(await named()).toEqual(full);
    expect((await site.claims.message('f01001', CLIENT)).names).toBeNull();
    expect(await site.create({ zh: '潮池', signature: await site.signed(f1) })).toBe('done');
    expect(await named()).toStrictEqual({ en: 'Tide Pool', zh: '潮池' });
    // A former owner's.
    await site.demo.store.db.updateTable('tag_claim').set({ owner_id: 1 }).execute();
    expect(await named()).toBeNull();
  });

  it.each<[string, string]>([
    ['nonsense', 'address'],
    ['f0999999', 'noProvider'],
    [f1.text, 'noProvider'],
    ['f099', 'noProvider'],
  ])('is not for %s', async (address, reason) => {
    expect(await outcome(site.claims.message(address, CLIENT))).toBe(reason);
  });

  it.each<[ActorKind, Uint8Array, string]>([
    ['multisig', f1.address, 'ownerMultisig'],
    ['storageminer', f1.address, 'ownerActor'],
    // A contract has an address like that of a key.
    ['evm', f410.address, 'ownerActor'],
  ])('is not for an owner that is a %s', async (kind, address, reason) => {
    await setOwner(site.demo.store.db, MINER, { kind, address });
    expect(await outcome(site.claims.message('f01000', CLIENT))).toBe(reason);
  });

  it('is for providers of some power', async () => {
    const { power } = (await site.demo.explorer.tag.claimant('f01000')).data;
    expect(power).toBeGreaterThan(0n);
    expect(await outcome(site.make({ minPower: power }).message('f01000', CLIENT))).toBe('done');
    expect(await outcome(site.make({ minPower: power + 1n }).message('f01000', CLIENT))).toBe(
      'power',
    );
  });

  it('is given out twenty times to a client that uses none', async () => {
    const asked = [];
    for (let i = 0; i < 21; i++) asked.push(await outcome(site.claims.message('f01000', CLIENT)));
    expect(asked.filter((each) => each === 'done')).toHaveLength(20);
    expect(asked.at(-1)).toBe('tooManyOpen');
    expect(await outcome(site.claims.message('f01000', '192.0.2.2'))).toBe('done');
    site.now += 901_000;
    expect(await outcome(site.claims.message('f01000', CLIENT))).toBe('done');
  });
});

describe('a name', () => {
  it.each([f1, f3, f410])('is signed by the owner, %#', async (owner) => {
    await setOwner(site.demo.store.db, MINER, owner);
    expect(await tagOf('f01000')).toEqual({ ...MERCHANT, name: 'Tide Works', signed: false });
    const before = site.changes;
    expect(await site.create({ signature: await site.signed(owner) })).toBe('done');
    expect(site.changes).toBe(before + 1);
    expect(await tagOf('f01000')).toEqual({
      ...MERCHANT,
      name: 'Tide Pool',
      signed: true,
      signedBy: owner.text,
      signedAt: Math.floor(START / 1000),
    });
  });

  it('is told in the reader’s language, with its full form, and without whom to ask', async () => {
    const signature = await site.signed(f1);
    const names = { enFull: 'Tide Pool Storage Ltd', zh: '潮池', zhFull: '潮池存储有限公司' };
    expect(await site.create({ ...names, signature })).toBe('done');
    expect(await tagOf('f01000', 'zh')).toMatchObject({ name: '潮池', fullName: names.zhFull });
    expect(await tagOf('f01000', 'ko')).toMatchObject({
      name: 'Tide Pool',
      fullName: names.enFull,
    });
    const { data } = await site.demo.explorer.account.get('f01000');
    expect(JSON.stringify(data)).not.toContain('tide.example');
    for (const text of ['tide', '潮池', 'Tide Pool Storage']) {
      const found = await site.demo.explorer.in('zh').search.suggest({ q: text });
      expect(found.data).toContainEqual(expect.objectContaining({ id: 'f01000', label: '潮池' }));
    }
  });

  it('takes the place of the one before, by another signature', async () => {
    expect(await site.create({ signature: await site.signed(f1) })).toBe('done');
    site.now += 60_000;
    expect(await site.create({ en: 'Ebb', signature: await site.signed(f1) })).toBe('done');
    expect(await tagOf('f01000')).toMatchObject({ name: 'Ebb' });
  });

  it('goes when the provider gets another owner', async () => {
    expect(await site.create({ signature: await site.signed(f1) })).toBe('done');
    const { db } = site.demo.store;
    const row = await db
      .selectFrom('miner_info')
      .select('owner_id')
      .where('id', '=', MINER)
      .executeTakeFirstOrThrow();
    await db.updateTable('miner_info').set({ owner_id: 1 }).where('id', '=', MINER).execute();
    // As it is read at the next head.
    await db.updateTable('revision').set({ revision: 1_000 }).execute();
    expect(await tagOf('f01000')).toMatchObject({ name: 'Tide Works', signed: false });
    await db.updateTable('miner_info').set(row).where('id', '=', MINER).execute();
    await db.updateTable('revision').set({ revision: 1_001 }).execute();
    expect(await tagOf('f01000')).toMatchObject({ name: 'Tide Pool' });
  });

  it('may be that of an owner’s other provider, and not of another owner’s', async () => {
    const other = testOwners(9).f1;
    await setOwner(site.demo.store.db, OTHER, other);
    expect(await site.create({ signature: await site.signed(f1) })).toBe('done');
    expect(await site.create({ address: 'f01001', en: 'Тіdе-Ρооl', signature: 'x' })).toBe(
      'en: taken',
    );
    await setOwner(site.demo.store.db, OTHER, f1);
    const signature = await site.signed(f1, 'f01001');
    expect(await site.create({ address: 'f01001', signature })).toBe('done');
  });
});

describe('what is filled in', () => {
  it('is looked at in the form’s order', async () => {
    expect(await site.create({ en: ' ', contact: ' ', signature: '' })).toBe('en: missing');
    expect(await site.create({ contact: ' ', signature: '' })).toBe('contact: missing');
    expect(await site.create({ contact: 'me', signature: '' })).toBe('contact: contact');
    expect(await site.create({ signature: ' ' })).toBe('signature: missing');
    expect(await site.create({ signature: 'ab' })).toBe('signature: signature.length');
    expect(await site.create({ signature: f1.sign('x') })).toBe('signature: noMessage');
  });

  it('stays when it is refused: the message is not used up', async () => {
    const signature = await site.signed(f1);
    expect(await site.create({ en: 'Official', signature })).toBe('en: forbidden');
    expect(await site.create({ signature })).toBe('done');
  });
});
