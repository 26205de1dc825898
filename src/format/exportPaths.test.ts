import { expect, it } from 'vitest';
import { minerCsv, rankingCsv } from './exportPaths.ts';

it('leads to lists as CSV', () => {
  expect(minerCsv('f01080', 'sector-events')).toBe(
    '/api/v1/address/f01080/sectors/events.csv?pageSize=100',
  );
  expect(minerCsv('f0/1', 'expiry')).toBe('/api/v1/address/f0%2F1/expiry.csv');
  expect(rankingCsv('power', '7d', '')).toBe(
    '/api/v1/miner/list/power.csv?pageSize=100&duration=7d',
  );
  expect(rankingCsv('blocks', '24h', 'EU')).toContain('&continent=EU');
});
