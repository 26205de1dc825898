/** State of actors version 0 as it really was: mainnet's beginning. */
import { describe, expect, it } from 'vitest';
import { formatAddress } from '#filecoin/address.ts';
import { kindOfCode } from '#filecoin/actors/kinds.ts';
import { createNodeClient } from '../client.ts';
import { readGenesis } from '../testing/genesis.ts';
import { walkAddresses } from './actor.ts';
import { stateByObjects } from './byObjects.ts';
import { walkDataCap, walkVerifiers } from './datacap.ts';
import { walkDeals } from './market.ts';
import { walkClaims } from './registry.ts';
import { Unanswered } from './view.ts';

const genesis = readGenesis();
const key = genesis.tipset.Cids;
const client = stateByObjects(
  {
    ...createNodeClient({ url: 'http://127.0.0.1:9/rpc/v1', attempts: 1 }),
    chainGetTipSet: async () => genesis.tipset,
    stateMinerPower: async () => ({ ...NO_POWER, HasMinPower: true }),
  },
  genesis.objects,
  { kindOf: async (code) => kindOfCode(code) },
);
const NO_POWER = {
  MinerPower: { RawBytePower: '0', QualityAdjPower: '0' },
  TotalPower: { RawBytePower: '0', QualityAdjPower: '0' },
};
const SECTOR = 2n ** 35n;

describe('the state that mainnet began with', () => {
  it('has the actors and balances that others tell', async () => {
    const listed = await client.stateListActors(key);
    expect(listed.toSorted()).toEqual(genesis.balances.map(([address]) => address).sort());
    for (const [address, balance] of genesis.balances)
      expect(await client.stateGetActor(address, key)).toMatchObject({ Balance: balance });
  });

  it('has the multisigs that others tell, whose signers are known by their keys', async () => {
    for (const [address, { Signers, ...made }] of genesis.multisigs) {
      const { State } = await client.stateReadState(address, key);
      expect(State).toMatchObject({ ...made, NextTxnID: 0 });
      const ids = await Promise.all(Signers.map((signer) => client.stateLookupId(signer, key)));
      expect(State).toMatchObject({ Signers: ids });
      for (const [at, id] of ids.entries()) {
        expect(await client.stateAccountKey(id ?? '', key)).toBe(Signers[at]);
        expect(await client.stateLookupRobustAddress(id ?? '', key)).toBe(Signers[at]);
      }
      expect(await client.msigGetPending(address, key)).toEqual([]);
    }
  });

  it('names all actors that have an address besides their ids', async () => {
    const view = await client.stateAt(key);
    const named = await Array.fromAsync(walkAddresses(view));
    // Fifteen accounts and three providers; multisigs got theirs without one.
    expect(named).toHaveLength(18);
    for (const { address, id } of named)
      expect(await client.stateLookupId(formatAddress(address), key)).toBe(`f0${String(id)}`);
    const nobody = formatAddress(Uint8Array.of(2, ...new Uint8Array(20)));
    expect(await client.stateLookupId(nobody, key)).toBeNull();
  });

  it('has three providers whose power is that of their sectors', async () => {
    const miners = await client.stateListMiners(key);
    expect(miners.toSorted()).toEqual(['f01000', 'f01001', 'f01002']);
    let sum = 0n;
    for (const miner of miners) {
      const { MinerPower, TotalPower, HasMinPower } = await client.stateMinerPower(miner, key);
      const { Live, Faulty } = await client.stateMinerSectorCount(miner, key);
      expect(BigInt(MinerPower.RawBytePower)).toBe(BigInt(Live) * SECTOR);
      expect(BigInt(MinerPower.QualityAdjPower)).toBe(10n * BigInt(Live) * SECTOR);
      expect(Faulty).toBe(0);
      expect(HasMinPower).toBe(true);
      expect(TotalPower.RawBytePower).toBe(String(2304n * SECTOR));
      sum += BigInt(MinerPower.RawBytePower);
      const { SectorSize, Owner } = await client.stateMinerInfo(miner, key);
      expect(BigInt(SectorSize)).toBe(SECTOR);
      expect(await client.stateAccountKey(Owner, key)).toMatch(/^f3/);
    }
    expect(sum).toBe(2304n * SECTOR);
  });

  it('has a deal for every sector', async () => {
    const view = await client.stateAt(key);
    const deals = await Array.fromAsync(walkDeals(view));
    expect(deals.map(({ id }) => id)).toEqual(Array.from({ length: 2304 }, (_, id) => id));
    for (const { id, deal } of deals.filter(({ id: each }) => each % 97 === 0)) {
      expect(deal).toMatchObject({
        Proposal: { PieceSize: Number(SECTOR), VerifiedDeal: true },
        State: { SectorStartEpoch: 0, LastUpdatedEpoch: -1, SlashEpoch: -1 },
      });
      expect(deal?.State).not.toHaveProperty('SectorNumber');
      expect(await client.stateMarketStorageDeal(id, key)).toEqual(deal);
    }
    expect(await client.stateMarketStorageDeal(2304, key)).toBeNull();
    expect(await Array.fromAsync(walkDeals(view, 2300))).toEqual(deals.slice(2301));
  });

  it('has one verifier and no client, allocations and claims not even as tables', async () => {
    const view = await client.stateAt(key);
    const verifiers = await Array.fromAsync(walkVerifiers(view));
    expect(verifiers).toHaveLength(1);
    for (const { id, bytes } of verifiers)
      expect(await client.stateVerifierStatus(`f0${String(id)}`, key)).toBe(bytes);
    expect(await client.stateVerifierStatus('f0103', key)).toBeNull();
    expect(await client.stateVerifiedClientStatus('f0103', key)).toBeNull();
    expect(await Array.fromAsync(walkDataCap(view))).toEqual([]);
    await expect(Array.fromAsync(walkClaims(view))).rejects.toThrow(Unanswered);
  });

  it('is read without asking', () => {
    expect(client.stateCounts()).toMatchObject({ unread: 0, missing: 0, asked: 0 });
  });
});
