/** Signatures under names of storage providers. */
import { fromHex, toBase64 } from '#filecoin/encoding/bytes.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setOwner, testOwners } from './testing/owners.ts';
import { CLIENT, f1, f3, f410, MINER, openSite, outcome, type ClaimSite } from './testing/site.ts';

let site: ClaimSite;
beforeAll(async () => {
  site = await openSite();
});
beforeEach(() => site.forget());
afterAll(() => site.demo.close());

describe('a signature', () => {
  it('counts in every envelope and form, with its message or without', async () => {
    for (const form of [
      (text: string) => f1.sign(text, 'bare'),
      (text: string) => `0x${f1.sign(text)}`,
      (text: string) => toBase64(fromHex(f1.sign(text)).subarray(1)),
    ]) {
      const { message } = await site.claims.message('f01000', CLIENT);
      expect(await site.create({ signature: form(message), message })).toBe('done');
    }
    await setOwner(site.demo.store.db, MINER, f410);
    const { message } = await site.claims.message('f01000', '192.0.2.9');
    expect(await site.create({ signature: f410.sign(message, 'ethereum') })).toBe('done');
  });

  it.each([f1, f3, f410])('is used once, %#', async (owner) => {
    await setOwner(site.demo.store.db, MINER, owner);
    const signature = await site.signed(owner);
    expect(await site.create({ signature })).toBe('done');
    expect(await site.create({ signature })).toBe('signature: used');
  });

  it('may be of an earlier message that is still open, and is used once', async () => {
    const { message: earlier } = await site.claims.message('f01000', CLIENT);
    const signature = f1.sign(earlier);
    site.now += 600_000;
    const { message } = await site.claims.message('f01000', CLIENT);
    // The dialog names the message that it shows.
    expect(await site.create({ signature, message })).toBe('done');
    expect(await site.create({ signature, message })).toBe('signature: used');
    // The one on show was not used up by that.
    expect(await site.create({ signature: f1.sign(message), message })).toBe('done');
  });

  it('of an earlier message is late in its own time', async () => {
    const signature = await site.signed(f1);
    site.now += 900_000;
    const { message } = await site.claims.message('f01000', CLIENT);
    expect(await site.create({ signature, message })).toBe('signature: late');
  });

  it('is of the newest message, whatever was asked for in the same second', async () => {
    const { message: first } = await site.claims.message('f01000', CLIENT);
    site.now += 1;
    for (let at = 0; at < 5; at++) {
      const { message } = await site.claims.message('f01000', CLIENT);
      expect(await site.create({ signature: f1.sign(message) })).toBe('done');
      site.now += 10;
    }
    expect(first < (await site.claims.message('f01000', CLIENT)).message).toBe(true);
    const signature = await site.signed(f1);
    site.now += 900_000;
    expect(await site.create({ signature })).toBe('signature: late');
  });

  it('is found by its message’s name, whatever others ask for and from wherever it comes', async () => {
    const { message } = await site.claims.message('f01000', CLIENT);
    const signature = f1.sign(message);
    site.now += 1000;
    for (let i = 0; i < 25; i++) await site.claims.message('f01000', `198.51.100.${i % 5}`);
    const elsewhere = '203.0.113.1';
    expect(await site.create({ signature }, elsewhere)).toBe('signature: signature.mismatch');
    expect(await site.create({ signature, message }, elsewhere)).toBe('done');
  });

  it('is used once, also by two at a time', async () => {
    const signature = await site.signed(f1);
    const both = await Promise.all([site.create({ signature }), site.create({ signature })]);
    expect(both.sort()).toEqual(['done', 'signature: used']);
  });

  it.each([f1, f3, f410])('is late after a quarter of an hour, %#', async (owner) => {
    await setOwner(site.demo.store.db, MINER, owner);
    const early = await site.signed(owner);
    site.now += 899_000;
    expect(await site.create({ signature: early })).toBe('done');
    const late = await site.signed(owner);
    site.now += 900_000;
    expect(await site.create({ signature: late })).toBe('signature: late');
  });

  it.each([f1, f3, f410])('is of no other message than its own, %#', async (owner) => {
    await setOwner(site.demo.store.db, MINER, owner);
    const { message } = await site.claims.message('f01000', CLIENT);
    for (const text of [
      message.replace('harbor', 'mainnet'),
      message.replace('f01000', 'f01001'),
      message.replace('Sextant', 'Octant'),
      `${message} `,
    ])
      for (const named of [undefined, message])
        expect(await site.create({ signature: owner.sign(text), message: named })).toBe(
          'signature: signature.mismatch',
        );
    // A message of its own, but one that was not given out here.
    const elsewhere = message.replace('harbor', 'mainnet');
    expect(await site.create({ signature: owner.sign(elsewhere), message: elsewhere })).toBe(
      'signature: signature.mismatch',
    );
    expect(await site.create({ signature: owner.sign(message) })).toBe('done');
  });

  it('of an Ethereum wallet is used once, is late, and is of this network too', async () => {
    await setOwner(site.demo.store.db, MINER, f410);
    const { message } = await site.claims.message('f01000', CLIENT);
    const elsewhere = f410.sign(message.replace('harbor', 'mainnet'), 'ethereum');
    expect(await site.create({ signature: elsewhere })).toBe('signature: signature.mismatch');
    const signature = f410.sign(message, 'ethereum');
    expect(await site.create({ signature })).toBe('done');
    expect(await site.create({ signature })).toBe('signature: used');
    const late = f410.sign((await site.claims.message('f01000', CLIENT)).message, 'ethereum');
    site.now += 900_000;
    expect(await site.create({ signature: late })).toBe('signature: late');
  });

  it('is of this owner’s key, of its kind', async () => {
    const { message } = await site.claims.message('f01000', CLIENT);
    expect(await site.create({ signature: testOwners(9).f1.sign(message) })).toBe(
      'signature: signature.mismatch',
    );
    expect(await site.create({ signature: f3.sign(message) })).toBe('signature: signature.type');
    expect(await site.create({ signature: f1.sign(message) })).toBe('done');
  });

  it.each([f1, f3, f410])('with one bit changed is none, %#', async (owner) => {
    await setOwner(site.demo.store.db, MINER, owner);
    const { message } = await site.claims.message('f01000', CLIENT);
    const bytes = fromHex(owner.sign(message));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 8 * bytes.length - 1 }), async (bit) => {
        const flipped = bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
        const signature = Buffer.from(flipped).toString('hex');
        expect(await site.create({ signature, message })).toMatch(/^signature: signature\./);
      }),
      { numRuns: 10 },
    );
    expect(await site.create({ signature: owner.sign(message), message })).toBe('done');
  });

  it('of an owner who is banned counts no more', async () => {
    const signature = await site.signed(f1);
    const row = { owner: f1.address, signature: null, reason: 'x', banned_at: 1 };
    await site.demo.store.db.insertInto('tag_ban').values(row).execute();
    expect(await site.create({ signature })).toBe('banned');
    expect(await outcome(site.claims.message('f01000', CLIENT))).toBe('banned');
  });
});
