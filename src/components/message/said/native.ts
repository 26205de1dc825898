/** What calls of built-in actors ask for, by their decoded params; what came of it, by their returns. */
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import { methodsNamed } from '#filecoin/actors/methods.ts';
import { isFields } from '#filecoin/encoding/json.ts';
import {
  all,
  approve,
  bare,
  bitsOf,
  counted,
  created,
  exec,
  extended,
  filled,
  inBytes,
  inToken,
  lengthOf,
  listed,
  one,
  owner,
  partly,
  post,
  propose,
  publish,
  sectors,
  type NativeCall,
  type Rule,
  withdraw,
} from './readers.ts';
import { account, fil, number, type SlotValue, type Said } from './types.ts';

/** By kind and shape (`ActorMethod.shape`). What stands nowhere here is told by its name alone. */
export const RULES: Readonly<Partial<Record<ActorKind, Readonly<Record<string, Rule>>>>> = {
  account: {
    Constructor: 'inner',
    PubkeyAddress: 'ask',
    AuthenticateMessage: { action: 'authenticate' },
  },
  cron: { Constructor: 'inner', EpochTick: 'inner' },
  datacap: {
    ...all(
      'ask',
      'Name',
      'Symbol',
      'Granularity',
      'TotalSupply',
      'Balance',
      'BalanceOf',
      'Allowance',
    ),
    ...all('inner', 'Constructor', 'Mint', 'Destroy'),
    Transfer: (p) =>
      filled('dataCapSend', { target: account(p['To']), value: inToken(p['Amount']) }),
    TransferFrom: (p) =>
      filled('dataCapMove', {
        other: account(p['From']),
        target: account(p['To']),
        value: inToken(p['Amount']),
      }),
    IncreaseAllowance: (p) =>
      filled('dataCapAllow', { target: account(p['Operator']), value: inToken(p['Increase']) }),
    DecreaseAllowance: (p) =>
      filled('dataCapAllowLess', { target: account(p['Operator']), value: inToken(p['Decrease']) }),
    RevokeAllowance: (p) => filled('dataCapRevoke', { target: account(p['Operator']) }),
    Burn: (p) => filled('dataCapBurn', { value: inToken(p['Amount']) }),
    BurnFrom: (p) =>
      filled('dataCapBurnOf', { other: account(p['Owner']), value: inToken(p['Amount']) }),
  },
  eam: {
    Constructor: 'inner',
    Create: created('deploy', 'EthAddress'),
    Create2: created('deploy', 'EthAddress'),
    CreateExternal: created('deploy', 'EthAddress'),
  },
  ethaccount: { Constructor: 'inner' },
  evm: {
    ...all('inner', 'Constructor', 'Resurrect', 'InvokeContractDelegate'),
    GetBytecode: 'ask',
    GetBytecodeHash: 'ask',
    GetStorageAt: 'ask',
  },
  init: {
    Constructor: 'inner',
    Exec: exec,
    Exec4: exec,
  },
  multisig: {
    Constructor: 'inner',
    Propose: propose,
    Approve: approve,
    Cancel: ({ ID }) => filled('cancel', { number: number(ID) }),
    AddSigner: ({ Signer }) => filled('addSigner', { target: account(Signer) }),
    RemoveSigner: ({ Signer }) => filled('removeSigner', { target: account(Signer) }),
    SwapSigner: ({ From, To }) =>
      filled('swapSigner', { other: account(From), target: account(To) }),
    ChangeNumApprovalsThreshold: ({ NewThreshold }) =>
      filled('threshold', { number: number(NewThreshold) }),
    LockBalance: ({ Amount }) => filled('lockBalance', { value: fil(Amount) }),
  },
  paymentchannel: {
    Constructor: 'inner',
    UpdateChannelState: ({ Sv }) =>
      isFields(Sv)
        ? filled('voucher', { value: fil(Sv['Amount']), number: number(Sv['Lane']) })
        : null,
    Settle: { action: 'settle' },
    Collect: { action: 'collect' },
  },
  reward: {
    ...all('inner', 'Constructor', 'AwardBlockReward', 'UpdateNetworkKPI'),
    ThisEpochReward: 'ask',
  },
  storagemarket: {
    ...all(
      'inner',
      'Constructor',
      'VerifyDealsForActivation',
      'ActivateDeals',
      'BatchActivateDeals',
      'OnMinerSectorsTerminate',
      'ComputeDataCommitment',
      'CronTick',
      'SectorContentChanged',
    ),
    AddBalance: bare((address) => filled('marketAdd', { target: account(address) })),
    WithdrawBalance: withdraw('marketWithdraw', 'Amount'),
    PublishStorageDeals: publish,
    SettleDealPayments: bare((deals, call) => partly(counted('dealPayments', bitsOf(deals)), call)),
    ...all(
      'ask',
      'GetBalance',
      'GetDealDataCommitment',
      'GetDealClient',
      'GetDealProvider',
      'GetDealLabel',
      'GetDealTerm',
      'GetDealTotalPrice',
      'GetDealClientCollateral',
      'GetDealProviderCollateral',
      'GetDealVerified',
      'GetDealActivation',
      'GetDealSector',
    ),
  },
  storageminer: {
    ...all(
      'inner',
      'Constructor',
      'OnDeferredCronEvent',
      'AddLockedFund',
      'ApplyRewards',
      'ConfirmSectorProofsValid',
      'InternalSectorSetupForPreseal',
    ),
    ...all(
      'ask',
      'ControlAddresses',
      'CheckSectorProven',
      'GetBeneficiary',
      'GetOwner',
      'IsControllingAddress',
      'GetSectorSize',
      'GetAvailableBalance',
      'GetVestingFunds',
      'GetPeerID',
      'GetMultiaddrs',
      'MaxTerminationFee',
      'InitialPledge',
      'GenerateSectorLocation',
      'ValidateSectorStatus',
      'GetNominalSectorExpiration',
    ),
    ChangeWorkerAddress: ({ NewWorker }) => filled('worker', { target: account(NewWorker) }),
    ConfirmUpdateWorkerKey: { action: 'confirmWorker' },
    ConfirmChangeWorkerAddress: { action: 'confirmWorker' },
    ChangePeerID: { action: 'peer' },
    ChangeMultiaddrs: { action: 'multiaddrs' },
    ChangeOwnerAddress: owner,
    ChangeBeneficiary: ({ NewBeneficiary }) =>
      filled('beneficiary', { target: account(NewBeneficiary) }),
    WithdrawBalance: withdraw('minerWithdraw', 'AmountRequested'),
    RepayDebt: { action: 'repayDebt' },
    SubmitWindowedPoSt: post,
    DisputeWindowedPoSt: ({ Deadline }) => filled('dispute', { number: number(Deadline) }),
    PreCommitSector: one('preCommit'),
    PreCommitSectorBatch: listed('preCommit', 'Sectors'),
    PreCommitSectorBatch2: listed('preCommit', 'Sectors'),
    ProveCommitSector: one('proveCommit'),
    ProveCommitAggregate: ({ SectorNumbers }) => counted('proveCommit', bitsOf(SectorNumbers)),
    ProveCommitSectors3: listed('proveCommit', 'SectorActivations'),
    ProveCommitSectorsNI: listed('proveCommit', 'Sectors'),
    ProveReplicaUpdates: listed('proveReplica', 'Updates'),
    ProveReplicaUpdates2: listed('proveReplica', 'Updates'),
    ProveReplicaUpdates3: listed('proveReplica', 'SectorUpdates'),
    ExtendSectorExpiration: extended,
    ExtendSectorExpiration2: extended,
    TerminateSectors: sectors('terminate', 'Terminations'),
    DeclareFaults: sectors('faults', 'Faults'),
    DeclareFaultsRecovered: sectors('recovered', 'Recoveries'),
    ReportConsensusFault: { action: 'consensusFault' },
    CompactPartitions: ({ Deadline }) => filled('compactPartitions', { number: number(Deadline) }),
    CompactSectorNumbers: { action: 'compactNumbers' },
  },
  storagepower: {
    ...all(
      'ask',
      'CurrentTotalPower',
      'NetworkRawPower',
      'MinerRawPower',
      'MinerPower',
      'MinerCount',
    ),
    ...all(
      'inner',
      'Constructor',
      'UpdateClaimedPower',
      'EnrollCronEvent',
      'OnEpochTickEnd',
      'UpdatePledgeTotal',
      'OnConsensusFault',
      'SubmitPoRepForBulkVerify',
    ),
    CreateMiner: created('createMiner', 'IDAddress'),
    MinerConsensusCount: 'ask',
  },
  system: { Constructor: 'inner' },
  verifiedregistry: {
    ...all('inner', 'Constructor', 'UseBytes', 'RestoreBytes', 'ClaimAllocations', 'Receive'),
    GetClaims: 'ask',
    AddVerifier: (p) =>
      filled('addVerifier', { target: account(p['Address']), value: inBytes(p['Allowance']) }),
    RemoveVerifier: bare((address) => filled('removeVerifier', { target: account(address) })),
    AddVerifiedClient: (p) =>
      filled('addClient', { target: account(p['Address']), value: inBytes(p['Allowance']) }),
    RemoveVerifiedClientDataCap: (p) =>
      filled('removeClient', {
        target: account(p['VerifiedClientToRemove']),
        value: inBytes(p['DataCapAmountToRemove']),
      }),
    RemoveExpiredAllocations: ({ AllocationIds }) =>
      counted('expiredAllocations', lengthOf(AllocationIds)) ?? { action: 'allExpiredAllocations' },
    ExtendClaimTerms: listed('extendClaims', 'Terms'),
    RemoveExpiredClaims: ({ ClaimIds }) =>
      counted('expiredClaims', lengthOf(ClaimIds)) ?? { action: 'allExpiredClaims' },
  },
};

/** The sentence of a built-in actor's own method; null where nothing more than its name can be told. */
export function nativeSaid(call: NativeCall): Said | null {
  const shape = methodsNamed(call.method).find(({ kind }) => kind === call.kind)?.shape;
  const rules = RULES[call.kind];
  if (shape === undefined || rules === undefined || !Object.hasOwn(rules, shape)) return null;
  const rule = rules[shape];
  const method: SlotValue = { kind: 'code', text: call.method };
  if (rule === undefined) return null;
  if (rule === 'inner' || rule === 'ask') return { action: rule, places: { method } };
  if (typeof rule === 'function') return rule(isFields(call.params) ? call.params : {}, call);
  return rule;
}
