import { expect, test } from 'vitest';
import { MAX_DEPTH } from '#explorer/parameters.ts';
import { REORDERING_ROWS } from './depth.ts';

test('pages by number are offered as far as the lists have them', () => {
  expect(REORDERING_ROWS).toBe(MAX_DEPTH);
});
