import { expect, it } from 'vitest';
import { ethForm, isNull, NULL_ETH, ownForm } from './forms.ts';

const ETH = '0x2714E7c7C6E5F5a0e4012f1322150646D3F79405';
const OWN = 'f410fe4kopr6g4x22bzabf4jsefigi3j7pfafc5hskri';
const MASKED = `0xff${'0'.repeat(34)}03e9`;
const OTHERS = ['f01001', '0x12', 'f410f', 'f410fe4kop', 'bafy', 'kelp.fil', ''];

it('writes an Ethereum address as the chain does', () => {
  expect(ownForm(ETH)).toBe(OWN);
  expect(ownForm(ETH.toLowerCase())).toBe(OWN);
  expect(ownForm(MASKED)).toBe('f01001');
  for (const other of [OWN, ...OTHERS]) expect(ownForm(other)).toBe(other);
});

it('writes an account of the EVM as Ethereum does', () => {
  expect(ethForm(OWN)).toBe(ETH);
  expect(ethForm(OWN.replace('f', 't'))).toBe(ETH);
  expect(ethForm(ETH.toLowerCase())).toBe(ETH);
  for (const other of OTHERS) expect(ethForm(other)).toBe(other);
});

it('knows the null address by either of its spellings', () => {
  expect([NULL_ETH, ownForm(NULL_ETH), ETH, OWN, `${NULL_ETH}0`].map(isNull)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
