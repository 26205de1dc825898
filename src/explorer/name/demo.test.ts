/** Every name of the demo chain at its last head against what its programs registered. */
import { parseAddress } from '#filecoin/address.ts';
import { fromHex, to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { labelHash } from '#filecoin/evm/names.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import { demoFile } from '#node/testing/demo-node.ts';
import { revise } from '#store/revise.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openWhole, type WholeDemo } from '../testing/demo.ts';
import { accountNamesSchema, nameActionsSchema, nameDetailSchema } from './schema.ts';

const truth = z
  .object({
    names: z.array(z.object({ name: z.string(), registrant: z.string() })),
    accounts: z.array(z.object({ eth: z.string() })),
  })
  .parse(demoFile('truth/activity.json'));

let whole: WholeDemo;
beforeAll(async () => {
  whole = await openWhole();
}, 300_000);
afterAll(() => whole.close());

describe('names', () => {
  const REGISTRAR = fromHex('cd9b6e4e81d49c089da95ce34f6c4eacdab72ffd');

  it('are those that the programs registered', async () => {
    const rows = await whole.store.db.selectFrom('name').select(['label', 'registrant']).execute();
    const told = rows.map(({ label, registrant }) => [
      `${label}.fil`,
      to0x(registrant ?? new Uint8Array(0)),
    ]);
    expect(told.sort()).toEqual(
      truth.names.map(({ name, registrant }) => [name, registrant.toLowerCase()]).sort(),
    );
    expect(told).toHaveLength(20);
  });

  it('are held as the registrar counts', async () => {
    const selector = keccakOfText('balanceOf(address)').subarray(0, 4);
    let held = 0;
    for (const { eth } of truth.accounts) {
      const call = fromHex(`${toHex(selector)}${eth.slice(2).toLowerCase().padStart(64, '0')}`);
      const answer = await whole.node.ethCall(REGISTRAR, call);
      const { data } = await whole.explorer.name.heldBy(eth);
      expect(data).toEqual(accountNamesSchema.parse(data));
      expect([eth, data.totalCount]).toEqual([eth, Number(to0x(answer ?? new Uint8Array(0)))]);
      expect(data.names).toHaveLength(data.totalCount);
      held += data.totalCount;
    }
    expect(held).toBeGreaterThan(10);
  });

  it('have their details and history', async () => {
    const { data } = await whole.explorer.name.get('Plankton.FIL');
    expect(data).toEqual(nameDetailSchema.parse(data));
    expect(data).toMatchObject({
      name: 'plankton.fil',
      tokenId: to0x(labelHash('plankton')),
      status: 'active',
      expires: 1_858_137_718,
      graceUntil: 1_865_913_718,
      owner: { ethAddress: '0xB524aD15fb26a675fb93b16A5491e2eFD530c7E8', fnsName: 'plankton.fil' },
      controller: { ethAddress: '0xB524aD15fb26a675fb93b16A5491e2eFD530c7E8' },
      resolver: { ethAddress: '0x14543252A66E3aA0ac55A3f72D3Fa284B318f04e', id: 'f01063' },
    });
    const owner = parseAddress('0xB524aD15fb26a675fb93b16A5491e2eFD530c7E8');
    expect(parseAddress(data.resolvedAddress ?? '')).toEqual(owner);
    const { data: history } = await whole.explorer.name.history('plankton');
    expect(history).toEqual(nameActionsSchema.parse(history));
    expect(history.actions.at(-1)).toMatchObject({
      type: 'registered',
      height: 804,
      cost: '8835616438356164383',
    });
    expect(history.totalCount).toBe(history.actions.length);
    await expect(whole.explorer.name.get('nobody.fil')).rejects.toThrow('noName');
    await expect(whole.explorer.name.get('a b')).rejects.toThrow('badName');
  });

  it('page through all registrations', async () => {
    const names: (string | null)[] = [];
    for (let before: string | null = ''; before !== null;) {
      const { data }: { data: z.infer<typeof nameActionsSchema> } =
        await whole.explorer.name.registrations({ pageSize: 7, before });
      names.push(...data.actions.map(({ name }) => name));
      before = data.next;
    }
    expect(names).toHaveLength(20);
    expect(new Set(names).size).toBe(20);
    expect([names[0], names.at(-1)]).toEqual(['breakwater.fil', 'plankton.fil']);
  });

  it('lead where the coins that count say, whatever other coins a resolver tells of', async () => {
    const before = (await whole.explorer.name.get('plankton.fil')).data.resolvedAddress;
    expect(before).not.toBeNull();
    await sql`insert into name_record (service, node, resolver, kind, key_hash, key, value)
      select n.service, n.node, n.resolver, 0, decode(lpad(to_hex(i), 64, '0'), 'hex'), i::text, '0x00'
      from name own, name_node n, generate_series(1000, 1999) i
      where own.label = 'plankton' and n.service = own.service and n.node = own.node`.execute(
      whole.store.db,
    );
    await revise(whole.store.db);
    const { data } = await whole.explorer.name.get('plankton.fil');
    expect(data.records).toHaveLength(200);
    expect(data.resolvedAddress).toBe(before);
  });

  it('have the records that were set since their resolver cleared them', async () => {
    const { db } = whole.store;
    const { data: before } = await whole.explorer.name.get('plankton.fil');
    await sql`insert into name_clearing (service, node, resolver, times)
      select n.service, n.node, n.resolver, 2 from name own, name_node n
      where own.label = 'plankton' and n.service = own.service and n.node = own.node`.execute(db);
    await revise(db);
    const { data: cleared } = await whole.explorer.name.get('plankton.fil');
    expect([cleared.records, cleared.resolvedAddress]).toEqual([[], null]);
    expect(cleared.owner?.fnsName).toBeUndefined();
    await sql`update name_record r set clearing = 2 from name own
      where own.label = 'plankton' and r.node = own.node`.execute(db);
    await revise(db);
    expect((await whole.explorer.name.get('plankton.fil')).data).toEqual(before);
  });

  it('count in reverse only when they point back', async () => {
    // It calls itself leeward.fil now, which points to it.
    const { data: account } = await whole.explorer.account.get(
      '0x0d240901c312069ce4cdE40580E43Ce13095C347',
    );
    expect(account.fnsName).toBe('leeward.fil');
    const node = await whole.store.db
      .selectFrom('name')
      .select('node')
      .where('label', '=', 'leeward')
      .executeTakeFirstOrThrow();
    await whole.store.db
      .updateTable('name_record')
      .set({ value: '0x66303939' })
      .where('node', '=', node.node)
      .execute();
    await revise(whole.store.db);
    const { data: liar } = await whole.explorer.account.get(
      '0x0d240901c312069ce4cdE40580E43Ce13095C347',
    );
    expect(liar.fnsName).toBeUndefined();
  });
});
