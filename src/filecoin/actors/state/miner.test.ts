import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idAddress } from '../../address.ts';
import { bigintToBytes } from '../../amount.ts';
import { encodeRlePlus, runsFromNumbers } from '../../encoding/bitfield.ts';
import { CborCid, encodeCbor, type CborValue } from '../../encoding/cbor.ts';
import { blake2b256, chainCidBytes, cidOf } from '../../encoding/cid.ts';
import { integer } from '../../encoding/integers.ts';
import { readDeadlines, readMinerInfo, readMinerState } from './miner.ts';
import { readDeadline, readPartition, readSector } from './minerSectors.ts';
import { vestedAt } from '../../mining/vesting.ts';
import { readVestingFunds } from './minerVesting.ts';
import { StateError } from './read.ts';

const VERSIONS = [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];

const digest = blake2b256(Uint8Array.of(7));
const link = new CborCid(chainCidBytes(digest));
const text = { '/': cidOf(digest) };
const amount = (value: bigint): Uint8Array => bigintToBytes(value);
const set = (...numbers: number[]): Uint8Array => encodeRlePlus(runsFromNumbers(numbers));
const power: CborValue = [amount(1n), amount(2n)];

function stateOf(version: number): CborValue[] {
  const vesting = version < 16 ? link : [[5, amount(3n)], link];
  const debt = version < 2 ? [] : [amount(4n)];
  return [
    ...[link, amount(1n), amount(2n), vesting, ...debt, amount(5n)],
    ...[link, link, link, link, -20, 7, link, set(3)],
    ...(version < 4 ? [] : [true]),
  ];
}

const owner = idAddress(100);
const worker = idAddress(101);

function infoOf(version: number): CborValue[] {
  return [
    ...[owner, worker, [idAddress(102)], [idAddress(103), 9], Uint8Array.of(0, 1, 7)],
    ...[[Uint8Array.of(4, 5)], version < 3 ? 8 : 13, 2 ** 35, 2349],
    ...(version < 2 ? [] : [-1, null]),
    ...(version < 9 ? [] : [owner, [amount(1n), amount(2n), 3n ** 39n], null]),
  ];
}

function sectorOf(version: number): CborValue[] {
  const start = [
    6,
    8,
    link,
    [],
    10,
    20,
    amount(1n),
    amount(2n),
    amount(3n),
    amount(4n),
    amount(5n),
  ];
  if (version < 2) return start;
  const replaced = [...start, 15, amount(6n)];
  if (version < 7) return replaced;
  if (version < 9) return [...replaced, link];
  return [...replaced, link, version < 12 ? true : 1];
}

const partitionOf = (version: number): CborValue[] => [
  ...[set(1, 2, 3, 9), ...(version < 2 ? [] : [set(9)]), set(2), set(), set(1), link, link],
  ...[power, ...(version < 2 ? [] : [power]), power, power],
];

/** RLE+ of any numbers below 2^64, ascending: each run as a varint. */
function rlePlus(members: readonly bigint[]): Uint8Array {
  const bits: number[] = [0, 0, members[0] === 0n ? 1 : 0];
  const run = (length: bigint): void => {
    if (length === 0n) return;
    bits.push(0, 0);
    for (let rest = length; ; rest >>= 7n) {
      const byte = Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0);
      for (let bit = 0; bit < 8; bit++) bits.push((byte >> bit) & 1);
      if (rest <= 0x7fn) return;
    }
  };
  let next = 0n;
  let length = 0n;
  for (const member of members) {
    if (member > next) {
      run(length);
      run(member - next);
      length = 0n;
    }
    length++;
    next = member + 1n;
  }
  run(length);
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, at) => (bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << (at & 7))));
  return bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes;
}

/** Fields by version, as specs-actors and builtin-actors have them. */
const lengthOf = (fields: readonly (readonly [since: number, length: number])[], of: number) =>
  fields.findLast(([since]) => of >= since)?.[1];

