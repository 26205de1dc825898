import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress, idAddress } from '../../address.ts';
import { bigintToBytes } from '../../amount.ts';
import { toBase64 } from '../../encoding/bytes.ts';
import { CborBadText, CborCid, encodeCbor, type CborValue } from '../../encoding/cbor.ts';
import { blake2b256, chainCidBytes, formatCid } from '../../encoding/cid.ts';
import { clampInteger } from '../../encoding/integers.ts';
import { anyInt64, anyUint64 } from '../../testing/arbitrary.ts';
import { allocation, claim } from './datacap.ts';
import { readState, type StateKind } from './index.ts';
import { dealProposal, dealState } from './market.ts';
import { powerClaim } from './power.ts';
import { readValue, StateError } from './read.ts';
import { atVersion, type Reader } from './shape.ts';
import { transaction } from './wallets.ts';

/** The actors versions that there were. */
const VERSIONS = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
const NEWEST = 19;
const MAX = Number.MAX_SAFE_INTEGER;

/** A value as it stands in the state, and as a node's JSON tells it. */
interface Value {
  cbor: CborValue;
  told: unknown;
}
const value = (cbor: CborValue, told: unknown): Value => ({ cbor, told });

const cid = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((digest) => {
  const bytes = chainCidBytes(blake2b256(digest));
  return value(new CborCid(bytes), { '/': formatCid(bytes) });
});
const address = fc
  .oneof(
    fc.bigInt({ min: 0n, max: (1n << 63n) - 1n }).map(idAddress),
    fc.uint8Array({ minLength: 20, maxLength: 20 }).map((key) => Uint8Array.of(1, ...key)),
    fc.uint8Array({ minLength: 48, maxLength: 48 }).map((key) => Uint8Array.of(3, ...key)),
    fc.uint8Array({ maxLength: 54 }).map((key) => Uint8Array.of(4, 10, ...key)),
    fc.constant(new Uint8Array(0)),
  )
  .map((bytes) => value(bytes, bytes.length === 0 ? '<empty>' : formatAddress(bytes)));
const amount = fc
  .bigInt({ min: -(1n << 120n), max: 1n << 200n })
  .map((amount) => value(bigintToBytes(amount), String(amount)));
const counted = fc.nat(MAX).map((int) => value(int, int));
const wide = anyUint64.map((int) => value(int, int));
const chosen = anyInt64.map((int) => value(int, int));
/** Bounded by the protocol: what is beyond 2^53 stands for never. */
const epoch = anyInt64.map((int) => value(int, clampInteger(int)));
const estimate = fc.tuple(amount, amount).map(([position, velocity]) =>
  value([position.cbor, velocity.cbor], {
    PositionEstimate: position.told,
    VelocityEstimate: velocity.told,
  }),
);
const text = fc.string().map((told) => value(told, told));
const bytes = fc
  .uint8Array({ maxLength: 50 })
  .map((content) => value(content, content.length === 0 ? null : toBase64(content)));
const flag = fc.boolean().map((told) => value(told, told));
const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((content) => value(content, [...content]));

function maybe(of: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.option(of).map((some) => some ?? value(null, null));
}
function list(of: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.array(of, { maxLength: 5 }).map((values) =>
    value(
      values.map(({ cbor }) => cbor),
      values.map(({ told }) => told),
    ),
  );
}
function tuple(...fields: Field[]): fc.Arbitrary<Value> {
  return fc.tuple(...fields.map(([, of]) => of)).map((values) =>
    value(
      values.map(({ cbor }) => cbor),
      Object.fromEntries(values.map(({ told }, at) => [fields[at]?.[0], told])),
    ),
  );
}
type Field = readonly [name: string, of: fc.Arbitrary<Value>];

const of = (type: fc.Arbitrary<Value>, names: string): Field[] =>
  names.split(' ').map((name) => [name, type]);

