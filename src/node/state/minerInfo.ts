/** Who a storage miner is, as nodes tell it (StateMinerInfo). */
import type { MinerInfo } from '#filecoin/actors/state/miner.ts';
import { encodeBase58 } from '#filecoin/encoding/base58.ts';
import { EncodingError, toBase64 } from '#filecoin/encoding/bytes.ts';
import { decodeUvarint } from '#filecoin/encoding/varint.ts';
import type { MinerInfoJson } from '../schemas/state.ts';

export function minerInfoJson(info: MinerInfo): MinerInfoJson {
  const pending = info.PendingWorkerKey;
  return {
    Owner: info.Owner,
    Worker: info.Worker,
    NewWorker: pending?.NewWorker ?? '<empty>',
    ControlAddresses: orNull(info.ControlAddresses),
    WorkerChangeEpoch: pending?.EffectiveAt ?? -1,
    PeerId: peerId(info.PeerId),
    Multiaddrs: orNull(info.Multiaddrs.map(toBase64)),
    WindowPoStProofType:
      'SealProofType' in info ? windowProof(info.SealProofType) : info.WindowPoStProofType,
    SectorSize: info.SectorSize,
    WindowPoStPartitionSectors: info.WindowPoStPartitionSectors,
    ConsensusFaultElapsed: 'ConsensusFaultElapsed' in info ? info.ConsensusFaultElapsed : -1,
    // Lotus never tells it (its `Info` drops the field), and indexes by objects and by calls are equal.
    PendingOwnerAddress: null,
    ...('Beneficiary' in info
      ? {
          Beneficiary: info.Beneficiary,
          BeneficiaryTerm: info.BeneficiaryTerm,
          PendingBeneficiaryTerm: info.PendingBeneficiaryTerm,
        }
      : {}),
  };
}

/** An empty list is told as null, as Go's nil slices are. */
function orNull<T>(items: T[]): T[] | null {
  return items.length === 0 ? null : items;
}

/** The proof of Window PoSt that belongs to a seal proof: five sector sizes, V1 and V1.1 of each. */
function windowProof(sealProof: number): number {
  return 5 + (sealProof % 5);
}

/** A peer id is a multihash, told in base58; what is none is told as null. */
function peerId(bytes: Uint8Array): string | null {
  try {
    const code = decodeUvarint(bytes);
    const size = decodeUvarint(bytes, code.end);
    return BigInt(bytes.length - size.end) === size.value ? encodeBase58(bytes) : null;
  } catch (error) {
    if (error instanceof EncodingError) return null;
    throw error;
  }
}
