import { describe, expect, it } from 'vitest';
import { parseAddress } from '#filecoin/address.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { messageDigest, signedMessageDigest } from '#filecoin/message.ts';
import { SIGNATURE_SECP256K1 } from '#filecoin/signature.ts';
import type { BlockMessagesJson } from '#node/types.ts';
import { decodeBlockMessages } from './messages.ts';

const TIPSET = { height: 1, name: 'a tipset' };

/** A block of two messages, one signed with BLS. */
function blockOf(method: bigint, named = method): BlockMessagesJson {
  const json = {
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
  };
  const message = {
    version: 0,
    to: parseAddress('f0100'),
    from: parseAddress('f0101'),
    nonce: 7,
    value: 9n,
    gasLimit: 10,
    gasFeeCap: 1n,
    gasPremium: 2n,
    method: named,
    params: new Uint8Array(),
  };
  const signature = { type: SIGNATURE_SECP256K1, data: new Uint8Array(65) };
  const data = Buffer.from(signature.data).toString('base64');
  return {
    BlsMessages: [json],
    SecpkMessages: [{ Message: json, Signature: { Type: signature.type, Data: data } }],
    Cids: [messageDigest(message), signedMessageDigest(message, signature)].map((digest) => ({
      '/': cidOf(digest),
    })),
  };
}

describe('messages of a block', () => {
  it.each([2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n])('of method %s are taken', (method) => {
    const rows = decodeBlockMessages(blockOf(method), TIPSET, 314);
    expect(rows.map((row) => row.method)).toEqual([method, method]);
  });

  it('are refused when the last digit differs from what their CID names', () => {
    const block = blockOf(2n ** 64n - 1n, 2n ** 64n - 2n);
    expect(() => decodeBlockMessages(block, TIPSET, 314)).toThrow('another CID than its content');
  });
});
