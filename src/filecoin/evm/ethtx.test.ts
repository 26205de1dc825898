import fc from 'fast-check';
import { keccak256, recoverTransactionAddress } from 'viem';
import type { Hex, TransactionSerialized } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EAM_ID, delegatedFromEth, idAddress, parseAddress } from '../address.ts';
import { concatBytes, fromHex, to0x, toHex } from '../encoding/bytes.ts';
import { encodeCbor } from '../encoding/cbor.ts';
import { digestOf } from '../encoding/cid.ts';
import { encodeEthTransaction, ethTransactionHash, ethTransactionOf } from './ethtx.ts';
import type { EthTransaction } from './ethtx.ts';
import { messageDigest, messageFromJson } from '../message.ts';
import type { Message } from '../message.ts';
import { SIGNATURE_BLS, SIGNATURE_DELEGATED, signatureFromJson } from '../signature.ts';
import type { Signature } from '../signature.ts';
import { readFixture } from '../testing/fixtures.ts';
import * as shapes from '../testing/shapes.ts';

const CHAIN_ID = 314;
const account = privateKeyToAccount(`0x${'5e'.repeat(32)}`);
const rows = readFixture(
  'signed-messages',
  z.object({ cid: z.string(), message: shapes.message, signature: shapes.signature }),
).map(({ cid, message, signature }) => ({
  cid,
  message: messageFromJson(message),
  signature: signatureFromJson(signature),
}));
const delegated = rows.filter(({ signature }) => signature.type === SIGNATURE_DELEGATED);

/** Ethereum address of the key that signed. */
function signerOf(transaction: EthTransaction): Promise<Hex> {
  const serializedTransaction = to0x(encodeEthTransaction(transaction)) as TransactionSerialized;
  return recoverTransactionAddress({ serializedTransaction });
}

describe('delegated messages of the chain', () => {
  it('are transactions that their senders signed', async () => {
    expect(delegated.length).toBeGreaterThan(30);
    for (const { message, signature } of delegated) {
      const transaction = ethTransactionOf(message, signature, CHAIN_ID);
      if (transaction === null) throw new Error('not a transaction');
      const sender: string = to0x(message.from.subarray(2));
      expect((await signerOf(transaction)).toLowerCase()).toBe(sender);
    }
  });

  it('have the hashes that the wallets were told', () => {
    const known = readFixture('created-contracts', z.object({ hash: z.string() }));
    const hashes = new Set(
      delegated.map(({ message, signature }) =>
        to0x(ethTransactionHash(message, signature, CHAIN_ID) ?? new Uint8Array(0)),
      ),
    );
    expect(known.length).toBeGreaterThan(15);
    for (const { hash } of known) expect(hashes).toContain(hash);
  });
});

/** The message that a node makes of a signed transaction. */
function toMessage(
  transaction: {
    to?: Hex | null | undefined;
    data?: Hex | undefined;
    nonce: number;
    value: bigint;
  },
  gas: { gasLimit: number; gasFeeCap: bigint; gasPremium: bigint },
): Message {
  const input = fromHex(transaction.data ?? '0x');
  return {
    version: 0,
    to: transaction.to ? delegatedFromEth(fromHex(transaction.to)) : idAddress(EAM_ID),
    from: parseAddress(account.address),
    nonce: transaction.nonce,
    value: transaction.value,
    ...gas,
    method: transaction.to ? 3844450837 : 4,
    params: input.length === 0 ? input : encodeCbor(input),
  };
}

/** r, s and v of a serialised transaction: the last three items of its list. */
function delegatedSignature(kind: number, r: Hex, s: Hex, v: bigint): Signature {
  const pad = (hex: Hex): Uint8Array => fromHex(hex.slice(2).padStart(64, '0'));
  const digits = v.toString(16);
  const tail = v === 0n ? Uint8Array.of(0) : fromHex(digits.length % 2 ? `0${digits}` : digits);
  const head = kind === 0 ? new Uint8Array(0) : Uint8Array.of(kind);
  return { type: SIGNATURE_DELEGATED, data: concatBytes(head, pad(r), pad(s), tail) };
}

const hex = fc.uint8Array({ maxLength: 100 }).map((bytes): Hex => `0x${toHex(bytes)}`);
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes[0] !== 0xff)
  .map((bytes): Hex => `0x${toHex(bytes)}`);
const transactions = fc.record({
  to: fc.option(address),
  data: hex,
  nonce: fc.nat(),
  value: fc.bigInt({ min: 0n, max: 10n ** 27n }),
  gas: fc.nat(10_000_000_000),
  price: fc.bigInt({ min: 0n, max: 10n ** 15n }),
});

