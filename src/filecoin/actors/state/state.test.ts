import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CborBadText, CborCid, encodeCbor, type CborValue } from '../../encoding/cbor.ts';
import { readState, type StateKind } from './index.ts';
import { StateError } from './read.ts';
import {
  VERSIONS,
  NEWEST,
  value,
  cid,
  address,
  amount,
  counted,
  wide,
  chosen,
  epoch,
  estimate,
  text,
  hash,
  maybe,
  list,
  tuple,
  of,
  forVersions,
  type Field,
} from './testing/values.ts';

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

describe('states of actors', () => {
  for (const [kind, from, to, fields] of STATES)
    it(`of ${kind}, versions ${String(from)} to ${String(to)}`, () => {
      forVersions(fields, from, to, ({ cbor, told }, version) => {
        expect(readState(kind, version, encodeCbor(cbor))).toEqual(told);
      });
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
