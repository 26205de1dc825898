import { describe, expect, test } from 'vitest';
import { concatBytes, fromHex } from '../encoding/bytes.ts';
import { ERC1155, ERC20, ERC721, readTokenLog, tokenStandard, tokenType } from './tokens.ts';
import { keccakOfText } from './words.ts';

const word = (value: bigint | number): Uint8Array =>
  fromHex(BigInt(value).toString(16).padStart(64, '0'));
const words = (...values: (bigint | number)[]): Uint8Array => concatBytes(...values.map(word));
const log = (signature: string, topics: Uint8Array[], data: Uint8Array = new Uint8Array()) =>
  readTokenLog({ topics: [keccakOfText(signature), ...topics], data });

const FROM = word(0xa1);
const TO = word(0xb2);
const ends = { from: FROM.slice(12), to: TO.slice(12) };
const DIRTY = Uint8Array.from(FROM).fill(1, 0, 1);
const MAX = (1n << 256n) - 1n;
const TRANSFER = 'Transfer(address,address,uint256)';
const SINGLE = 'TransferSingle(address,address,address,uint256,uint256)';
const BATCH = 'TransferBatch(address,address,address,uint256[],uint256[])';
const MALFORMED = { kind: 'malformed' };

describe('transfers', () => {
  test('of units: three topics and a word', () => {
    expect(log(TRANSFER, [FROM, TO], word(MAX))).toEqual({
      kind: 'transfer',
      standard: ERC20,
      ...ends,
      items: [{ id: null, value: MAX }],
      sound: true,
    });
  });

  test('of an NFT: four topics and no data', () => {
    expect(log(TRANSFER, [FROM, TO, word(7)])).toEqual({
      kind: 'transfer',
      standard: ERC721,
      ...ends,
      items: [{ id: 7n, value: 1n }],
      sound: true,
    });
  });

  test('with more in them than the standard has are not sound', () => {
    expect(log(TRANSFER, [FROM, TO], words(5, 6))).toMatchObject({
      items: [{ id: null, value: 5n }],
      sound: false,
    });
    expect(log(TRANSFER, [FROM, TO, word(7)], word(1))).toMatchObject({ sound: false });
    expect(log(SINGLE, [FROM, FROM, TO], words(1, 2, 3))).toMatchObject({ sound: false });
  });

  test('of one and of many items', () => {
    const topics = [FROM, FROM, TO];
    expect(log(SINGLE, topics, words(3, 40))).toEqual({
      kind: 'transfer',
      standard: ERC1155,
      ...ends,
      items: [{ id: 3n, value: 40n }],
      sound: true,
    });
    const batch = words(0x40, 0xa0, 2, 3, MAX, 2, 40, 50);
    expect(log(BATCH, topics, batch)).toEqual({
      kind: 'transfer',
      standard: ERC1155,
      ...ends,
      items: [
        { id: 3n, value: 40n },
        { id: MAX, value: 50n },
      ],
      sound: true,
    });
  });

  test.each([
    ['data too short', log(TRANSFER, [FROM, TO], new Uint8Array(31))],
    ['no topics but the first (as before the standard)', log(TRANSFER, [], words(1, 2, 3))],
    ['an address with something before it', log(TRANSFER, [DIRTY, TO], word(1))],
    ['a single item without its value', log(SINGLE, [FROM, FROM, TO], word(1))],
    ['a single item without its receiver', log(SINGLE, [FROM, FROM], words(1, 2))],
    ['a batch of 2^32 ids', log(BATCH, [FROM, FROM, TO], words(0x40, 0x40, 2 ** 32))],
    ['a batch of 2^256−1 ids', log(BATCH, [FROM, FROM, TO], words(0x40, 0x40, MAX))],
    ['a batch whose lists lie outside', log(BATCH, [FROM, FROM, TO], words(MAX, MAX))],
    ['a batch of unequal lists', log(BATCH, [FROM, FROM, TO], words(0x40, 0x80, 1, 3, 0))],
    ['an empty batch event', log(BATCH, [FROM, FROM, TO])],
  ])('%s are malformed', (_, read) => {
    expect(read).toEqual(MALFORMED);
  });
});

test('approvals tell units from NFTs', () => {
  const signature = 'Approval(address,address,uint256)';
  expect(log(signature, [FROM, TO], word(1))).toEqual({ kind: 'approval', standard: ERC20 });
  expect(log(signature, [FROM, TO, word(1)])).toEqual({ kind: 'approval', standard: ERC721 });
  expect(log(signature, [FROM], words(1, 2))).toEqual(MALFORMED);
});

test('a URI is bounded, whatever it holds', () => {
  const text = new TextEncoder().encode('x'.repeat(40_000) + '\u0000');
  const data = concatBytes(words(0x20, text.length), text, new Uint8Array(31));
  const read = log('URI(string,uint256)', [word(9)], data);
  expect(read).toMatchObject({ kind: 'uri', id: 9n });
  expect(read?.kind === 'uri' && read.uri.length).toBeLessThanOrEqual(2048);
  expect(log('URI(string,uint256)', [word(9)], words(0x20, MAX))).toEqual(MALFORMED);
});

test('deposits and withdrawals of another shape are somebody else’s', () => {
  expect(log('Deposit(address,uint256)', [TO], word(5))).toEqual({
    kind: 'deposit',
    holder: ends.to,
    value: 5n,
  });
  expect(log('Withdrawal(address,uint256)', [TO], word(5))).toMatchObject({ kind: 'withdrawal' });
  expect(log('Deposit(address,uint256)', [TO, FROM], word(5))).toBeNull();
  expect(log('Deposit(address,uint256)', [DIRTY], word(5))).toBeNull();
  expect(log('Withdrawal(address,uint256)', [TO], words(5, 6))).toBeNull();
});

test('other events say nothing of tokens', () => {
  expect(log('Transfer(bytes32,address)', [FROM], TO)).toBeNull();
  expect(readTokenLog({ topics: [], data: words(1) })).toBeNull();
});

test('standards have names', () => {
  expect([0, 1, 2, 3, 9].map(tokenType)).toEqual([
    'Unknown',
    'ERC20',
    'ERC721',
    'ERC1155',
    'Unknown',
  ]);
  expect(tokenStandard('ERC1155')).toBe(ERC1155);
  expect([tokenStandard('Unknown'), tokenStandard('erc20')]).toEqual([null, null]);
});
