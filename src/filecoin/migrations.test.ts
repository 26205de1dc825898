import { expect, it } from 'vitest';
import { delegatedFromEth, formatAddress, idAddress, parseAddress } from './address.ts';
import { migrationOf } from './migrations.ts';

it('knows what migrations did to single actors', () => {
  expect(migrationOf(['Waffle'])).toEqual({ actors: ['f090'], balances: false });
  expect(migrationOf(['Assembly']).balances).toBe(true);
  const [token, manager, zero = ''] = migrationOf(['Shark', 'Hygge']).actors;
  expect([token, manager]).toEqual([formatAddress(idAddress(7)), formatAddress(idAddress(10))]);
  expect(parseAddress(zero)).toEqual(delegatedFromEth(new Uint8Array(20)));
  // The compressed form of BLS12-381's point at infinity.
  const [bls = ''] = migrationOf(['Trust']).actors;
  expect(parseAddress(bls)).toEqual(Uint8Array.of(3, 0xc0, ...new Uint8Array(47)));
});

it('leaves alone what the others did, whatever they are called', () => {
  for (const name of ['Skyr', 'Teep', 'GoldenWeek', 'Yy', 'constructor', '__proto__', ''])
    expect(migrationOf([name])).toEqual({ actors: [], balances: false });
});
