/** Headers, messages and receipts of whatever the protocol's types allow keep every digit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressError, checkAddress, formatAddress, parseAddress } from './address.ts';
import { encodeHeader, headerDigest, headerFromJson } from './block.ts';
import { toBase64 } from './encoding/bytes.ts';
import { CborCid, decodeCbor } from './encoding/cbor.ts';
import { CidError, cidParts, formatCid, parseCid } from './encoding/cid.ts';
import { formatMultiaddr } from './encoding/multiaddr.ts';
import { decodeMessage, encodeMessage, messageFromJson } from './message.ts';
import { receiptFromJson, receiptsDigest } from './receipt.ts';
import {
  anyAddress,
  anyAmount,
  anyBytes,
  anyCid,
  anyDigest,
  anyInt64,
  anyText,
  anyUint64,
} from './testing/arbitrary.ts';

const anyLink = anyCid.map((cid) => ({ '/': formatCid(cid) }));
const anyBase64 = fc.option(anyBytes.map(toBase64));
const anySignature = fc.option(
  fc.record({ Type: fc.constantFrom(1, 2, 3), Data: anyBytes.map(toBase64) }),
);

const anyHeader = fc.record({
  Miner: anyAddress.map((address) => formatAddress(address)),
  Ticket: fc.option(fc.record({ VRFProof: anyBase64 })),
  ElectionProof: fc.option(fc.record({ WinCount: anyInt64, VRFProof: anyBase64 })),
  BeaconEntries: fc.option(fc.array(fc.record({ Round: anyUint64, Data: anyBase64 }))),
  WinPoStProof: fc.option(fc.array(fc.record({ PoStProof: anyInt64, ProofBytes: anyBase64 }))),
  Parents: fc.array(anyLink, { minLength: 1, maxLength: 3 }),
  ParentWeight: anyAmount.map(String),
  Height: fc.nat(),
  ParentStateRoot: anyLink,
  ParentMessageReceipts: anyLink,
  Messages: anyLink,
  BLSAggregate: anySignature,
  Timestamp: anyUint64,
  BlockSig: anySignature,
  ForkSignaling: anyUint64,
  ParentBaseFee: anyAmount.map(String),
});

const anyMessage = fc.record({
  version: anyUint64,
  to: anyAddress,
  from: anyAddress,
  nonce: anyUint64,
  value: anyAmount,
  gasLimit: anyInt64,
  gasFeeCap: anyAmount,
  gasPremium: anyAmount,
  method: anyUint64,
  params: anyBytes,
});

describe('whatever types allow', () => {
  it('stands in headers', () => {
    fc.assert(
      fc.property(anyHeader, (json) => {
        const header = headerFromJson(json);
        const fields = decodeCbor(encodeHeader(header));
        expect(fields).toHaveLength(16);
        expect(fields).toMatchObject({
          7: json.Height,
          12: json.Timestamp,
          14: json.ForkSignaling,
        });
        if (json.ElectionProof)
          expect(fields).toMatchObject({ 2: { 0: json.ElectionProof.WinCount } });
        expect(fields).toMatchObject({ 5: header.parents.map((cid) => new CborCid(cid)) });
        expect(headerDigest(header)).toHaveLength(32);
      }),
      { numRuns: 500 },
    );
  });

  it('stands in messages', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        expect(decodeMessage(encodeMessage(message))).toEqual(message);
        const json = {
          Version: message.version,
          To: formatAddress(message.to),
          From: formatAddress(message.from),
          Nonce: message.nonce,
          Value: String(message.value),
          GasLimit: message.gasLimit,
          GasFeeCap: String(message.gasFeeCap),
          GasPremium: String(message.gasPremium),
          Method: message.method,
          Params: toBase64(message.params),
        };
        expect(messageFromJson(json)).toEqual(message);
      }),
      { numRuns: 1000 },
    );
  });

  it('stands in receipts', () => {
    const anyReceipt = fc.record({
      ExitCode: anyInt64,
      Return: anyBase64,
      GasUsed: anyInt64,
      EventsRoot: fc.option(
        anyDigest.map((digest) => ({
          '/': formatCid(Uint8Array.of(1, 0x71, 0xa0, 0xe4, 2, 32, ...digest)),
        })),
      ),
    });
    fc.assert(
      fc.property(fc.array(anyReceipt, { maxLength: 20 }), fc.boolean(), (receipts, withEvents) => {
        expect(receiptsDigest(receipts.map(receiptFromJson), withEvents)).toHaveLength(32);
      }),
      { numRuns: 200 },
    );
  });

  it('is an address, or refused as none', () => {
    fc.assert(
      fc.property(anyAddress, anyText, anyBytes, (address, text, bytes) => {
        expect(parseAddress(formatAddress(address))).toEqual(address);
        for (const read of [() => parseAddress(text), () => checkAddress(bytes)])
          try {
            read();
          } catch (error) {
            expect(error).toBeInstanceOf(AddressError);
          }
      }),
      { numRuns: 1000 },
    );
  });

  it('is a CID, or refused as none', () => {
    fc.assert(
      fc.property(anyCid, anyText, anyBytes, (cid, text, bytes) => {
        expect(parseCid(formatCid(cid))).toEqual(cid);
        for (const read of [() => parseCid(text), () => cidParts(bytes)])
          try {
            read();
          } catch (error) {
            expect(error).toBeInstanceOf(CidError);
          }
        expect(formatMultiaddr(bytes)).toMatch(/^(\/|0x|$)/);
      }),
      { numRuns: 1000 },
    );
  });
});
