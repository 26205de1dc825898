/** Sources of the demo chain's contracts, handed in as its clients do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMPILER,
  deployments,
  filfoxForm,
  pools,
  type Deployment,
} from '#contracts/testing/demo.ts';
import { DIAMOND } from '#explorer/contract/facets.ts';
import { adoptNew } from './keep.ts';
import { HEIGHT, openDesk, type Desk } from './testing/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

describe('the demo chain’s contracts', () => {
  const all = deployments();
  const deployed = (name: string): Deployment => {
    const found = all.get(name);
    if (found === undefined) throw new Error(`no contract ${name}`);
    return found;
  };

  it('are refused with what was wanted and what was got, and nothing is kept', async () => {
    const usd = deployed('usd');
    const { answer, explanation } = await desk.verify(filfoxForm(usd, { optimizeRuns: 1 }));
    expect(answer).toMatchObject({ success: false, errorCode: 4, contractName: 'Token' });
    expect(answer.initCode).toBe((await desk.contract(usd.address)).initCode);
    expect(answer.byteCode).toMatch(/^0x60a0/);
    expect(explanation?.causes.map(({ kind }) => kind)).toContain('runs');
    expect(await desk.contract(usd.address)).toMatchObject({ verified: false, sourceFiles: [] });
    expect(
      (await desk.verify(filfoxForm(usd, { compiler: 'v0.8.22+commit.4fc1097e' }))).answer,
    ).toMatchObject({ errorCode: 3, nearestCompilers: [COMPILER] });
    // Its code names the compiler: others are not worth a try.
    const old = await desk.verify(filfoxForm(usd, { compiler: 'v0.4.11+commit.68ef5810' }));
    expect(old).toMatchObject({
      answer: { errorCode: 3 },
      explanation: { causes: [{ kind: 'compilerVersion', chain: '0.8.23' }] },
    });
    expect(old.answer.errorMsg).toContain('compiled by version 0.8.23');
    expect((await desk.verify(filfoxForm(usd, { sourceFiles: {} }))).answer.errorCode).toBe(1);
    expect((await desk.verify(filfoxForm(usd, { language: 'Vyper' }))).answer.errorCode).toBe(5);
    expect((await desk.verify(filfoxForm(usd, { address: 'f099' }))).answer.errorCode).toBe(2);
    const broken = { 'A.sol': { content: 'contract A { x }' } };
    const errors = (await desk.verify(filfoxForm(usd, { sourceFiles: broken }))).answer;
    expect(errors).toMatchObject({ errorCode: 7 });
    expect(errors.errorMsg).toContain('A.sol');
  });

  it('are told from what they are proxies of', async () => {
    const [proxy, implementation] = [deployed('staking'), deployed('stakingV2')];
    const { proxyImpl } = await desk.contract(proxy.address);
    expect(proxyImpl?.toLowerCase()).toBe(implementation.address);
    const asked = (sourceFiles: object, name: string) =>
      desk.verifyNamed(filfoxForm(implementation, { address: proxy.address, sourceFiles }), name);
    const sourcesAt = (given: Deployment) => filfoxForm(given).sourceFiles;
    const neither = await asked(sourcesAt(deployed('wfil')), 'WrappedFil');
    expect(neither).toMatchObject({ answer: { success: false, errorCode: 4 }, match: null });
    expect(neither.explanation?.causes[0]).toEqual({ kind: 'source', address: proxyImpl });
    expect(neither.answer.errorMsg).toContain(proxyImpl);
    expect((await desk.contract(implementation.address)).verified).toBe(false);

    const cause = {
      kind: 'otherContract',
      file: 'Staking.sol',
      name: 'StakingV2',
      address: proxyImpl,
      role: 'implementation',
    };
    const now = await asked(sourcesAt(proxy), 'StakingV2');
    const match = { kind: 'partial', by: 'creation' };
    expect(now).toMatchObject({
      answer: {
        success: true,
        errorCode: 0,
        contractName: 'StakingV2',
        verifiedAddress: proxyImpl,
        initCode: (await desk.contract(implementation.address)).initCode,
        message: expect.stringMatching(
          `^The implementation ${proxyImpl ?? ''} was verified behind the proxy.* Partial match`,
        ),
      },
      explanation: { causes: [{ ...cause, now: true }] },
      match,
    });
    expect((await desk.contract(implementation.address)).contractName).toBe('StakingV2');
    expect((await desk.contract(proxy.address)).verified).toBe(false);

    const again = await asked(sourcesAt(proxy), 'StakingV2');
    expect(again).toMatchObject({
      answer: { success: false, errorCode: 6, verifiedAddress: proxyImpl },
      match,
    });
    expect(again.explanation?.causes[0]).toEqual({ ...cause, now: false });
  });

  it('are all verified by their sources, also what the chain has destroyed', async () => {
    const seen = new Map<string, number>();
    for (const [name, deployment] of all) {
      const { answer } = await desk.verify(filfoxForm(deployment));
      seen.set(name, answer.errorCode);
      const shown = await desk.contract(deployment.address);
      expect([name, shown.verifiedMatch, shown.contractName]).toEqual([
        name,
        deployment.settings['metadata'] === undefined ? 'full' : 'partial',
        deployment.name,
      ]);
      expect(shown.initCode?.endsWith(shown.parameters?.slice(2) ?? 'x')).toBe(true);
    }
    // One source for several contracts: the first brings the others along. One was verified above.
    const again = new Set(['stakingV2', 'anchor', 'odd', 'maps', 'doomed']);
    for (const [name, code] of seen) expect([name, code]).toEqual([name, again.has(name) ? 6 : 0]);
  });

  it('of a verified proxy stay with it, and others are tried behind it', async () => {
    const [proxy, implementation] = [deployed('staking'), deployed('stakingV2')];
    const { proxyImpl } = await desk.contract(proxy.address);
    const asked = (given: Deployment) =>
      desk.verifyNamed(filfoxForm(given, { address: proxy.address }), given.name);
    expect([0, 6]).toContain((await asked(proxy)).answer.errorCode);
    // Its code has no hash of its metadata. A full match takes no compiler any more.
    await desk.demo.store.db
      .updateTable('verified_code')
      .set({ complete: true })
      .where('name', '=', proxy.name)
      .execute();
    const own = await asked(proxy);
    expect(own).toMatchObject({
      answer: {
        errorCode: 6,
        contractName: proxy.name,
        errorMsg: expect.stringContaining('as StakingV2'),
      },
      explanation: { causes: [{ kind: 'proxy', address: proxyImpl, name: 'StakingV2' }] },
      match: { kind: 'full' },
    });
    await desk.forget(implementation);
    expect((await desk.contract(implementation.address)).verified).toBe(false);
    expect((await asked(proxy)).explanation?.causes).toEqual([
      { kind: 'proxy', address: proxyImpl, name: null },
    ]);

    const other = await asked(deployed('wfil'));
    expect(other).toMatchObject({ answer: { errorCode: 6 }, match: { kind: 'full' } });
    expect(other.explanation?.causes).toEqual([{ kind: 'source', address: proxyImpl }]);

    const now = await asked(implementation);
    expect(now.answer).toMatchObject({
      errorCode: 0,
      contractName: 'StakingV2',
      verifiedAddress: proxyImpl,
    });
    expect(now.explanation?.causes).toMatchObject([
      { kind: 'otherContract', name: 'StakingV2', role: 'implementation', now: true },
    ]);
    expect((await desk.contract(implementation.address)).contractName).toBe('StakingV2');
    await desk.demo.store.db
      .updateTable('verified_code')
      .set({ complete: false })
      .where('name', '=', proxy.name)
      .execute();
  });

  it('of a proxy and its implementation in one file verify both, where none is named', async () => {
    const [proxy, implementation] = [deployed('staking'), deployed('stakingV2')];
    const { proxyImpl } = await desk.contract(proxy.address);
    const asked = () => desk.verify(filfoxForm(proxy));
    await desk.forget(implementation);
    const before = await asked();
    expect(before).toMatchObject({
      answer: { errorCode: 0, contractName: 'StakingV2', verifiedAddress: proxyImpl },
      explanation: {
        causes: [{ kind: 'otherContract', name: 'StakingV2', address: proxyImpl, now: true }],
      },
    });
    expect((await desk.contract(implementation.address)).contractName).toBe('StakingV2');

    await desk.forget(implementation);
    await desk.forget(proxy);
    const both = await asked();
    expect(both.answer).toMatchObject({ errorCode: 0, contractName: proxy.name });
    expect(both.answer).not.toHaveProperty('verifiedAddress');
    expect(both.answer.message).toContain(`a proxy of ${proxyImpl ?? ''}, which is verified as`);
    expect((await desk.contract(implementation.address)).contractName).toBe('StakingV2');
    expect((await asked()).explanation?.causes).toEqual([
      { kind: 'proxy', address: proxyImpl, name: 'StakingV2' },
    ]);
  });

  it('are tried on the facets of a diamond', async () => {
    const [diamond, usd, logic] = [deployed('wfil'), deployed('usd'), deployed('stakingV2')];
    const facets = [logic, usd];
    const { db } = desk.demo.store;
    const idOf = async ({ address }: Deployment) =>
      Number((await desk.demo.explorer.account.get(address)).data.id?.slice(2));
    const told = facets.map(({ address }, at) => ({
      address: address.toLowerCase(),
      selectors: [`0x0000000${String(at)}`],
    }));
    const contract_id = await idOf(diamond);
    const { code_hash } = await db
      .updateTable('contract')
      .set({ proxy_kind: DIAMOND })
      .where('actor_id', '=', contract_id)
      .returning('code_hash')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('contract_diamond')
      .values({
        contract_id,
        code_hash: code_hash ?? new Uint8Array(),
        facets: JSON.stringify(told),
        asked_height: HEIGHT,
      })
      .execute();
    const asked = (given: Deployment) =>
      desk.verify(filfoxForm(given, { address: diamond.address }));
    await desk.forget(usd);
    const now = await asked(usd);
    // The diamond was verified before, by its own source.
    expect(now.answer).toMatchObject({ errorCode: 0, contractName: usd.name });
    expect(now.answer.message).toContain(`facet ${usd.address.toLowerCase()} was verified behind`);
    const cause = {
      kind: 'otherContract',
      file: usd.file,
      name: usd.name,
      address: usd.address.toLowerCase(),
      role: 'facet',
    };
    expect(now.explanation?.causes).toEqual([{ ...cause, now: true }]);
    expect((await desk.contract(usd.address)).contractName).toBe(usd.name);
    expect((await asked(usd)).explanation?.causes).toEqual([{ ...cause, now: false }]);

    await desk.forget(diamond);
    const wrong = await asked({ ...usd, file: 'Items.sol' });
    expect(wrong.answer).toMatchObject({ errorCode: 4 });
    expect(wrong.match).toBeNull();
    expect(wrong.explanation?.causes[0]).toEqual({ kind: 'source', facets: facets.length });

    await desk.forget(usd);
    const open = await asked(usd);
    expect(open).toMatchObject({ answer: { errorCode: 0 }, match: { kind: 'full' } });
    expect(open.explanation?.causes).toEqual([{ ...cause, now: true }]);
    expect(await asked(diamond)).toMatchObject({ answer: { errorCode: 0 } });
    await db.deleteFrom('contract_diamond').execute();
    await db
      .updateTable('contract')
      .set({ proxy_kind: null })
      .where('actor_id', '=', contract_id)
      .execute();
  });

  it('bring those along that they make', async () => {
    for (const address of pools())
      expect(await desk.contract(address)).toMatchObject({
        verified: true,
        verifiedMatch: 'full',
        contractName: 'Pool',
        parameters: '0x',
      });
  });

  it('are listed by when they were verified', async () => {
    const { data } = await desk.demo.explorer.contract.verified({ limit: 5 });
    // And one more with the code of Faults.
    expect(data.totalCount).toBe(all.size + pools().length + 1);
    expect(data.verifiedContractList).toHaveLength(5);
    const rest = await desk.demo.explorer.contract.verified({
      limit: 100,
      before: data.next ?? '',
    });
    expect(rest.data.verifiedContractList).toHaveLength(data.totalCount - 5);
    expect(rest.data.next).toBeNull();
  });

  it('are verified again in an index that is made anew', async () => {
    const { store } = desk.demo;
    const before = await store.db
      .selectFrom('contract_source')
      .selectAll()
      .orderBy('hash')
      .execute();
    await store.db.deleteFrom('contract_source').execute();
    expect(await adoptNew(store, 0)).toBe(true);
    const after = await store.db
      .selectFrom('contract_source')
      .selectAll()
      .orderBy('hash')
      .execute();
    expect(after).toEqual(before);
    expect(await adoptNew(store, 0)).toBe(false);
  });
});