const moment = tuple(...of(counted, 'Origin'), ...of(wide, 'Nonce'));
const rewardToEpoch = [
  ...of(amount, 'CumsumBaseline CumsumRealized'),
  ...of(epoch, 'EffectiveNetworkTime'),
  ...of(amount, 'EffectiveBaselinePower ThisEpochReward'),
  ...of(estimate, 'ThisEpochRewardSmoothed'),
  ...of(amount, 'ThisEpochBaselinePower'),
  ...of(epoch, 'Epoch'),
];
const powerToCounts = [
  ...of(amount, 'TotalRawBytePower TotalBytesCommitted TotalQualityAdjPower'),
  ...of(amount, 'TotalQABytesCommitted TotalPledgeCollateral'),
  ...of(amount, 'ThisEpochRawBytePower ThisEpochQualityAdjPower ThisEpochPledgeCollateral'),
  ...of(estimate, 'ThisEpochQAPowerSmoothed'),
  ...of(counted, 'MinerCount MinerAboveMinPowerCount'),
];
const marketToFees = [
  ...of(cid, 'Proposals States PendingProposals EscrowTable LockedTable'),
  ...of(counted, 'NextID'),
  ...of(cid, 'DealOpsByEpoch'),
  ...of(epoch, 'LastCron'),
  ...of(amount, 'TotalClientLockedCollateral TotalProviderLockedCollateral TotalClientStorageFee'),
];

/** Fields as the actors' sources have them (specs-actors 0 to 7, go-state-types since 8), from version to version. */
const STATES: readonly (readonly [StateKind, from: number, to: number, fields: Field[]])[] = [
  ['account', 0, NEWEST, of(address, 'Address')],
  [
    'cron',
    0,
    NEWEST,
    of(list(tuple(...of(address, 'Receiver'), ...of(wide, 'MethodNum'))), 'Entries'),
  ],
  [
    'datacap',
    9,
    NEWEST,
    [
      ...of(address, 'Governor'),
      ...of(
        tuple(
          ...of(amount, 'Supply'),
          ...of(cid, 'Balances Allowances'),
          ...of(
            fc.integer({ min: 1, max: 8 }).map((width) => value(width, width)),
            'HamtBitWidth',
          ),
        ),
        'Token',
      ),
    ],
  ],
  [
    'evm',
    10,
    15,
    [
      ...of(cid, 'Bytecode'),
      ...of(hash, 'BytecodeHash'),
      ...of(cid, 'ContractState'),
      ...of(wide, 'Nonce'),
      ...of(maybe(moment), 'Tombstone'),
    ],
  ],
  [
    'evm',
    16,
    NEWEST,
    [
      ...of(cid, 'Bytecode'),
      ...of(hash, 'BytecodeHash'),
      ...of(cid, 'ContractState'),
      ...of(
        maybe(tuple(...of(cid, 'TransientDataState'), ...of(moment, 'TransientDataLifespan'))),
        'TransientData',
      ),
      ...of(wide, 'Nonce'),
      ...of(maybe(moment), 'Tombstone'),
    ],
  ],
  [
    'init',
    0,
    NEWEST,
    [...of(cid, 'AddressMap'), ...of(counted, 'NextID'), ...of(text, 'NetworkName')],
  ],
  [
    'multisig',
    0,
    NEWEST,
    [
      ...of(list(address), 'Signers'),
      ...of(counted, 'NumApprovalsThreshold NextTxnID'),
      ...of(amount, 'InitialBalance'),
      ...of(chosen, 'StartEpoch UnlockDuration'),
      ...of(cid, 'PendingTxns'),
    ],
  ],
  [
    'paymentchannel',
    0,
    NEWEST,
    [
      ...of(address, 'From To'),
      ...of(amount, 'ToSend'),
      ...of(chosen, 'SettlingAt MinSettleHeight'),
      ...of(cid, 'LaneStates'),
    ],
  ],
  ['reward', 0, 0, [...rewardToEpoch, ...of(amount, 'TotalMined')]],
  [
    'reward',
    2,
    NEWEST,
    [...rewardToEpoch, ...of(amount, 'TotalStoragePowerReward SimpleTotal BaselineTotal')],
  ],
  ['storagemarket', 0, 8, marketToFees],
  ['storagemarket', 9, 12, [...marketToFees, ...of(cid, 'PendingDealAllocationIds')]],
  [
    'storagemarket',
    13,
    NEWEST,
    [...marketToFees, ...of(cid, 'PendingDealAllocationIds ProviderSectors')],
  ],
  [
    'storagepower',
    0,
    0,
    [
      ...powerToCounts,
      ...of(cid, 'CronEventQueue'),
      ...of(epoch, 'FirstCronEpoch LastProcessedCronEpoch'),
      ...of(cid, 'Claims'),
      ...of(maybe(cid), 'ProofValidationBatch'),
    ],
  ],
  [
    'storagepower',
    2,
    14,
    [
      ...powerToCounts,
      ...of(cid, 'CronEventQueue'),
      ...of(epoch, 'FirstCronEpoch'),
      ...of(cid, 'Claims'),
      ...of(maybe(cid), 'ProofValidationBatch'),
    ],
  ],
  [
    'storagepower',
    15,
    NEWEST,
    [
      ...powerToCounts,
      ...of(epoch, 'RampStartEpoch'),
      ...of(counted, 'RampDurationEpochs'),
      ...of(cid, 'CronEventQueue'),
      ...of(epoch, 'FirstCronEpoch'),
      ...of(cid, 'Claims'),
      ...of(maybe(cid), 'ProofValidationBatch'),
    ],
  ],
  ['system', 0, 7, []],
  ['system', 8, NEWEST, of(cid, 'BuiltinActors')],
  ['verifiedregistry', 0, 6, [...of(address, 'RootKey'), ...of(cid, 'Verifiers VerifiedClients')]],
  [
    'verifiedregistry',
    7,
    8,
    [...of(address, 'RootKey'), ...of(cid, 'Verifiers VerifiedClients RemoveDataCapProposalIDs')],
  ],
  [
    'verifiedregistry',
    9,
    NEWEST,
    [
      ...of(address, 'RootKey'),
      ...of(cid, 'Verifiers RemoveDataCapProposalIDs Allocations'),
      ...of(counted, 'NextAllocationId'),
      ...of(cid, 'Claims'),
    ],
  ],
];

