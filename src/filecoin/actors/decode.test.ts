import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseAddress } from '../address.ts';
import { encodeRlePlus } from '../encoding/bitfield.ts';
import { fromHex } from '../encoding/bytes.ts';
import { CborBadText, CborCid, encodeCbor } from '../encoding/cbor.ts';
import type { CborValue } from '../encoding/cbor.ts';
import { parseCid } from '../encoding/cid.ts';
import { decodeParams, decodeReturn } from './decode.ts';

const someone = parseAddress('f01000');
const pieceCid = new CborCid(
  parseCid('baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my'),
);

function deal(label: CborValue): CborValue {
  const none = new Uint8Array(0);
  const proposal = [pieceCid, 2048, false, someone, someone, label, 1, 2, none, none, none];
  return [[[proposal, Uint8Array.of(1, 0xab)]]];
}

function labelOf(label: CborValue): unknown {
  const params = encodeCbor(deal(label));
  const decoded = decodeParams({ kind: 'storagemarket', method: 4, params });
  if (!decoded.ok) return decoded.reason;
  const Deals = z.object({
    Deals: z.tuple([z.object({ Proposal: z.object({ Label: z.unknown() }) })]),
  });
  return Deals.parse(decoded.value).Deals[0].Proposal.Label;
}

describe('values', () => {
  it('show labels as text, or as bytes where they are no text', () => {
    expect(labelOf('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
    expect(labelOf('a\0b')).toBe('a\ufffdb');
    expect(labelOf(new CborBadText(Uint8Array.of(0xff, 0xfe)))).toBe('0xfffe');
    expect(labelOf(Uint8Array.of(1, 2))).toBe('0x0102');
    expect(labelOf('x'.repeat(10_000))).toHaveLength(4096);
    expect(labelOf(7)).toBe('malformed');
  });

  it('name signatures, CIDs, addresses and amounts', () => {
    const params = encodeCbor(deal(''));
    expect(decodeParams({ kind: 'storagemarket', method: 4, params, prefix: 't' })).toEqual({
      ok: true,
      value: {
        Deals: [
          {
            Proposal: {
              PieceCID: 'baga6ea4seaqajaicpj3nvmdkc4ccvjujfay442x4yfyzksriti7n67niiabj6my',
              PieceSize: 2048,
              VerifiedDeal: false,
              Client: 't01000',
              Provider: 't01000',
              Label: '',
              StartEpoch: 1,
              EndEpoch: 2,
              StoragePricePerEpoch: '0',
              ProviderCollateral: '0',
              ClientCollateral: '0',
            },
            ClientSignature: { Type: 1, Data: '0xab' },
          },
        ],
      },
    });
  });

  it('show a bit field as numbers, a large one as ranges', () => {
    const faults = (rle: Uint8Array): unknown => {
      const params = encodeCbor([[[1, 2, rle]]]);
      const decoded = decodeParams({ kind: 'storageminer', method: 10, params });
      const Faults = z.object({ Faults: z.tuple([z.object({ Sectors: z.unknown() })]) });
      return decoded.ok ? Faults.parse(decoded.value).Faults[0].Sectors : decoded.reason;
    };
    expect(faults(encodeRlePlus([]))).toEqual([]);
    expect(faults(encodeRlePlus([2, 3, 1, 1]))).toEqual([2, 3, 4, 6]);
    expect(faults(encodeRlePlus([0, 1000, 1, 1]))).toEqual({
      Count: 1001,
      Ranges: ['0-999', '1001'],
    });
    expect(faults(encodeRlePlus([0, 2 ** 50]))).toEqual({
      Count: 2 ** 50,
      Ranges: [`0-${String(2 ** 50 - 1)}`],
    });
    const scattered = Array.from({ length: 2000 }, () => 1);
    expect(faults(encodeRlePlus(scattered))).toMatchObject({ Count: 1000 });
    expect(JSON.stringify(faults(encodeRlePlus(scattered))).length).toBeLessThan(4096);
    expect(faults(fromHex('01'))).toBe('malformed');
  });

  it('cut long bytes and say how long they are', () => {
    const params = encodeCbor(new Uint8Array(5000));
    const decoded = decodeParams({ kind: 'eam', method: 4, params });
    const text = decoded.ok ? decoded.value : '';
    expect(text).toMatch(/^0x(00){1024}… \(5000 bytes\)$/);
  });

  it('have the older shape where the newer does not fit', () => {
    const amount = Uint8Array.of(0, 7);
    expect(
      decodeReturn({ kind: 'reward', method: 3, returned: encodeCbor([amount, null, amount]) }),
    ).toEqual({
      ok: true,
      value: {
        ThisEpochReward: '7',
        ThisEpochRewardSmoothed: null,
        ThisEpochBaselinePower: '7',
      },
    });
    expect(
      decodeParams({ kind: 'multisig', method: 1, params: encodeCbor([[someone], 1, 0]) }),
    ).toEqual({
      ok: true,
      value: { Signers: ['f01000'], NumApprovalsThreshold: 1, UnlockDuration: 0 },
    });
  });
});
