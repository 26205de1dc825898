/** Methods of storage miners. */
import { inside, list, maybe, method, oneOf, tuple } from '../shape.ts';
import type { ActorShapes } from '../shape.ts';
import { batchReturn, cronEvent, filterEstimate, minerConstructor, optionalCid } from './common.ts';

const declaration = tuple({ Deadline: 'int', Partition: 'int', Sectors: 'bitfield' });

const preCommitInfo1 = tuple({
  SealProof: 'int',
  SectorNumber: 'int',
  SealedCID: 'cid',
  SealRandEpoch: 'int',
  DealIDs: list('int'),
  Expiration: 'int',
  ReplaceCapacity: 'bool',
  ReplaceSectorDeadline: 'int',
  ReplaceSectorPartition: 'int',
  ReplaceSectorNumber: 'int',
});

const preCommitInfo2 = tuple({
  SealProof: 'int',
  SectorNumber: 'int',
  SealedCID: 'cid',
  SealRandEpoch: 'int',
  DealIDs: list('int'),
  Expiration: 'int',
  UnsealedCid: optionalCid,
});

const pieces = list(
  tuple({
    CID: 'cid',
    Size: 'int',
    VerifiedAllocationKey: maybe(tuple({ Client: 'int', ID: 'int' })),
    Notify: list(tuple({ Address: 'address', Payload: inside('int') })),
  }),
);

const beneficiary = tuple({
  Active: tuple({
    Beneficiary: 'address',
    Term: tuple({ Quota: 'amount', UsedQuota: 'amount', Expiration: 'int' }),
  }),
  Proposed: maybe(
    tuple({
      NewBeneficiary: 'address',
      NewQuota: 'amount',
      NewExpiration: 'int',
      ApprovedByBeneficiary: 'bool',
      ApprovedByNominee: 'bool',
    }),
  ),
});

/** Returns of withdrawals came with version 6: nothing before. */
const withdrawn = oneOf('amount', 'none');

