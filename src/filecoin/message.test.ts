import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PROTOCOL_SECP256K1, formatAddress, parseAddress } from './address.ts';
import { concatBytes, fromBase64, fromHex, toBase64, toHex } from './encoding/bytes.ts';
import { blake2b256, chainCidBytes, cidOf, parseCid } from './encoding/cid.ts';
import {
  MessageError,
  chainMessage,
  decodeMessage,
  encodeMessage,
  encodeSignedMessage,
  messageDigest,
  messageFromJson,
  signedMessageDigest,
} from './message.ts';
import {
  SIGNATURE_BLS,
  SIGNATURE_DELEGATED,
  SIGNATURE_SECP256K1,
  SignatureError,
  signatureFromBytes,
  signatureFromJson,
  signatureToBytes,
} from './signature.ts';
import { readFixture } from './testing/fixtures.ts';
import * as shapes from './testing/shapes.ts';

const executions = readFixture(
  'executions',
  z.object({ cid: z.string(), bareCid: z.string(), message: shapes.message }),
);
const signed = readFixture(
  'signed-messages',
  z.object({
    cid: z.string(),
    bareCid: z.string().optional(),
    message: shapes.message,
    signature: shapes.signature,
  }),
);

describe('messages', () => {
  it('encode to the CIDs of their bare form', () => {
    expect(executions.length).toBe(280);
    for (const { bareCid, message } of executions)
      expect(cidOf(messageDigest(messageFromJson(message)))).toBe(bareCid);
  });

  it('decode and encode 489 messages of mainnet to the same bytes and CIDs', () => {
    const rows = readFixture('messages', z.object({ cid: z.string(), cbor: z.string() }));
    expect(rows).toHaveLength(489);
    for (const { cid, cbor } of rows) {
      const message = decodeMessage(fromBase64(cbor));
      expect(toBase64(encodeMessage(message))).toBe(cbor);
      expect(cidOf(messageDigest(message))).toBe(cid);
      expect(parseAddress(formatAddress(message.from))).toEqual(message.from);
    }
  });

  it('encode 64-bit numbers as another implementation does', () => {
    const rows = readFixture(
      'serializations',
      z.object({
        message: z.object({
          Version: z.string(),
          To: z.string(),
          From: z.string(),
          Nonce: z.string(),
          Value: z.string(),
          GasLimit: z.string(),
          GasFeeCap: z.string(),
          GasPremium: z.string(),
          Method: z.string(),
          Params: z.string().nullable(),
        }),
        cbor: z.string(),
      }),
    );
    for (const { message, cbor } of rows)
      expect(
        toHex(
          encodeMessage({
            version: Number(message.Version),
            to: parseAddress(message.To),
            from: parseAddress(message.From),
            nonce: BigInt(message.Nonce),
            value: BigInt(message.Value),
            gasLimit: BigInt(message.GasLimit),
            gasFeeCap: BigInt(message.GasFeeCap),
            gasPremium: BigInt(message.GasPremium),
            method: BigInt(message.Method),
            params: fromBase64(message.Params ?? ''),
          }),
        ),
      ).toBe(cbor);
  });

  it.each([
    [2 ** 53 - 1, '1b001fffffffffffff'],
    [2n ** 53n + 1n, '1b0020000000000001'],
    [2n ** 63n, '1b8000000000000000'],
    [2n ** 64n - 1n, '1bffffffffffffffff'],
  ])('of method %s keep every digit', (method, cbor) => {
    const bytes = fromHex(`8a00420064420065074200090a420001420002${cbor}40`);
    const message = messageFromJson({
      Version: 0,
      To: 'f0100',
      From: 'f0101',
      Nonce: 7,
      Value: '9',
      GasLimit: 10,
      GasFeeCap: '1',
      GasPremium: '2',
      Method: method,
      Params: null,
    });
    expect(toHex(encodeMessage(message))).toBe(toHex(bytes));
    expect(toHex(messageDigest(message))).toBe(toHex(blake2b(bytes, { dkLen: 32 })));
    expect(decodeMessage(bytes)).toEqual(message);
  });

  it('take missing params as empty', () => {
    const [row] = executions;
    if (row === undefined) throw new Error('no message');
    const { Params: _, ...without } = row.message;
    expect(messageFromJson(without).params).toEqual(new Uint8Array(0));
    expect(messageFromJson({ ...row.message, Params: null }).params).toEqual(new Uint8Array(0));
  });

  it('refuse numbers that the JSON parser has rounded', () => {
    const [row] = executions;
    if (row === undefined) throw new Error('no message');
    expect(() => messageFromJson({ ...row.message, Method: 2 ** 60 })).toThrow(MessageError);
    expect(() => messageFromJson({ ...row.message, Nonce: 2 ** 53 })).toThrow(MessageError);
    for (const Method of [-1, 2n ** 64n])
      expect(() => messageFromJson({ ...row.message, Method })).toThrow(MessageError);
  });

  it.each(['80', '8a00', 'f6', '8a00410041000000400000400000'])('refuse %s as CBOR', (hex) => {
    expect(() => decodeMessage(fromHex(hex))).toThrow();
  });
});

