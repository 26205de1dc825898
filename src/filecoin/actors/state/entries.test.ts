import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64 } from '../../encoding/bytes.ts';
import { CborBadText, type CborValue } from '../../encoding/cbor.ts';
import { allocation, claim } from './datacap.ts';
import { dealProposal, dealState } from './market.ts';
import { powerClaim } from './power.ts';
import { readValue, StateError } from './read.ts';
import { atVersion, type Reader } from './shape.ts';
import { transaction } from './wallets.ts';
import {
  NEWEST,
  cid,
  address,
  amount,
  counted,
  wide,
  chosen,
  epoch,
  text,
  bytes,
  flag,
  list,
  tuple,
  of,
  forVersions,
  type Field,
} from './testing/values.ts';

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
      forVersions(fields, from, to, ({ cbor, told }, version) => {
        expect(read(version)(cbor)).toEqual(told);
      });
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