export const storageminer: ActorShapes = {
  Constructor: method(minerConstructor),
  ControlAddresses: method(
    'none',
    tuple({ Owner: 'address', Worker: 'address', ControlAddrs: list('address') }),
  ),
  ChangeWorkerAddress: method(tuple({ NewWorker: 'address', NewControlAddrs: list('address') })),
  ChangePeerID: method(tuple({ NewID: 'peer' })),
  SubmitWindowedPoSt: method(
    tuple({
      Deadline: 'int',
      Partitions: list(tuple({ Index: 'int', Skipped: 'bitfield' })),
      Proofs: list(tuple({ PoStProof: 'int', ProofBytes: 'bytes' })),
      ChainCommitEpoch: 'int',
      ChainCommitRand: 'bytes',
    }),
  ),
  PreCommitSector: method(preCommitInfo1),
  ProveCommitSector: method(tuple({ SectorNumber: 'int', Proof: 'bytes' })),
  ExtendSectorExpiration: method(
    tuple({
      Extensions: list(
        tuple({ Deadline: 'int', Partition: 'int', Sectors: 'bitfield', NewExpiration: 'int' }),
      ),
    }),
  ),
  TerminateSectors: method(tuple({ Terminations: list(declaration) }), tuple({ Done: 'bool' })),
  DeclareFaults: method(tuple({ Faults: list(declaration) })),
  DeclareFaultsRecovered: method(tuple({ Recoveries: list(declaration) })),
  // Versions 0 to 5 had the event alone, without the estimates.
  OnDeferredCronEvent: method(
    oneOf(
      tuple({
        EventPayload: cronEvent,
        RewardSmoothed: filterEstimate,
        QualityAdjPowerSmoothed: filterEstimate,
      }),
      tuple({ EventType: 'int' }),
    ),
  ),
  CheckSectorProven: method(tuple({ SectorNumber: 'int' })),
  AddLockedFund: method('amount'),
  ApplyRewards: method(tuple({ Reward: 'amount', Penalty: 'amount' })),
  ReportConsensusFault: method(
    tuple({ BlockHeader1: 'bytes', BlockHeader2: 'bytes', BlockHeaderExtra: 'bytes' }),
  ),
  WithdrawBalance: method(tuple({ AmountRequested: 'amount' }), withdrawn),
  ConfirmSectorProofsValid: method(
    tuple(
      {
        Sectors: list('int'),
        RewardSmoothed: filterEstimate,
        RewardBaselinePower: 'amount',
        QualityAdjPowerSmoothed: filterEstimate,
      },
      1,
    ),
  ),
  InternalSectorSetupForPreseal: method(
    tuple({
      Sectors: list('int'),
      RewardSmoothed: filterEstimate,
      RewardBaselinePower: 'amount',
      QualityAdjPowerSmoothed: filterEstimate,
    }),
  ),
  ChangeMultiaddrs: method(tuple({ NewMultiaddrs: list('multiaddr') })),
  CompactPartitions: method(tuple({ Deadline: 'int', Partitions: 'bitfield' })),
  CompactSectorNumbers: method(tuple({ MaskSectorNumbers: 'bitfield' })),
  ConfirmUpdateWorkerKey: method('none'),
  ConfirmChangeWorkerAddress: method('none'),
  RepayDebt: method('none'),
  ChangeOwnerAddress: method('address'),
  DisputeWindowedPoSt: method(tuple({ Deadline: 'int', PoStIndex: 'int' })),
  PreCommitSectorBatch: method(tuple({ Sectors: list(preCommitInfo1) })),
  ProveCommitAggregate: method(tuple({ SectorNumbers: 'bitfield', AggregateProof: 'bytes' })),
  ProveReplicaUpdates: method(
    tuple({
      Updates: list(
        tuple({
          SectorID: 'int',
          Deadline: 'int',
          Partition: 'int',
          NewSealedSectorCID: 'cid',
          Deals: list('int'),
          UpdateProofType: 'int',
          ReplicaProof: 'bytes',
        }),
      ),
    }),
    'bitfield',
  ),
  PreCommitSectorBatch2: method(tuple({ Sectors: list(preCommitInfo2) })),
  ProveReplicaUpdates2: method(
    tuple({
      Updates: list(
        tuple({
          SectorID: 'int',
          Deadline: 'int',
          Partition: 'int',
          NewSealedSectorCID: 'cid',
          NewUnsealedSectorCID: 'cid',
          Deals: list('int'),
          UpdateProofType: 'int',
          ReplicaProof: 'bytes',
        }),
      ),
    }),
    'bitfield',
  ),
  ChangeBeneficiary: method(
    tuple({ NewBeneficiary: 'address', NewQuota: 'amount', NewExpiration: 'int' }),
  ),
  GetBeneficiary: method('none', beneficiary),
  ExtendSectorExpiration2: method(
    tuple({
      Extensions: list(
        tuple({
          Deadline: 'int',
          Partition: 'int',
          Sectors: 'bitfield',
          SectorsWithClaims: list(
            tuple({
              SectorNumber: 'int',
              MaintainClaims: list('int'),
              DropClaims: list('int'),
            }),
          ),
          NewExpiration: 'int',
        }),
      ),
    }),
  ),
  ProveCommitSectors3: method(
    tuple({
      SectorActivations: list(tuple({ SectorNumber: 'int', Pieces: pieces })),
      SectorProofs: list('bytes'),
      AggregateProof: 'bytes',
      AggregateProofType: maybe('int'),
      RequireActivationSuccess: 'bool',
      RequireNotificationSuccess: 'bool',
    }),
    batchReturn,
  ),
  ProveReplicaUpdates3: method(
    tuple({
      SectorUpdates: list(
        tuple({
          Sector: 'int',
          Deadline: 'int',
          Partition: 'int',
          NewSealedCID: 'cid',
          Pieces: pieces,
        }),
      ),
      SectorProofs: list('bytes'),
      AggregateProof: 'bytes',
      UpdateProofsType: 'int',
      AggregateProofType: maybe('int'),
      RequireActivationSuccess: 'bool',
      RequireNotificationSuccess: 'bool',
    }),
    batchReturn,
  ),
  ProveCommitSectorsNI: method(
    tuple({
      Sectors: list(
        tuple({
          SealingNumber: 'int',
          SealerID: 'int',
          SealedCID: 'cid',
          SectorNumber: 'int',
          SealRandEpoch: 'int',
          Expiration: 'int',
        }),
      ),
      AggregateProof: 'bytes',
      SealProofType: 'int',
      AggregateProofType: 'int',
      ProvingDeadline: 'int',
      RequireActivationSuccess: 'bool',
    }),
    batchReturn,
  ),
  GetOwner: method('none', tuple({ Owner: 'address', Proposed: maybe('address') })),
  IsControllingAddress: method('address', 'bool'),
  GetSectorSize: method('none', 'int'),
  GetAvailableBalance: method('none', 'amount'),
  GetVestingFunds: method(
    'none',
    tuple({ VestingFunds: list(tuple({ Epoch: 'int', Amount: 'amount' })) }),
  ),
  GetPeerID: method('none', tuple({ PeerId: 'peer' })),
  // The list that actors return, or one byte string, as other programs write it.
  GetMultiaddrs: method(
    'none',
    oneOf(tuple({ Multiaddrs: list('multiaddr') }), tuple({ Multiaddrs: 'bytes' })),
  ),
  MaxTerminationFee: method(tuple({ Power: 'amount', InitialPledge: 'amount' }), 'amount'),
  InitialPledge: method('none', 'amount'),
  GenerateSectorLocation: method(
    tuple({ SectorNumber: 'int' }),
    tuple({ Status: 'int', AuxData: inside(tuple({ Deadline: 'int', Partition: 'int' })) }),
  ),
  ValidateSectorStatus: method(
    tuple({
      SectorNumber: 'int',
      Status: 'int',
      AuxData: inside(tuple({ Deadline: 'int', Partition: 'int' })),
    }),
    'bool',
  ),
  GetNominalSectorExpiration: method('int', 'int'),
};
