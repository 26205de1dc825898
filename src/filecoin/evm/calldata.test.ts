import { describe, expect, it } from 'vitest';
import { fromHex } from '../encoding/bytes.ts';
import { encodeCbor } from '../encoding/cbor.ts';
import { calldataOf } from './calldata.ts';

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
