/** What the node tells of a provider's sectors. */
import type { Runs } from '#filecoin/encoding/bitfield.ts';
import { NO_RUNS } from '#filecoin/encoding/bitsets.ts';
import { parseCid } from '#filecoin/encoding/cid.ts';
import { int32 } from '#filecoin/encoding/integers.ts';
import type { Int32, Integer } from '#filecoin/encoding/integers.ts';
import { orNull } from '#node/refusals.ts';
import type { ActorStateJson, NodeClient, SectorJson, TipsetKey } from '#node/types.ts';
import { digest } from '../../decode/ids.ts';
import { Kept, perNode } from '#node/kept.ts';
import { readMinerState } from '../miners/state.ts';

/** Providers at work on a large network; a set of sectors is as large as it is torn. */
const KEPT = 5_000;

/** What a provider's deadlines hold; null where the node cannot tell. */
export interface Proving {
  live: number | null;
  active: number | null;
  faulty: number | null;
  faults: Runs | null;
  recovering: Runs | null;
}

const keptOf = perNode(() => new Kept<Proving>(KEPT));

/**
 * The sectors in a provider's deadlines (`deadlines`: their CID in its state), asked for once for the
 * same content: one call, three where there are faults.
 */
export function provingAt(
  node: NodeClient,
  address: string,
  deadlines: string,
  key: TipsetKey,
): Promise<Proving> {
  return keptOf(node).get(deadlines, async () => {
    const count = await orNull(node.stateMinerSectorCount(address, key));
    const counts = {
      live: count?.Live ?? null,
      active: count?.Active ?? null,
      faulty: count?.Faulty ?? null,
    };
    if (count?.Faulty === 0) return { ...counts, faults: NO_RUNS, recovering: NO_RUNS };
    const [faults, recovering] = await Promise.all([
      orNull(node.stateMinerFaults(address, key)),
      orNull(node.stateMinerRecoveries(address, key)),
    ]);
    return { ...counts, faults, recovering };
  });
}

export interface MinerClock {
  periodStart: number;
  deadline: Int32;
  /** CID of the deadlines, as text. */
  deadlines: string;
  deadlinesDigest: Uint8Array;
}

/** Where a provider stands in its proving period (StateReadState). Throws ZodError for what is no provider's state. */
export function decodeClock(json: ActorStateJson): MinerClock {
  const state = readMinerState(json);
  return {
    periodStart: state.ProvingPeriodStart,
    deadline: int32(state.CurrentDeadline),
    deadlines: state.Deadlines['/'],
    deadlinesDigest: digest(state.Deadlines),
  };
}

/** A sector as its provider's state holds it. */
export interface SectorInfo {
  number: Integer;
  sealProof: Int32;
  sealedCid: Uint8Array;
  activation: number;
  expiration: number;
  verifiedBytes: number;
  dealBytes: number;
  pledge: string;
}

/** Weights are bytes times the epochs from the base of the sector's power to its expiration. */
export function decodeSector(json: SectorJson): SectorInfo {
  const life = json.Expiration - (json.PowerBaseEpoch ?? json.Activation);
  const bytes = (weight: string): number =>
    life > 0 ? Number((BigInt(weight) + BigInt(life) / 2n) / BigInt(life)) : 0;
  return {
    number: json.SectorNumber,
    sealProof: int32(json.SealProof),
    sealedCid: parseCid(json.SealedCID['/']),
    activation: json.Activation,
    expiration: json.Expiration,
    verifiedBytes: bytes(json.VerifiedDealWeight),
    dealBytes: bytes(json.DealWeight),
    pledge: json.InitialPledge,
  };
}
