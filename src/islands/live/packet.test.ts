import { expect, it } from 'vitest';
import { readEvent, writeEvent } from './packet.ts';

it('writes an event as the protocol has it', () => {
  expect(writeEvent('subscribe', 'tipset')).toBe('42["subscribe","tipset"]');
});

it('reads events and stumbles over nothing', () => {
  expect(readEvent('42["tipset",{"height":7}]')).toEqual(['tipset', { height: 7 }]);
  expect(readEvent('42["bare"]')).toEqual(['bare', undefined]);
  for (const packet of ['42', '42{}', '42[1]', '42[', '42null', '427["a"]'])
    expect(readEvent(packet)).toEqual(['', undefined]);
});
