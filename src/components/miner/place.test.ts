import { expect, it } from 'vitest';
import { placeBrief, placeText } from './place.ts';

const place = {
  ip: '203.0.113.1',
  continentCode: 'AS',
  continentName: 'Asia',
  countryName: 'Singapore',
  regionName: null,
  city: 'Singapore',
  flag: 'sg',
  flagEmoji: '🇸🇬',
} as const;

it('says each part of a place once', () => {
  expect(placeText(place)).toBe('🇸🇬 Asia · Singapore');
  expect(placeText({ ...place, countryName: null, city: null, flagEmoji: null })).toBe('Asia');
});

it('names the country in a row, else the continent', () => {
  expect(placeBrief(place)).toBe('🇸🇬 Singapore');
  expect(placeBrief({ ...place, countryName: null, flagEmoji: null })).toBe('Asia');
});
