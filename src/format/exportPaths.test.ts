import { expect, it } from 'vitest';
import { csvPaths } from './exportPaths.ts';

it('leads to whole lists as CSV, without what is not asked for', () => {
  expect(csvPaths.miner('f01080', 'sector-events')).toBe(
    '/api/v1/address/f01080/sectors/events.csv',
  );
  expect(csvPaths.miner('f0/1', 'expiry')).toBe('/api/v1/address/f0%2F1/expiry.csv');
  expect(csvPaths.minerFees('f01080', '7d', true)).toBe(
    '/api/v1/address/f01080/fees.csv?duration=7d&windowed=true',
  );
  expect(csvPaths.activity('f01', 'transfers', { type: '' })).toBe(
    '/api/v1/address/f01/transfers.csv',
  );
  expect(csvPaths.messages({ method: 'Send' })).toBe('/api/v1/message/list.csv?method=Send');
  expect(csvPaths.ranking('power', '7d', '')).toBe('/api/v1/miner/list/power.csv?duration=7d');
  expect(csvPaths.ranking('blocks', '24h', 'EU')).toContain('&continent=EU');
  expect(csvPaths.mempool('WithdrawBalance (market)')).toBe(
    '/api/v1/message/mempool/list.csv?method=WithdrawBalance+%28market%29',
  );
});