describe('transactions signed by viem', () => {
  it('keep their hash through an EIP-1559 message', async () => {
    await fc.assert(
      fc.asyncProperty(transactions, fc.bigInt({ min: 0n, max: 10n ** 15n }), async (tx, tip) => {
        const maxFeePerGas = tx.price + tip;
        const raw = await account.signTransaction({
          ...tx,
          type: 'eip1559',
          chainId: CHAIN_ID,
          gas: BigInt(tx.gas),
          maxFeePerGas,
          maxPriorityFeePerGas: tip,
        });
        const { r, s, yParity } = await signatureOf(raw);
        const message = toMessage(tx, {
          gasLimit: tx.gas,
          gasFeeCap: maxFeePerGas,
          gasPremium: tip,
        });
        const signature = delegatedSignature(0, r, s, yParity);
        expect(to0x(ethTransactionHash(message, signature, CHAIN_ID) ?? message.to)).toBe(
          keccak256(raw),
        );
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['homestead', 1, undefined],
    ['eip155', 2, CHAIN_ID],
    ['eip155', 2, 314159],
    ['eip155', 2, 31415926],
  ] as const)(
    'keep their hash through a %s message (prefix %d, chain %s)',
    async (kind, prefix, chain) => {
      await fc.assert(
        fc.asyncProperty(transactions, async (tx) => {
          const raw = await account.signTransaction({
            ...tx,
            type: 'legacy',
            ...(chain === undefined ? {} : { chainId: chain }),
            gas: BigInt(tx.gas),
            gasPrice: tx.price,
          });
          const { r, s, v } = await signatureOf(raw);
          const message = toMessage(tx, {
            gasLimit: tx.gas,
            gasFeeCap: tx.price,
            gasPremium: tx.price,
          });
          const signature = delegatedSignature(prefix, r, s, v);
          const own = ethTransactionOf(message, signature, chain ?? CHAIN_ID);
          if (own === null) throw new Error('not a transaction');
          expect(own.kind).toBe(kind);
          expect(to0x(encodeEthTransaction(own))).toBe(raw);
          expect(await signerOf(own)).toBe(account.address);
        }),
        { numRuns: 30 },
      );
    },
  );
});

async function signatureOf(raw: Hex): Promise<{ r: Hex; s: Hex; v: bigint; yParity: bigint }> {
  const { parseTransaction } = await import('viem');
  const { r, s, v, yParity } = parseTransaction(raw);
  if (r === undefined || s === undefined) throw new Error('an unsigned transaction');
  return { r, s, v: v ?? 0n, yParity: BigInt(yParity ?? 0) };
}

describe('messages that are no transaction', () => {
  const [row] = delegated;
  if (row === undefined) throw new Error('no delegated message');
  const { message, signature } = row;
  const hashOf = (change: Partial<Message>, data = signature.data): Uint8Array | null =>
    ethTransactionHash({ ...message, ...change }, { ...signature, data }, CHAIN_ID);

  it('have no hash', () => {
    expect(hashOf({})).not.toBeNull();
    expect(hashOf({ method: 2 })).toBeNull();
    expect(hashOf({ to: idAddress(EAM_ID), method: 3 })).toBeNull();
    expect(hashOf({ version: 1 })).toBeNull();
    expect(hashOf({ params: Uint8Array.of(0x40) })).toBeNull();
    expect(hashOf({ params: Uint8Array.of(0x01) })).toBeNull();
    expect(hashOf({ params: Uint8Array.of(0x45, 1) })).toBeNull();
    expect(hashOf({ to: concatBytes(Uint8Array.of(1), new Uint8Array(20)) })).toBeNull();
    expect(hashOf({ from: concatBytes(Uint8Array.of(1), new Uint8Array(20)) })).toBeNull();
    expect(hashOf({}, new Uint8Array(64))).toBeNull();
    expect(hashOf({}, new Uint8Array(66))).toBeNull();
    expect(
      hashOf({}, concatBytes(Uint8Array.of(1), new Uint8Array(64), Uint8Array.of(29))),
    ).toBeNull();
    const chain315 = concatBytes(Uint8Array.of(2), new Uint8Array(64), Uint8Array.of(2, 0x9a));
    expect(hashOf({}, chain315)).toBeNull();
  });
});

describe('native messages', () => {
  it('are known by the digest of their CID', () => {
    const native = rows.filter(({ signature }) => signature.type !== SIGNATURE_DELEGATED);
    expect(native.length).toBeGreaterThan(5);
    for (const { cid, message, signature } of native) {
      expect(ethTransactionHash(message, signature, CHAIN_ID)).toEqual(digestOf(cid));
      expect(ethTransactionHash(message, null, CHAIN_ID)).toEqual(messageDigest(message));
      const bls = { type: SIGNATURE_BLS, data: new Uint8Array(96) };
      expect(ethTransactionHash(message, bls, CHAIN_ID)).toEqual(messageDigest(message));
      const given = new Uint8Array(32);
      expect(ethTransactionHash(message, signature, CHAIN_ID, given)).toBe(given);
    }
  });
});
