/** What calls of built-in actors ask for, by their decoded params; what came of it, by their returns. */
import { methodsNamed } from '#filecoin/actors/methods.ts';
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import type { Json } from '#format/json.ts';
import {
  account,
  fil,
  isFields,
  isList,
  number,
  type Fields,
  type Outcome,
  type Place,
  type Places,
  type Said,
} from './types.ts';

export interface NativeCall {
  kind: ActorKind;
  /** Display name. */
  method: string;
  params: Json | undefined;
  /** Undefined until it is executed, and of what failed. */
  returned: Json | undefined;
}

/** Answers null where the params do not say what the sentence needs. */
type Reader = (params: Fields, call: NativeCall) => Said | null;
/**
 * `inner`: what built-in actors ask of each other. `ask`: what only answers a question. A text: the
 * action whose sentence needs no params.
 */
type Rule = Reader | 'inner' | 'ask' | { action: string };

const lengthOf = (value: Json | undefined): number | null => (isList(value) ? value.length : null);

/** Numbers in a decoded bit field: a list, or `{Count, Ranges}` where there are many. */
function bitsOf(value: Json | undefined): number | null {
  if (isList(value)) return value.length;
  return isFields(value) && typeof value['Count'] === 'number' ? value['Count'] : null;
}

/** Sectors in a list of declarations, each with its bit field `Sectors`; null when one is unreadable. */
function sectorsOf(declarations: Json | undefined): number | null {
  if (!isList(declarations)) return null;
  let sum = 0;
  for (const declaration of declarations) {
    if (!isFields(declaration)) return null;
    const count = bitsOf(declaration['Sectors']);
    if (count === null) return null;
    // Sectors with claims are named one by one, beside the bit field.
    sum += count + (lengthOf(declaration['SectorsWithClaims']) ?? 0);
  }
  return sum;
}

function counted(action: string, count: number | null, places: Places = {}): Said | null {
  return count === null || count === 0 ? null : { action, count, places };
}

/** An action whose places are all told, else null. */
function filled(action: string, places: Record<string, Place | undefined>): Said | null {
  return Object.values(places).includes(undefined) ? null : { action, places };
}

/** Of a batch, some of which failed. */
function partly(said: Said | null, { returned }: NativeCall): Said | null {
  if (said === null || !isFields(returned)) return said;
  const { SuccessCount: n, FailCodes } = returned;
  return typeof n === 'number' && lengthOf(FailCodes) !== 0
    ? { ...said, outcome: { key: 'partly', n } }
    : said;
}

/** Whether a proposal was carried out by this message. */
function carriedOut({ returned }: NativeCall): Outcome | undefined {
  if (!isFields(returned)) return undefined;
  const { Applied, ExitCode, TxId } = returned;
  if (Applied === true)
    return ExitCode === 0
      ? { key: 'carriedOut' }
      : { key: 'carriedOutFailed', number: String(ExitCode) };
  return typeof TxId === 'number' ? { key: 'proposed', number: String(TxId) } : undefined;
}

const withOutcome = (said: Said, outcome: Outcome | undefined): Said =>
  outcome === undefined ? said : { ...said, outcome };

const propose: Reader = ({ To, Value, Method, MethodName }, call) => {
  const target = account(To);
  const value = fil(Value);
  if (target === undefined || value === undefined) return null;
  if (typeof Method !== 'number' && typeof Method !== 'string') return null;
  const outcome = carriedOut(call);
  if (Method === 0) return withOutcome({ action: 'propose', places: { target, value } }, outcome);
  const method: Place = {
    kind: 'code',
    text: typeof MethodName === 'string' ? MethodName : String(Method),
  };
  const said: Said =
    Value === '0'
      ? { action: 'proposeCall', places: { target, method } }
      : { action: 'proposeCallWith', places: { target, method, value } };
  return withOutcome(said, outcome);
};

const approve: Reader = ({ ID }, call) => {
  const said = filled('approve', { number: number(ID) });
  return said && withOutcome(said, carriedOut(call));
};

const publish: Reader = ({ Deals }, { returned }) => {
  const said = counted('deals', lengthOf(Deals));
  const taken = isFields(returned) ? lengthOf(returned['IDs']) : null;
  return said && taken !== null && taken !== said.count
    ? { ...said, outcome: { key: 'dealsPartly', n: taken } }
    : said;
};

const post: Reader = ({ Deadline, Partitions }) => {
  const deadline = number(Deadline);
  return deadline === undefined
    ? null
    : counted('post', lengthOf(Partitions), { number: deadline });
};

/** An actor that was made: by its address where one came back. */
const created =
  (action: string): Reader =>
  (_, { returned }) => {
    const made = isFields(returned)
      ? account(returned['RobustAddress'] ?? returned['EthAddress'] ?? returned['IDAddress'])
      : undefined;
    return made === undefined ? { action } : { action: `${action}Made`, places: { target: made } };
  };

const BYTE = 10n ** 18n;
const digits = (value: Json | undefined): string | null =>
  typeof value === 'string' && /^\d+$/.test(value) ? value : null;
/** DataCap as verifiers give it, in bytes. */
const inBytes = (value: Json | undefined): Place | undefined => {
  const bytes = digits(value);
  return bytes === null ? undefined : { kind: 'bytes', bytes };
};
/** DataCap as its token counts it, with 18 decimals. */
const inToken = (value: Json | undefined): Place | undefined => {
  const units = digits(value);
  return units === null ? undefined : { kind: 'bytes', bytes: (BigInt(units) / BYTE).toString() };
};

/** A param that is no record: an address, an amount, a bit field. */
const bare =
  (read: (params: Json, call: NativeCall) => Said | null): Reader =>
  (_, call) =>
    read(call.params ?? null, call);

const sectors =
  (action: string, name: string): Reader =>
  (params) =>
    counted(action, sectorsOf(params[name]));
const listed =
  (action: string, name: string): Reader =>
  (params, call) =>
    partly(counted(action, lengthOf(params[name])), call);
const one =
  (action: string): Reader =>
  () => ({ action, count: 1 });

const withdraw =
  (action: string, asked: string): Reader =>
  (params, { returned }) =>
    filled(action, {
      value: fil(returned) ?? fil(params[asked]),
      ...(action === 'marketWithdraw'
        ? { target: account(params['ProviderOrClientAddress']) }
        : {}),
    });

const all = <R extends Rule>(rule: R, ...shapes: string[]): Record<string, R> =>
  Object.fromEntries(shapes.map((shape) => [shape, rule]));

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
    Create: created('deploy'),
    Create2: created('deploy'),
    CreateExternal: created('deploy'),
  },
  ethaccount: { Constructor: 'inner' },
  evm: {
    ...all('inner', 'Constructor', 'Resurrect', 'InvokeContractDelegate'),
    GetBytecode: 'ask',
    GetBytecodeHash: 'ask',
    GetStorageAt: 'ask',
  },
  init: { Constructor: 'inner', Exec: created('exec'), Exec4: created('exec') },
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
    ChangeOwnerAddress: bare((address) => filled('owner', { target: account(address) })),
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
    ExtendSectorExpiration: sectors('extend', 'Extensions'),
    ExtendSectorExpiration2: sectors('extend', 'Extensions'),
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
    CreateMiner: created('createMiner'),
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
  const method: Place = { kind: 'code', text: call.method };
  if (rule === undefined) return null;
  if (rule === 'inner' || rule === 'ask') return { action: rule, places: { method } };
  if (typeof rule === 'function') return rule(isFields(call.params) ? call.params : {}, call);
  return rule;
}
