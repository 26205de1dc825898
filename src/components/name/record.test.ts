import { expect, test } from 'vitest';
import { useT } from '#i18n/translate.ts';
import { recordText } from './record.ts';

test('an address record says its coin, and bytes that are plain text are read', () => {
  const t = useT('en');
  expect(recordText(t, '461=0x663434')).toBe('Filecoin (coin type 461): f44');
  expect(recordText(t, '60=0x00ff')).toBe('Ethereum (coin type 60): 0x00ff');
  expect(recordText(t, '714=0x6634')).toBe('Coin type 714: f4');
  expect(recordText(t, '60=0x')).toBe('Ethereum (coin type 60): 0x');
  expect(recordText(useT('zh'), '461=0x663434')).toBe('Filecoin（币种 461）：f44');
  expect(recordText(useT('ko'), '461=0x663434')).toBe('Filecoin(코인 유형 461): f44');
});

test('other records stay as they are', () => {
  const t = useT('en');
  for (const text of ['60=0x663', 'avatar=0x6634', 'url=https://x.example'])
    expect(recordText(t, text)).toBe(text);
});
