import { expect, test } from 'vitest';
import { MAX_DEPTH } from '#explorer/parameters.ts';
import { REORDERING_ROWS } from './paging.ts';

test('pages by number are offered as far as the lists have them', () => {
  expect(REORDERING_ROWS).toBe(MAX_DEPTH);
});
