/** Who a storage provider is, as StateMinerInfo tells. */
import { fromBase64, toHex } from '#filecoin/encoding/bytes.ts';
import { int32, integerJson } from '#filecoin/encoding/integers.ts';
import { storableText } from '../../decode/text.ts';
import { namedId, requireId } from '../../decode/ids.ts';
import type { RowOf } from '#store/schema.ts';
import { packIds } from '#store/ids.ts';
import type { MinerInfoJson } from '#node/types.ts';

export type Setup = Omit<RowOf<'miner_info'>, 'id'>;

const MAX_PEER_ID = 200;
/** Bounds on what is kept: the chain allows 1,024 bytes of addresses in all. */
const MAX_MULTIADDRS = 64;
const MAX_MULTIADDR = 1024;

/** An address that may stand for nobody. */
function idOrNull(address: string | null | undefined): number | null {
  return !address || address === '<empty>' ? null : requireId(address);
}

/** Throws AddressError or TypeError where an address is not one of an actor. */
export function decodeSetup(info: MinerInfoJson): Setup {
  const owner = requireId(info.Owner);
  const term = info.BeneficiaryTerm;
  const pending = info.PendingBeneficiaryTerm;
  const newWorker = idOrNull(info.NewWorker);
  const named = info.PendingOwnerAddress;
  return {
    owner_id: owner,
    worker_id: requireId(info.Worker),
    controls: packIds((info.ControlAddresses ?? []).map(requireId)),
    new_worker_id: newWorker,
    worker_change_epoch: newWorker === null ? null : info.WorkerChangeEpoch,
    pending_owner_id: named && named !== '<empty>' ? String(namedId(named)) : null,
    // Before actors version 9 the owner was it.
    beneficiary_id: idOrNull(info.Beneficiary) ?? owner,
    beneficiary_quota: term?.Quota ?? '0',
    beneficiary_used: term?.UsedQuota ?? '0',
    beneficiary_expiration: term?.Expiration ?? 0,
    pending_beneficiary: pending
      ? JSON.stringify({
          beneficiary: integerJson(namedId(pending.NewBeneficiary)),
          quota: pending.NewQuota,
          expiration: integerJson(pending.NewExpiration),
          approvedByBeneficiary: pending.ApprovedByBeneficiary,
          approvedByNominee: pending.ApprovedByNominee,
        })
      : null,
    peer_id: info.PeerId ? storableText(info.PeerId, MAX_PEER_ID) : null,
    multiaddrs: JSON.stringify(
      (info.Multiaddrs ?? [])
        .slice(0, MAX_MULTIADDRS)
        .map((bytes) => toHex(fromBase64(bytes).subarray(0, MAX_MULTIADDR))),
    ),
    sector_size: info.SectorSize,
    proof_type: int32(info.WindowPoStProofType),
    fault_elapsed: info.ConsensusFaultElapsed < 0 ? null : info.ConsensusFaultElapsed,
  };
}
