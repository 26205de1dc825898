/**
 * Methods of the built-in actors: number, name, and the actors versions that have them.
 * A method without versions has existed as long as its actor (`FIRST_VERSION`).
 *
 * Source: specs-actors (versions 0 to 7) and builtin-actors (8 and later) dispatch tables.
 */
import type { ActorKind } from './kinds.ts';

/** `[number, name, first version?, last version?]`. */
export type NumberedMethod = readonly [
  number: number,
  name: string,
  since?: number,
  until?: number,
];

/**
 * `[FRC-42 name, first version?, display name?]`: the number follows from the name
 * (`frc42Number`), the display name is the name with `Exported` unless given.
 */
export type ExportedMethod = readonly [name: string, since?: number, display?: string];

export interface ActorMethods {
  methods: readonly NumberedMethod[];
  exported?: readonly ExportedMethod[];
}

/** Actors version in which a kind of actor appeared, where it is not the first. */
export const FIRST_VERSION: Partial<Record<ActorKind, number>> = {
  datacap: 9,
  eam: 10,
  ethaccount: 10,
  evm: 10,
  placeholder: 10,
};

/** Exported methods came with actors version 10 (FIP-0050). */
export const FIRST_EXPORTED_VERSION = 10;

/**
 * Methods that any actor may implement for others to call. They are named the same wherever they
 * are called, never with a family.
 */
export const HOOKS: readonly ExportedMethod[] = [
  ['Receive', 9, 'UniversalReceiverHook'],
  ['InvokeEVM', 10, 'InvokeContract'],
  ['AuthenticateMessage'],
  ['SectorContentChanged', 13, 'SectorContentChanged'],
  ['MarketNotifyDeal', 10, 'MarketNotifyDeal'],
];

/**
 * Kinds that accept every method number from 2^24 on (EVM contracts: from 1024 on), by version.
 * Accounts, multisigs and placeholders then do nothing.
 */
export const ACCEPTS_ANY: Partial<Record<ActorKind, { since: number; from: number }>> = {
  account: { since: 10, from: 2 ** 24 },
  multisig: { since: 11, from: 2 ** 24 },
  ethaccount: { since: 10, from: 2 ** 24 },
  placeholder: { since: 10, from: 2 ** 24 },
  evm: { since: 10, from: 1024 },
};

