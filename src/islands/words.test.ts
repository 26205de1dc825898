import { expect, test } from 'vitest';
import { loadWords } from './contract/words.ts';

test('a Korean particle follows the value before it', async () => {
  const ko = await loadWords('ko');
  expect(ko('interact.trial.lacks', { amount: '5 FIL' })).toContain('5 FIL이 부족');
});
