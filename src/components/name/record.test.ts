import { expect, test } from 'vitest';
import { recordText } from './record.ts';

test('bytes that are plain text are read, other records stay as they are', () => {
  expect(recordText('461=0x663434')).toBe('461=f44');
  for (const text of ['461=0x00ff', '60=0x663', 'avatar=0x6634', 'url=https://x.example', '60=0x'])
    expect(recordText(text)).toBe(text);
});
