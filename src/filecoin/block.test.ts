import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encodeHeader, headerDigest, headerFromJson } from './block.ts';
import { toHex } from './encoding/bytes.ts';
import { cidOf, formatCid } from './encoding/cid.ts';
import * as shapes from './testing/shapes.ts';
import { readFixture } from './testing/fixtures.ts';

const rows = readFixture(
  'headers',
  z.object({
    network: z.string(),
    height: z.number(),
    cid: z.string(),
    header: shapes.header,
    cbor: z.string().optional(),
  }),
);

describe('block headers', () => {
  it('come from 18 tipsets, two geneses and foreign vectors', () => {
    const tipsets = new Set(rows.map(({ network, height }) => `${network}/${String(height)}`));
    expect(tipsets.size).toBeGreaterThanOrEqual(20);
    expect(rows.filter((row) => row.cbor !== undefined)).toHaveLength(5);
  });

  it('encode to their CIDs', () => {
    for (const { network, height, cid, header } of rows)
      expect(`${network} ${String(height)} ${cidOf(headerDigest(headerFromJson(header)))}`).toBe(
        `${network} ${String(height)} ${cid}`,
      );
  });

  it('encode to the same bytes as another implementation', () => {
    for (const { header, cbor } of rows)
      if (cbor !== undefined) expect(toHex(encodeHeader(headerFromJson(header)))).toBe(cbor);
  });

  it('keep a parent that is no chain CID: the one of a genesis', () => {
    const genesis = rows.find(({ network, height }) => network === 'mainnet' && height === 0);
    const parents = genesis && headerFromJson(genesis.header).parents.map(formatCid);
    expect(parents).toEqual(['bafyreiaqpwbbyjo4a42saasj36kkrpv4tsherf2e7bvezkert2a7dhonoi']);
  });

  it('change their CID with every field', () => {
    const row = rows.find(({ height }) => height === 2907480);
    if (row === undefined) throw new Error('no such header');
    const header = headerFromJson(row.header);
    const digests = [
      header,
      { ...header, height: header.height + 1 },
      { ...header, parents: header.parents.slice(1) },
      { ...header, parentBaseFee: header.parentBaseFee + 1n },
      { ...header, blockSig: null },
      { ...header, electionProof: null },
      { ...header, ticket: null },
      { ...header, forkSignaling: 1 },
    ].map((variant) => cidOf(headerDigest(variant)));
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('refuse numbers that have lost their digits', () => {
    const [row] = rows;
    if (row === undefined) throw new Error('no header');
    const header = { ...headerFromJson(row.header), forkSignaling: 2 ** 60 };
    expect(() => encodeHeader(header)).toThrow(RangeError);
  });
});
