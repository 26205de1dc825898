import { expect, test } from 'vitest';
import { withParticles } from '#i18n/particle.ts';
import { useT } from '#i18n/translate.ts';
import type { SlotValue } from './types.ts';
import { lastWord } from './word.ts';

const token = (symbol: string): SlotValue => ({
  kind: 'token',
  units: '5',
  address: '0x2714E7c7C6E5F5a0e4012f1322150646D3F79405',
  words: { name: 'A token', symbol, decimals: 0 },
});
const fil: SlotValue = { kind: 'fil', value: '5' };

test.each<[string, SlotValue]>([
  ['을', fil],
  ['를', { kind: 'bytes', bytes: '1099511627776' }],
  ['를', { kind: 'units', units: '5' }],
  ['을', { kind: 'name', name: 'leeward.fil' }],
  ['을', { kind: 'number', text: '3' }],
  ['을', token('stFIL')],
  ['를', token('바다')],
  // Who knows how that is read.
  ['을(를)', token('hUSD')],
  ['을(를)', { kind: 'account', address: 'f01' }],
  ['을(를)', { kind: 'code', text: 'transfer()' }],
  // The particle stands behind the last.
  ['을', { kind: 'list', places: [token('hUSD'), fil] }],
  ['을(를)', { kind: 'list', places: [fil, token('hUSD')] }],
])('%s stands behind %j', (particle, place) => {
  expect(withParticles('을(를)', lastWord(place, useT('ko')))).toBe(particle);
});
