import { bundledContent } from '#content/networks.ts';
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import { fromHex, toBase64 } from '#filecoin/encoding/bytes.ts';
import { indexDemo, type DemoIndex } from '#server/testing/demo-index.ts';
import { revise } from '#store/revise.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTagClaims, type ClaimRequest, type TagClaims } from './claims.ts';
import { ClaimRefused } from './refused.ts';
import { setOwner, testOwners, type TestOwner } from './testing/owners.ts';

const MINER = 1000;
const OTHER = 1001;
const CLIENT = '192.0.2.1';
/** The provider is one of a merchant's, which stays said whatever it is called. */
const MERCHANT = { merchant: 'tide-works' };
const START = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const { f1, f3, f410 } = testOwners(7);

let demo: DemoIndex;
let claims: TagClaims;
let now = START;
let changes = 0;

function make(minPower = 1n, explorer = demo.explorer): TagClaims {
  return createTagClaims({
    store: demo.store,
    explorer,
    contentOf: bundledContent(),
    brand: 'Sextant',
    minPower,
    onChange: () => {
      changes++;
    },
    now: () => now,
  });
}

beforeAll(async () => {
  demo = await indexDemo(60);
  claims = make();
});
beforeEach(async () => {
  now = START;
  await demo.store.db.deleteFrom('tag_challenge').execute();
  await demo.store.db.deleteFrom('tag_claim').execute();
  await demo.store.db.deleteFrom('tag_ban').execute();
  await revise(demo.store.db);
  await setOwner(demo.store.db, MINER, f1);
});
afterAll(() => demo.close());

const GIVEN = { address: 'f01000', en: 'Tide Pool', contact: 'ops@tide.example' };

