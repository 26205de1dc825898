import { describe, expect, it } from 'vitest';
import { fromHex } from '../encoding/bytes.ts';
import { encodeCbor } from '../encoding/cbor.ts';
import { calldataOf, returnDataOf } from './calldata.ts';

// getReserves() and transfer(address,uint256), as contracts call one another.
const getReserves = fromHex('0902f1ac');
const transfer = fromHex(`a9059cbb${'00'.repeat(12)}${'aa'.repeat(20)}${'00'.repeat(31)}07`);

describe('calldata', () => {
  it('is in CBOR bytes in messages', () => {
    expect(calldataOf(encodeCbor(transfer))).toEqual(transfer);
    expect(calldataOf(encodeCbor(getReserves), 0x51)).toEqual(getReserves);
  });

  it('is bare where a trace says so, or says nothing', () => {
    expect(calldataOf(transfer, 0x55)).toEqual(transfer);
    expect(calldataOf(fromHex('0102'), 0x55)).toEqual(fromHex('0102'));
    expect(calldataOf(transfer)).toEqual(transfer);
    expect(calldataOf(getReserves, 0)).toEqual(getReserves);
  });

  it('is nothing else', () => {
    expect(calldataOf(transfer, 0x51)).toBeNull();
    expect(calldataOf(fromHex('0902f1'))).toBeNull();
    expect(calldataOf(encodeCbor('text'))).toBeNull();
  });
});

describe('what is returned', () => {
  const word = new Uint8Array(32).fill(7);

  it('is in CBOR bytes, or bare where a trace says so', () => {
    expect(returnDataOf(encodeCbor(word))).toEqual(word);
    expect(returnDataOf(encodeCbor(word), 0x51)).toEqual(word);
    expect(returnDataOf(word, 0x55)).toEqual(word);
  });

  it('is nothing else', () => {
    expect(returnDataOf(word)).toBeNull();
    expect(returnDataOf(encodeCbor(word), 0x70)).toBeNull();
    expect(returnDataOf(encodeCbor('text'))).toBeNull();
    expect(returnDataOf(fromHex('58'), 0x51)).toBeNull();
  });
});