describe('signed messages', () => {
  it('encode to their CIDs, of secp256k1 and delegated signatures', () => {
    const types = new Set(signed.map(({ signature }) => signature.Type));
    expect(types).toEqual(new Set([SIGNATURE_SECP256K1, SIGNATURE_DELEGATED]));
    for (const { cid, bareCid, message: json, signature: signatureJson } of signed) {
      const message = messageFromJson(json);
      const signature = signatureFromJson(signatureJson);
      expect(cidOf(signedMessageDigest(message, signature))).toBe(cid);
      if (bareCid !== undefined && bareCid !== cid)
        expect(cidOf(messageDigest(message))).toBe(bareCid);
    }
  });

  it('are signed over the bytes of the bare CID by the sender', () => {
    const native = signed.filter(({ signature }) => signature.Type === SIGNATURE_SECP256K1);
    expect(native.length).toBeGreaterThan(5);
    for (const { message: json, signature } of native) {
      const message = messageFromJson(json);
      const data = fromBase64(signature.Data);
      const recovery = data[64] ?? 0;
      const key = secp256k1.Signature.fromBytes(data.subarray(0, 64), 'compact')
        .addRecoveryBit(recovery)
        .recoverPublicKey(blake2b256(chainCidBytes(messageDigest(message))))
        .toBytes(false);
      const sender = concatBytes(Uint8Array.of(PROTOCOL_SECP256K1), blake2b(key, { dkLen: 20 }));
      expect(formatAddress(sender)).toBe(formatAddress(message.from));
    }
  });

  it('have the CIDs of another implementation’s vectors', () => {
    const rows = readFixture(
      'signatures',
      z.object({
        cid: z.string(),
        cidBytes: z.string(),
        message: shapes.message,
        signature: shapes.signature,
      }),
    );
    for (const { cid, cidBytes, message, signature } of rows) {
      const digest = signedMessageDigest(messageFromJson(message), signatureFromJson(signature));
      const bare = cidOf(messageDigest(messageFromJson(message)));
      expect(signature.Type === SIGNATURE_BLS ? cidOf(digest) : bare).toBe(cid);
      expect(toHex(parseCid(cid))).toBe(cidBytes);
    }
  });

  it('are stored without the signature when it is BLS', () => {
    const [row] = signed;
    if (row === undefined) throw new Error('no message');
    const message = messageFromJson(row.message);
    const data = new Uint8Array(96);
    expect(chainMessage(message, { type: SIGNATURE_BLS, data })).toEqual(encodeMessage(message));
    expect(chainMessage(message, null)).toEqual(encodeMessage(message));
    const secp = { type: SIGNATURE_SECP256K1, data: new Uint8Array(65) };
    expect(chainMessage(message, secp)).toEqual(encodeSignedMessage(message, secp));
    expect(chainMessage(message, secp).length).toBe(encodeMessage(message).length + 1 + 2 + 66);
  });

  it('carry signatures as type and data', () => {
    const signature = { type: 1, data: Uint8Array.of(9, 8) };
    expect(signatureFromBytes(signatureToBytes(signature))).toEqual(signature);
    expect(() => signatureFromBytes(new Uint8Array(0))).toThrow(SignatureError);
    expect(() => signatureToBytes({ type: 256, data: new Uint8Array(0) })).toThrow(SignatureError);
  });
});