/** What a call comes to: done, or why not, and in which field. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (!(error instanceof ClaimRefused)) throw error;
    return error.field === null ? error.reason : `${error.field}: ${error.reason}`;
  }
}
const create = (request: Partial<ClaimRequest>, client = CLIENT): Promise<string> =>
  outcome(claims.create({ ...GIVEN, ...request }, client));

async function signed(owner: TestOwner): Promise<string> {
  const { message } = await claims.message('f01000', CLIENT);
  return owner.sign(message);
}
const tagOf = async (address: string, language: 'en' | 'zh' | 'ko' = 'en') =>
  (await demo.explorer.in(language).account.get(address)).data.tag;

describe('a message', () => {
  it('names the site, the provider, the network and the time, and says how to sign it', async () => {
    const message = 'Signature for Sextant f01000 harbor 2026-01-02T03:04:05.678Z';
    expect(await claims.message('f01000', CLIENT)).toEqual({
      addressToSign: f1.text,
      message,
      minPower: '1',
      command: { lotus: `lotus wallet sign ${f1.text} ${Buffer.from(message).toString('hex')}` },
      names: null,
    });
    // Another one within the same millisecond.
    expect((await claims.message('f01000', CLIENT)).message).toContain('05.679Z');
  });

  it('brings the names that the owner’s claim has now', async () => {
    const named = async () => (await claims.message('f01000', CLIENT)).names;
    const full = { en: 'Tide Pool', enFull: 'Tide Pool Ltd', zh: '潮池', zhFull: '潮池公司' };
    expect(await create({ ...full, signature: await signed(f1) })).toBe('done');
    expect(await named()).toEqual(full);
    expect((await claims.message('f01001', CLIENT)).names).toBeNull();
    expect(await create({ zh: '潮池', signature: await signed(f1) })).toBe('done');
    expect(await named()).toStrictEqual({ en: 'Tide Pool', zh: '潮池' });
    // A former owner's.
    await demo.store.db.updateTable('tag_claim').set({ owner_id: 1 }).execute();
    expect(await named()).toBeNull();
  });

  it.each<[string, string]>([
    ['nonsense', 'address'],
    ['f0999999', 'noProvider'],
    [f1.text, 'noProvider'],
    ['f099', 'noProvider'],
  ])('is not for %s', async (address, reason) => {
    expect(await outcome(claims.message(address, CLIENT))).toBe(reason);
  });

  it.each<[ActorKind, Uint8Array, string]>([
    ['multisig', f1.address, 'ownerMultisig'],
    ['storageminer', f1.address, 'ownerActor'],
    // A contract has an address like that of a key.
    ['evm', f410.address, 'ownerActor'],
  ])('is not for an owner that is a %s', async (kind, address, reason) => {
    await setOwner(demo.store.db, MINER, { kind, address });
    expect(await outcome(claims.message('f01000', CLIENT))).toBe(reason);
  });

  it('is for providers of some power', async () => {
    const { power } = (await demo.explorer.tag.claimant('f01000')).data;
    expect(power).toBeGreaterThan(0n);
    expect(await outcome(make(power).message('f01000', CLIENT))).toBe('done');
    expect(await outcome(make(power + 1n).message('f01000', CLIENT))).toBe('power');
  });

  it('is given out twenty times to a client that uses none', async () => {
    const asked = [];
    for (let i = 0; i < 21; i++) asked.push(await outcome(claims.message('f01000', CLIENT)));
    expect(asked.filter((each) => each === 'done')).toHaveLength(20);
    expect(asked.at(-1)).toBe('tooManyOpen');
    expect(await outcome(claims.message('f01000', '192.0.2.2'))).toBe('done');
    now += 901_000;
    expect(await outcome(claims.message('f01000', CLIENT))).toBe('done');
  });
});

describe('a name', () => {
  it.each([f1, f3, f410])('is signed by the owner, %#', async (owner) => {
    await setOwner(demo.store.db, MINER, owner);
    expect(await tagOf('f01000')).toEqual({ ...MERCHANT, name: 'Tide Works', signed: false });
    const before = changes;
    expect(await create({ signature: await signed(owner) })).toBe('done');
    expect(changes).toBe(before + 1);
    expect(await tagOf('f01000')).toEqual({
      ...MERCHANT,
      name: 'Tide Pool',
      signed: true,
      signedBy: owner.text,
      signedAt: Math.floor(START / 1000),
    });
  });

  it('is told in the reader’s language, with its full form, and without whom to ask', async () => {
    const signature = await signed(f1);
    const names = { enFull: 'Tide Pool Storage Ltd', zh: '潮池', zhFull: '潮池存储有限公司' };
    expect(await create({ ...names, signature })).toBe('done');
    expect(await tagOf('f01000', 'zh')).toMatchObject({ name: '潮池', fullName: names.zhFull });
    expect(await tagOf('f01000', 'ko')).toMatchObject({
      name: 'Tide Pool',
      fullName: names.enFull,
    });
    const { data } = await demo.explorer.account.get('f01000');
    expect(JSON.stringify(data)).not.toContain('tide.example');
    for (const text of ['tide', '潮池', 'Tide Pool Storage']) {
      const found = await demo.explorer.in('zh').search.suggest({ q: text });
      expect(found.data).toContainEqual(expect.objectContaining({ id: 'f01000', label: '潮池' }));
    }
  });

  it('takes the place of the one before, by another signature', async () => {
    expect(await create({ signature: await signed(f1) })).toBe('done');
    now += 60_000;
    expect(await create({ en: 'Ebb', signature: await signed(f1) })).toBe('done');
    expect(await tagOf('f01000')).toMatchObject({ name: 'Ebb' });
  });

  it('goes when the provider gets another owner', async () => {
    expect(await create({ signature: await signed(f1) })).toBe('done');
    const { db } = demo.store;
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
    await setOwner(demo.store.db, OTHER, other);
    expect(await create({ signature: await signed(f1) })).toBe('done');
    expect(await create({ address: 'f01001', en: 'Тіdе-Ρооl', signature: 'x' })).toBe('en: taken');
    await setOwner(demo.store.db, OTHER, f1);
    const { message } = await claims.message('f01001', CLIENT);
    const signature = f1.sign(message);
    expect(await create({ address: 'f01001', signature })).toBe('done');
  });
});

describe('what is filled in', () => {
  it('is looked at in the form’s order', async () => {
    expect(await create({ en: ' ', contact: ' ', signature: '' })).toBe('en: missing');
    expect(await create({ contact: ' ', signature: '' })).toBe('contact: missing');
    expect(await create({ contact: 'me', signature: '' })).toBe('contact: contact');
    expect(await create({ signature: ' ' })).toBe('signature: missing');
    expect(await create({ signature: 'ab' })).toBe('signature: signature.length');
    expect(await create({ signature: f1.sign('x') })).toBe('signature: noMessage');
  });

  it('stays when it is refused: the message is not used up', async () => {
    const signature = await signed(f1);
    expect(await create({ en: 'Official', signature })).toBe('en: forbidden');
    expect(await create({ signature })).toBe('done');
  });
});

describe('a signature', () => {
  it('counts in every envelope and form, with its message or without', async () => {
    for (const form of [
      (text: string) => f1.sign(text, 'bare'),
      (text: string) => `0x${f1.sign(text)}`,
      (text: string) => toBase64(fromHex(f1.sign(text)).subarray(1)),
    ]) {
      const { message } = await claims.message('f01000', CLIENT);
      expect(await create({ signature: form(message), message })).toBe('done');
    }
    await setOwner(demo.store.db, MINER, f410);
    const { message } = await claims.message('f01000', '192.0.2.9');
    expect(await create({ signature: f410.sign(message, 'ethereum') })).toBe('done');
  });

  it.each([f1, f3, f410])('is used once, %#', async (owner) => {
    await setOwner(demo.store.db, MINER, owner);
    const signature = await signed(owner);
    expect(await create({ signature })).toBe('done');
    expect(await create({ signature })).toBe('signature: used');
  });

  it('may be of an earlier message that is still open, and is used once', async () => {
    const { message: earlier } = await claims.message('f01000', CLIENT);
    const signature = f1.sign(earlier);
    now += 600_000;
    const { message } = await claims.message('f01000', CLIENT);
    // The dialog names the message that it shows.
    expect(await create({ signature, message })).toBe('done');
    expect(await create({ signature, message })).toBe('signature: used');
    // The one on show was not used up by that.
    expect(await create({ signature: f1.sign(message), message })).toBe('done');
  });

  it('of an earlier message is late in its own time', async () => {
    const signature = await signed(f1);
    now += 900_000;
    const { message } = await claims.message('f01000', CLIENT);
    expect(await create({ signature, message })).toBe('signature: late');
  });

  it('is of the newest message, whatever was asked for in the same second', async () => {
    const { message: first } = await claims.message('f01000', CLIENT);
    now += 1;
    for (let at = 0; at < 5; at++) {
      const { message } = await claims.message('f01000', CLIENT);
      expect(await create({ signature: f1.sign(message) })).toBe('done');
      now += 10;
    }
    expect(first < (await claims.message('f01000', CLIENT)).message).toBe(true);
    const signature = await signed(f1);
    now += 900_000;
    expect(await create({ signature })).toBe('signature: late');
  });

  it('is found by its message’s name, whatever others ask for and from wherever it comes', async () => {
    const { message } = await claims.message('f01000', CLIENT);
    const signature = f1.sign(message);
    now += 1000;
    for (let i = 0; i < 25; i++) await claims.message('f01000', `198.51.100.${i % 5}`);
    const elsewhere = '203.0.113.1';
    expect(await create({ signature }, elsewhere)).toBe('signature: signature.mismatch');
    expect(await create({ signature, message }, elsewhere)).toBe('done');
  });

  it('is used once, also by two at a time', async () => {
    const signature = await signed(f1);
    const both = await Promise.all([create({ signature }), create({ signature })]);
    expect(both.sort()).toEqual(['done', 'signature: used']);
  });

  it.each([f1, f3, f410])('is late after a quarter of an hour, %#', async (owner) => {
    await setOwner(demo.store.db, MINER, owner);
    const early = await signed(owner);
    now += 899_000;
    expect(await create({ signature: early })).toBe('done');
    const late = await signed(owner);
    now += 900_000;
    expect(await create({ signature: late })).toBe('signature: late');
  });

  it.each([f1, f3, f410])('is of no other message than its own, %#', async (owner) => {
    await setOwner(demo.store.db, MINER, owner);
    const { message } = await claims.message('f01000', CLIENT);
    for (const text of [
      message.replace('harbor', 'mainnet'),
      message.replace('f01000', 'f01001'),
      message.replace('Sextant', 'Octant'),
      `${message} `,
    ])
      for (const named of [undefined, message])
        expect(await create({ signature: owner.sign(text), message: named })).toBe(
          'signature: signature.mismatch',
        );
    // A message of its own, but one that was not given out here.
    const elsewhere = message.replace('harbor', 'mainnet');
    expect(await create({ signature: owner.sign(elsewhere), message: elsewhere })).toBe(
      'signature: signature.mismatch',
    );
    expect(await create({ signature: owner.sign(message) })).toBe('done');
  });

  it('of an Ethereum wallet is used once, is late, and is of this network too', async () => {
    await setOwner(demo.store.db, MINER, f410);
    const { message } = await claims.message('f01000', CLIENT);
    const elsewhere = f410.sign(message.replace('harbor', 'mainnet'), 'ethereum');
    expect(await create({ signature: elsewhere })).toBe('signature: signature.mismatch');
    const signature = f410.sign(message, 'ethereum');
    expect(await create({ signature })).toBe('done');
    expect(await create({ signature })).toBe('signature: used');
    const late = f410.sign((await claims.message('f01000', CLIENT)).message, 'ethereum');
    now += 900_000;
    expect(await create({ signature: late })).toBe('signature: late');
  });

  it('is of this owner’s key, of its kind', async () => {
    const { message } = await claims.message('f01000', CLIENT);
    expect(await create({ signature: testOwners(9).f1.sign(message) })).toBe(
      'signature: signature.mismatch',
    );
    expect(await create({ signature: f3.sign(message) })).toBe('signature: signature.type');
    expect(await create({ signature: f1.sign(message) })).toBe('done');
  });

  it.each([f1, f3, f410])('with one bit changed is none, %#', async (owner) => {
    await setOwner(demo.store.db, MINER, owner);
    const { message } = await claims.message('f01000', CLIENT);
    const bytes = fromHex(owner.sign(message));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 8 * bytes.length - 1 }), async (bit) => {
        const flipped = bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
        const signature = Buffer.from(flipped).toString('hex');
        expect(await create({ signature, message })).toMatch(/^signature: signature\./);
      }),
      { numRuns: 10 },
    );
    expect(await create({ signature: owner.sign(message), message })).toBe('done');
  });

  it('of an owner who is banned counts no more', async () => {
    const signature = await signed(f1);
    const row = { owner: f1.address, signature: null, reason: 'x', banned_at: 1 };
    await demo.store.db.insertInto('tag_ban').values(row).execute();
    expect(await create({ signature })).toBe('banned');
    expect(await outcome(claims.message('f01000', CLIENT))).toBe('banned');
  });
});