describe.each(VERSIONS)('a miner of actors version %i', (version) => {
  it('has a state', () => {
    const fields = stateOf(version);
    expect(fields).toHaveLength(
      lengthOf(
        [
          [0, 13],
          [2, 14],
          [4, 15],
        ],
        version,
      ) ?? 0,
    );
    const state = readMinerState(encodeCbor(fields), version);
    expect(state).toEqual({
      Info: text,
      PreCommitDeposits: '1',
      LockedFunds: '2',
      VestingFunds: version < 16 ? text : { Head: { Epoch: 5, Amount: '3' }, Tail: text },
      ...(version < 2 ? { InitialPledgeRequirement: '5' } : { FeeDebt: '4', InitialPledge: '5' }),
      PreCommittedSectors: text,
      ...(version < 5 ? { PreCommittedSectorsExpiry: text } : { PreCommittedSectorsCleanUp: text }),
      AllocatedSectors: text,
      Sectors: text,
      ProvingPeriodStart: -20,
      CurrentDeadline: 7,
      Deadlines: text,
      EarlyTerminations: [3, 1],
      ...(version < 4 ? {} : { DeadlineCronActive: true }),
    });
    expect(() => readMinerState(encodeCbor(fields.slice(1)), version)).toThrow(StateError);
    expect(() => readMinerState(encodeCbor([...fields, 1]), version)).toThrow(StateError);
  });

  it('is somebody', () => {
    const info = readMinerInfo(encodeCbor(infoOf(version)), version);
    expect(info).toMatchObject({
      Owner: 'f0100',
      Worker: 'f0101',
      ControlAddresses: ['f0102'],
      PendingWorkerKey: { NewWorker: 'f0103', EffectiveAt: 9 },
      PeerId: Uint8Array.of(0, 1, 7),
      Multiaddrs: [Uint8Array.of(4, 5)],
      SectorSize: 2 ** 35,
      WindowPoStPartitionSectors: 2349,
      ...(version < 3 ? { SealProofType: 8 } : { WindowPoStProofType: 13 }),
      ...(version < 2 ? {} : { ConsensusFaultElapsed: -1, PendingOwnerAddress: null }),
    });
    // The expiration of a beneficiary's term is whatever the owner wrote.
    if (version >= 9)
      expect(info).toMatchObject({
        Beneficiary: 'f0100',
        BeneficiaryTerm: { Quota: '1', UsedQuota: '2', Expiration: 3n ** 39n },
        PendingBeneficiaryTerm: null,
      });
    expect(() => readMinerInfo(encodeCbor(infoOf(version).slice(1)), version)).toThrow(StateError);
  });

  it('has deadlines and partitions', () => {
    const fields = lengthOf(
      [
        [0, 7],
        [3, 10],
        [7, 11],
        [16, 13],
      ],
      version,
    );
    const deadline = [link, ...Array<CborValue>(12).fill(0)].slice(0, fields);
    expect(readDeadline(encodeCbor(deadline), version)).toBe(text['/']);
    expect(() => readDeadline(encodeCbor([...deadline, 0]), version)).toThrow(StateError);
    const partition = partitionOf(version);
    expect(partition).toHaveLength(version < 2 ? 9 : 11);
    expect(readPartition(partition, version)).toEqual({
      sectors: [1, 3, 5, 1],
      unproven: version < 2 ? [] : [9, 1],
      faults: [2, 1],
      recoveries: [],
      terminated: [1, 1],
    });
    expect(() => readPartition(partition.slice(1), version)).toThrow(StateError);
  });

  it('has sectors', () => {
    const fields = sectorOf(version);
    const sector = readSector(fields, version);
    expect(sector).toMatchObject({
      SectorNumber: 6,
      SealProof: 8,
      SealedCID: text,
      Activation: 10,
      Expiration: 20,
      DealWeight: '1',
      VerifiedDealWeight: '2',
      InitialPledge: '3',
      ...(version < 7 ? {} : { SectorKeyCID: text }),
    });
    expect('PowerBaseEpoch' in sector ? sector.PowerBaseEpoch : null).toBe(
      version < 12 ? null : 15,
    );
    expect(() => readSector(fields.slice(1), version)).toThrow(StateError);
    const charged = [...fields, amount(9n)];
    if (version < 16) expect(() => readSector(charged, version)).toThrow(StateError);
    else expect(readSector(charged, version)).toEqual({ ...sector, DailyFee: null });
  });

  it('has vesting funds', () => {
    const funds: CborValue = [
      [5, amount(10n)],
      [9, amount(20n)],
    ];
    const told = readVestingFunds(encodeCbor(version < 16 ? [funds] : funds), version);
    expect(told).toEqual([
      { epoch: 5, amount: 10n },
      { epoch: 9, amount: 20n },
    ]);
    expect([5, 6, 9, 10].map((epoch) => vestedAt(told, epoch))).toEqual([0n, 10n, 10n, 30n]);
  });
});

describe('a miner’s state', () => {
  it('holds any sets of sectors, of whatever numbers', () => {
    const number = fc.oneof(fc.nat(5000), fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }));
    fc.assert(
      fc.property(fc.uniqueArray(number, { selector: String, maxLength: 40 }), (members) => {
        const all = members.map(BigInt).sort((a, b) => (a < b ? -1 : 1));
        const partition = partitionOf(19);
        partition[0] = rlePlus(all);
        const numbers = all.map(integer);
        expect(readPartition(partition, 19).sectors).toEqual(runsFromNumbers(numbers));
      }),
    );
  });

  it('may say nothing that is no state', () => {
    const due = Array<CborValue>(48).fill(link);
    expect(readDeadlines(encodeCbor([due]))).toEqual(Array(48).fill(text['/']));
    expect(() => readDeadlines(encodeCbor([due.slice(1)]))).toThrow(StateError);
    expect(readMinerState(encodeCbor(stateOf(19).with(3, null)), 19).VestingFunds).toBeNull();
    for (const wrong of [Uint8Array.of(), encodeCbor(7), Uint8Array.of(0x9f), encodeCbor([[]])])
      for (const read of [readMinerState, readMinerInfo, readDeadline, readVestingFunds])
        expect(() => read(wrong, 19)).toThrow(StateError);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const partition = partitionOf(19).with(1, bytes);
        try {
          readPartition(partition, 19);
        } catch (error) {
          expect(error).toBeInstanceOf(StateError);
        }
      }),
    );
  });
});
