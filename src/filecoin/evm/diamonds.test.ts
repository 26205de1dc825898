import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeAbiParameters, hexToBytes } from 'viem';
import { concatBytes, fromHex, to0x } from '../encoding/bytes.ts';
import { FACETS_CALL, facetsOf, mayBeDiamond } from './diamonds.ts';
import { keccakOfText } from './words.ts';

const TARGET = `0x${'be'.repeat(20)}` as const;
const tuple = {
  type: 'tuple[]',
  components: [{ type: 'address' }, { type: 'bytes4[]' }],
} as const;
const answer = (list: readonly (readonly [`0x${string}`, readonly `0x${string}`[]])[]) =>
  hexToBytes(encodeAbiParameters([tuple], [list]));

describe('the answer of a diamond', () => {
  it('names facets with their selectors', () => {
    expect(to0x(FACETS_CALL)).toBe('0x7a0ed627');
    expect(facetsOf(answer([[TARGET, ['0xa9059cbb', '0x7a0ed627']]]))).toEqual([
      { address: TARGET, selectors: ['0xa9059cbb', '0x7a0ed627'] },
    ]);
  });

  it('is none where it tells no facet, or more than anybody has', () => {
    expect(facetsOf(answer([]))).toBeNull();
    expect(facetsOf(new Uint8Array(0))).toBeNull();
    expect(facetsOf(answer(Array.from({ length: 200 }, () => [TARGET, []])))).toHaveLength(200);
    expect(facetsOf(answer(Array.from({ length: 201 }, () => [TARGET, []])))).toBeNull();
    const selectors = Array.from({ length: 5000 }, () => '0xa9059cbb' as const);
    expect(facetsOf(answer([[TARGET, selectors]]))).toBeNull();
    const one = answer([[TARGET, ['0xa9059cbb']]]);
    expect(facetsOf(one)).toHaveLength(1);
    expect(facetsOf(concatBytes(one, new Uint8Array(256 * 1024)))).toBeNull();
  });

  it('may be anything', () => {
    const sound = answer([
      [TARGET, ['0xa9059cbb']],
      [TARGET, ['0x7a0ed627']],
    ]);
    fc.assert(
      fc.property(fc.nat(sound.length - 1), fc.nat(255), (at, value) => {
        const changed = Uint8Array.from(sound);
        changed[at] = value;
        const facets = facetsOf(changed);
        for (const { address, selectors } of facets ?? []) {
          expect(address).toMatch(/^0x[0-9a-f]{40}$/);
          for (const selector of selectors) expect(selector).toMatch(/^0x[0-9a-f]{8}$/);
        }
      }),
    );
  });
});

it('code of a diamond names its storage or compares with facets()', () => {
  const storage = keccakOfText('diamond.standard.diamond.storage');
  expect(mayBeDiamond(concatBytes(fromHex('7f'), storage, fromHex('54')))).toBe(true);
  // A field of it that is not the first.
  storage[31] = (storage[31] ?? 0) + 2;
  expect(mayBeDiamond(concatBytes(fromHex('7f'), storage, fromHex('54')))).toBe(true);
  expect(mayBeDiamond(fromHex('8063' + '7a0ed627' + '14'))).toBe(true);
  expect(mayBeDiamond(fromHex('60806040'))).toBe(false);
});
