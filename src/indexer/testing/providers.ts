import { formatMultiaddr } from '#filecoin/encoding/multiaddr.ts';
import { countRuns } from '#filecoin/encoding/bitfield.ts';
import { fromBase64, fromHex } from '#filecoin/encoding/bytes.ts';
import type { NodeClient, TipsetKey } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import { requireId } from '../decode/ids.ts';

/** Compares every provider of an index with what the node says of it at the index's head. */
export async function compareProviders(
  store: Store,
  node: NodeClient,
  key: TipsetKey,
): Promise<void> {
  const listed = (await node.stateListMiners(key)).map(requireId).sort((a, b) => a - b);
  const rows = await store.db.selectFrom('miner').selectAll().orderBy('id').execute();
  expect(rows.map((row) => row.id)).toEqual(listed);
  expect(rows).toHaveLength(17);
  const infos = await store.db.selectFrom('miner_info').selectAll().orderBy('id').execute();
  for (const [at, row] of rows.entries()) {
    const address = `f0${row.id}`;
    const info = await node.stateMinerInfo(address, key);
    const own = infos[at];
    expect(own, address).toMatchObject({
      id: row.id,
      owner_id: requireId(info.Owner),
      worker_id: requireId(info.Worker),
      controls: JSON.stringify((info.ControlAddresses ?? []).map(requireId)),
      new_worker_id: info.NewWorker === '<empty>' ? null : requireId(info.NewWorker ?? ''),
      worker_change_epoch: info.WorkerChangeEpoch < 0 ? null : info.WorkerChangeEpoch,
      beneficiary_id: requireId(info.Beneficiary ?? ''),
      beneficiary_quota: info.BeneficiaryTerm?.Quota,
      beneficiary_used: info.BeneficiaryTerm?.UsedQuota,
      beneficiary_expiration: info.BeneficiaryTerm?.Expiration,
      peer_id: info.PeerId,
      sector_size: info.SectorSize,
      proof_type: info.WindowPoStProofType,
      fault_elapsed: info.ConsensusFaultElapsed < 0 ? null : info.ConsensusFaultElapsed,
    });
    const addresses = z.array(z.string()).parse(JSON.parse(own?.multiaddrs ?? ''));
    expect(addresses.map((hex) => formatMultiaddr(fromHex(hex)))).toEqual(
      (info.Multiaddrs ?? []).map((bytes) => formatMultiaddr(fromBase64(bytes))),
    );
    const power = await node.stateMinerPower(address, key);
    const sectors = await node.stateMinerSectorCount(address, key);
    expect(row, address).toMatchObject({
      raw_power: power.MinerPower.RawBytePower,
      adjusted_power: power.MinerPower.QualityAdjPower,
      has_min_power: power.HasMinPower,
      live: sectors.Live,
      active: sectors.Active,
      faulty: sectors.Faulty,
      recovering: countRuns(await node.stateMinerRecoveries(address, key)),
    });
    const state = await node.stateReadState(address, key);
    expect(row, address).toMatchObject({
      locked_funds: z.object({ LockedFunds: z.string() }).parse(state.State).LockedFunds,
      pre_commit_deposits: z.object({ PreCommitDeposits: z.string() }).parse(state.State)
        .PreCommitDeposits,
      initial_pledge: z.object({ InitialPledge: z.string() }).parse(state.State).InitialPledge,
      fee_debt: z.object({ FeeDebt: z.string() }).parse(state.State).FeeDebt,
    });
  }
}