const versionsFrom = (from: number, to: number): number[] =>
  VERSIONS.filter((version) => version >= from && version <= to);

describe('states of actors', () => {
  for (const [kind, from, to, fields] of STATES)
    it(`of ${kind}, versions ${String(from)} to ${String(to)}`, () => {
      fc.assert(
        fc.property(
          tuple(...fields),
          fc.constantFrom(...versionsFrom(from, to)),
          ({ cbor, told }, version) => {
            expect(readState(kind, version, encodeCbor(cbor))).toEqual(told);
          },
        ),
        { numRuns: 40 },
      );
    });

  it('of actors without one', () => {
    for (const kind of ['eam', 'ethaccount', 'placeholder'] as const) {
      expect(readState(kind, 10, Uint8Array.of(0x80))).toBeNull();
      expect(() => readState(kind, 10, Uint8Array.of(0x81, 0x00))).toThrow(StateError);
    }
  });

  it('of versions to come are read as the newest one', () => {
    const state = Uint8Array.of(0x81, 0x42, 0x00, 0x05);
    expect(readState('account', 99, state)).toEqual({ Address: 'f05' });
    expect(() => readState('reward', 99, state)).toThrow(StateError);
  });

  it('are refused in an own class whatever else they are', () => {
    const { cbor } = fc.letrec<{ cbor: CborValue }>((tie) => ({
      cbor: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.boolean(),
        fc.bigInt({ min: -(1n << 64n), max: (1n << 64n) - 1n }),
        fc.double(),
        fc.string(),
        fc.uint8Array({ maxLength: 60 }),
        fc.uint8Array({ maxLength: 8 }).map((content) => new CborBadText(content)),
        fc.uint8Array({ minLength: 1, maxLength: 200 }).map((content) => new CborCid(content)),
        fc.array(tie('cbor'), { maxLength: 16 }),
      ),
    }));
    const kinds = fc.constantFrom(...new Set(STATES.map(([kind]) => kind)));
    const object = fc.oneof(cbor.map(encodeCbor), fc.uint8Array({ maxLength: 100 }));
    fc.assert(
      fc.property(kinds, fc.constantFrom(...VERSIONS), object, (kind, version, given) => {
        try {
          readState(kind, version, given);
        } catch (error) {
          expect(error).toBeInstanceOf(StateError);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

/** What trees hold, from version to version. */
const ENTRIES: readonly (readonly [
  what: string,
  from: number,
  to: number,
  fields: Field[],
  read: (version: number) => Reader<unknown>,
])[] = [
  [
    'claims of power',
    0,
    0,
    of(amount, 'RawBytePower QualityAdjPower'),
    (version) => atVersion(powerClaim, version),
  ],
  [
    'claims of power',
    2,
    NEWEST,
    [...of(counted, 'ProofType'), ...of(amount, 'RawBytePower QualityAdjPower')],
    (version) => atVersion(powerClaim, version),
  ],
  [
    'states of deals',
    0,
    8,
    of(epoch, 'SectorStartEpoch LastUpdatedEpoch SlashEpoch'),
    (version) => atVersion(dealState, version),
  ],
  [
    'states of deals',
    9,
    12,
    [...of(epoch, 'SectorStartEpoch LastUpdatedEpoch SlashEpoch'), ...of(counted, 'VerifiedClaim')],
    (version) => atVersion(dealState, version),
  ],
  [
    'states of deals',
    13,
    NEWEST,
    [...of(wide, 'SectorNumber'), ...of(epoch, 'SectorStartEpoch LastUpdatedEpoch SlashEpoch')],
    (version) => atVersion(dealState, version),
  ],
  [
    'transactions',
    0,
    NEWEST,
    [
      ...of(address, 'To'),
      ...of(amount, 'Value'),
      ...of(wide, 'Method'),
      ...of(bytes, 'Params'),
      ...of(list(address), 'Approved'),
    ],
    () => transaction,
  ],
  [
    'allocations',
    9,
    NEWEST,
    [
      ...of(counted, 'Client Provider'),
      ...of(cid, 'Data'),
      ...of(wide, 'Size'),
      ...of(epoch, 'TermMin TermMax Expiration'),
    ],
    () => allocation,
  ],
  [
    'claims',
    9,
    NEWEST,
    [
      ...of(counted, 'Provider Client'),
      ...of(cid, 'Data'),
      ...of(wide, 'Size'),
      ...of(epoch, 'TermMin TermMax TermStart'),
      ...of(wide, 'Sector'),
    ],
    () => claim,
  ],
];

describe('entries of trees', () => {
  for (const [what, from, to, fields, read] of ENTRIES)
    it(`${what}, versions ${String(from)} to ${String(to)}`, () => {
      fc.assert(
        fc.property(
          tuple(...fields),
          fc.constantFrom(...versionsFrom(from, to)),
          ({ cbor, told }, version) => {
            expect(read(version)(cbor)).toEqual(told);
          },
        ),
        { numRuns: 40 },
      );
    });

  it('a proposal tells a label of bytes beside an empty one', () => {
    const fields = [
      ...of(cid, 'PieceCID'),
      ...of(wide, 'PieceSize'),
      ...of(flag, 'VerifiedDeal'),
      ...of(address, 'Client Provider'),
      ...of(text, 'Label'),
      ...of(chosen, 'StartEpoch EndEpoch'),
      ...of(amount, 'StoragePricePerEpoch ProviderCollateral ClientCollateral'),
    ];
    const odd = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(tuple(...fields), odd, ({ cbor, told }, label) => {
        expect(dealProposal(cbor)).toEqual(told);
        for (const bad of [label, new CborBadText(label)]) {
          const given = (cbor as CborValue[]).with(5, bad);
          const expected = { ...(told as object), Label: '', LabelBytes: toBase64(label) };
          expect(dealProposal(given)).toEqual(expected);
        }
        expect(() => readValue('deal', () => dealProposal([]))).toThrow(StateError);
      }),
    );
  });
});