export const METHOD_TABLE: Readonly<Record<ActorKind, ActorMethods>> = {
  account: {
    methods: [
      [1, 'Constructor'],
      [2, 'PubkeyAddress'],
      [3, 'AuthenticateMessage', 9, 9],
    ],
  },
  cron: {
    methods: [
      [1, 'Constructor'],
      [2, 'EpochTick'],
    ],
  },
  datacap: {
    methods: [
      [1, 'Constructor'],
      [2, 'Mint', 9, 9],
      [3, 'Destroy', 9, 9],
      [10, 'Name', 9, 9],
      [11, 'Symbol', 9, 9],
      [12, 'TotalSupply', 9, 9],
      [13, 'BalanceOf', 9, 9],
      [14, 'Transfer', 9, 9],
      [15, 'TransferFrom', 9, 9],
      [16, 'IncreaseAllowance', 9, 9],
      [17, 'DecreaseAllowance', 9, 9],
      [18, 'RevokeAllowance', 9, 9],
      [19, 'Burn', 9, 9],
      [20, 'BurnFrom', 9, 9],
      [21, 'Allowance', 9, 9],
    ],
    exported: [
      ['Mint'],
      ['Destroy'],
      ['Name'],
      ['Symbol'],
      ['Granularity'],
      ['TotalSupply'],
      ['Balance'],
      ['Transfer'],
      ['TransferFrom'],
      ['IncreaseAllowance'],
      ['DecreaseAllowance'],
      ['RevokeAllowance'],
      ['Burn'],
      ['BurnFrom'],
      ['Allowance'],
    ],
  },
  eam: {
    methods: [
      [1, 'Constructor'],
      [2, 'Create'],
      [3, 'Create2'],
      [4, 'CreateExternal'],
    ],
  },
  ethaccount: { methods: [[1, 'Constructor']] },
  evm: {
    methods: [
      [1, 'Constructor'],
      [2, 'Resurrect'],
      [3, 'GetBytecode'],
      [4, 'GetBytecodeHash'],
      [5, 'GetStorageAt'],
      [6, 'InvokeContractDelegate'],
    ],
  },
  init: {
    methods: [
      [1, 'Constructor'],
      [2, 'Exec'],
      [3, 'Exec4', 10],
    ],
  },
  multisig: {
    methods: [
      [1, 'Constructor'],
      [2, 'Propose'],
      [3, 'Approve'],
      [4, 'Cancel'],
      [5, 'AddSigner'],
      [6, 'RemoveSigner'],
      [7, 'SwapSigner'],
      [8, 'ChangeNumApprovalsThreshold'],
      [9, 'LockBalance'],
    ],
    // Tools know these numbers by these names; the actor itself never had them and, from version 11
    // on, ignores calls of them.
    exported: [
      ['Propose'],
      ['Approve'],
      ['Cancel'],
      ['AddSigner'],
      ['RemoveSigner'],
      ['SwapSigner'],
      ['ChangeNumApprovalsThreshold'],
      ['LockBalance'],
    ],
  },
  paymentchannel: {
    methods: [
      [1, 'Constructor'],
      [2, 'UpdateChannelState'],
      [3, 'Settle'],
      [4, 'Collect'],
    ],
  },
  placeholder: { methods: [] },
  reward: {
    methods: [
      [1, 'Constructor'],
      [2, 'AwardBlockReward'],
      [3, 'ThisEpochReward'],
      [4, 'UpdateNetworkKPI'],
    ],
  },
  storagemarket: {
    methods: [
      [1, 'Constructor'],
      [2, 'AddBalance'],
      [3, 'WithdrawBalance'],
      [4, 'PublishStorageDeals'],
      [5, 'VerifyDealsForActivation'],
      [6, 'ActivateDeals', 0, 11],
      [6, 'BatchActivateDeals', 12],
      [7, 'OnMinerSectorsTerminate'],
      [8, 'ComputeDataCommitment', 0, 11],
      [9, 'CronTick'],
    ],
    exported: [
      ['AddBalance'],
      ['WithdrawBalance'],
      ['PublishStorageDeals'],
      ['GetBalance'],
      ['GetDealDataCommitment'],
      ['GetDealClient'],
      ['GetDealProvider'],
      ['GetDealLabel'],
      ['GetDealTerm'],
      ['GetDealTotalPrice'],
      ['GetDealClientCollateral'],
      ['GetDealProviderCollateral'],
      ['GetDealVerified'],
      ['GetDealActivation'],
      ['GetDealSector', 13],
      ['SettleDealPayments', 13],
    ],
  },
  storageminer: {
    methods: [
      [1, 'Constructor'],
      [2, 'ControlAddresses'],
      [3, 'ChangeWorkerAddress'],
      [4, 'ChangePeerID'],
      [5, 'SubmitWindowedPoSt'],
      [6, 'PreCommitSector', 0, 12],
      [7, 'ProveCommitSector', 0, 13],
      [8, 'ExtendSectorExpiration', 0, 16],
      [9, 'TerminateSectors'],
      [10, 'DeclareFaults'],
      [11, 'DeclareFaultsRecovered'],
      [12, 'OnDeferredCronEvent'],
      [13, 'CheckSectorProven'],
      [14, 'AddLockedFund', 0, 0],
      [14, 'ApplyRewards', 2],
      [15, 'ReportConsensusFault'],
      [16, 'WithdrawBalance'],
      [17, 'ConfirmSectorProofsValid', 0, 13],
      [17, 'InternalSectorSetupForPreseal', 14],
      [18, 'ChangeMultiaddrs'],
      [19, 'CompactPartitions'],
      [20, 'CompactSectorNumbers'],
      [21, 'ConfirmUpdateWorkerKey', 2, 9],
      [21, 'ConfirmChangeWorkerAddress', 10],
      [22, 'RepayDebt', 2],
      [23, 'ChangeOwnerAddress', 2],
      [24, 'DisputeWindowedPoSt', 3],
      [25, 'PreCommitSectorBatch', 5, 12],
      [26, 'ProveCommitAggregate', 5, 16],
      [27, 'ProveReplicaUpdates', 7, 16],
      [28, 'PreCommitSectorBatch2', 9],
      [29, 'ProveReplicaUpdates2', 9, 12],
      [30, 'ChangeBeneficiary', 9],
      [31, 'GetBeneficiary', 9],
      [32, 'ExtendSectorExpiration2', 9],
      [34, 'ProveCommitSectors3', 13],
      [35, 'ProveReplicaUpdates3', 13],
      [36, 'ProveCommitSectorsNI', 14],
    ],
    exported: [
      ['ChangeWorkerAddress'],
      ['ChangePeerID'],
      ['WithdrawBalance'],
      ['ChangeMultiaddrs'],
      ['ConfirmChangeWorkerAddress'],
      ['RepayDebt'],
      ['ChangeOwnerAddress'],
      ['ChangeBeneficiary'],
      ['GetBeneficiary'],
      ['GetOwner'],
      ['IsControllingAddress'],
      ['GetSectorSize'],
      ['GetAvailableBalance'],
      ['GetVestingFunds'],
      ['GetPeerID'],
      ['GetMultiaddrs'],
      ['MaxTerminationFee', 16],
      ['InitialPledge', 16],
      ['GenerateSectorLocation', 18],
      ['ValidateSectorStatus', 18],
      ['GetNominalSectorExpiration', 18],
    ],
  },
  storagepower: {
    methods: [
      [1, 'Constructor'],
      [2, 'CreateMiner'],
      [3, 'UpdateClaimedPower'],
      [4, 'EnrollCronEvent'],
      [5, 'OnEpochTickEnd'],
      [6, 'UpdatePledgeTotal'],
      [7, 'OnConsensusFault', 0, 0],
      [8, 'SubmitPoRepForBulkVerify', 0, 13],
      [9, 'CurrentTotalPower'],
    ],
    exported: [
      ['CreateMiner'],
      ['NetworkRawPower'],
      ['MinerRawPower'],
      ['MinerCount'],
      ['MinerConsensusCount'],
      ['MinerPower', 16],
    ],
  },
  system: { methods: [[1, 'Constructor']] },
  verifiedregistry: {
    methods: [
      [1, 'Constructor'],
      [2, 'AddVerifier'],
      [3, 'RemoveVerifier'],
      [4, 'AddVerifiedClient'],
      [5, 'UseBytes', 0, 8],
      [6, 'RestoreBytes', 0, 8],
      [7, 'RemoveVerifiedClientDataCap', 7],
      [8, 'RemoveExpiredAllocations', 9],
      [9, 'ClaimAllocations', 9],
      [10, 'GetClaims', 9],
      [11, 'ExtendClaimTerms', 9],
      [12, 'RemoveExpiredClaims', 9],
    ],
    exported: [
      ['AddVerifiedClient'],
      ['RemoveExpiredAllocations'],
      ['GetClaims'],
      ['ExtendClaimTerms'],
      ['RemoveExpiredClaims'],
    ],
  },
};

/** Hooks of kinds that do not accept every number: those that accept them all have all hooks. */
export const HOOKS_OF: Readonly<Partial<Record<ActorKind, readonly string[]>>> = {
  storagemarket: ['SectorContentChanged'],
  verifiedregistry: ['Receive'],
};
