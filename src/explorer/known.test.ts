import { bundledContent } from '#content/networks.ts';
import { idAddress, parseAddress } from '#filecoin/address.ts';
import { describe, expect, it } from 'vitest';
import { KnownAccounts, knownAccounts } from './known.ts';

const harbor = bundledContent()('harbor');

describe('known accounts', () => {
  it('are found by the words of their names, whole names first', () => {
    const known = knownAccounts(harbor);
    const named = (text: string, language: 'en' | 'zh' | 'ko') =>
      known.named(text, language).map(({ name, whole }) => [name, whole]);
    expect(named('burnt', 'en')).toEqual([['Burnt Funds', false]]);
    expect(named('BURNT FUNDS', 'en')).toEqual([['Burnt Funds', true]]);
    expect(named('facto', 'en')).toEqual([['Exchange: Pool Factory (demo)', false]]);
    expect(named('actory', 'en')).toEqual([]);
    expect(named('质押', 'zh')).toEqual([['流动性质押（演示）', false]]);
    expect(named('staking', 'ko')).toEqual([['유동성 스테이킹 (데모)', false]]);
  });

  it('have names by id and by address, in the reader’s language', () => {
    const known = knownAccounts(harbor);
    expect(known.name(idAddress(99), 'en')).toBe('Burnt Funds');
    expect(known.name(idAddress(99), 'zh')).toBe('销毁账户');
    expect(known.name(idAddress(99), 'ko')).toBe('소각 계정');
    const staking = parseAddress('0x0257150f75e4ef862df84812ca7aebadaa61ace2');
    expect(known.name(staking, 'en')).toBe('Liquid Staking (demo)');
    // A part of a project is called by it, unless it has a tag.
    const pool = parseAddress('0xde91eD1aF53A62618F88b7ce536fc560C6ACe809');
    expect(known.name(pool, 'en')).toBe('Harbor Exchange: Pool of Anchor');
    expect(known.name(pool, 'zh')).toBe('Harbor 交易所：Anchor 资金池');
    expect(known.name(idAddress(1001), 'en')).toBeNull();
    expect(knownAccounts(harbor)).toBe(known);
  });

  it('have the English name where there is no other, under any form of their address', () => {
    const known = new KnownAccounts({
      tags: { t01234: { en: 'Tide', zh: '潮' }, f01235: 'Ebb' },
      ecosystem: [],
    });
    expect([
      known.name(idAddress(1234), 'zh'),
      known.name(idAddress(1234), 'ko'),
      known.name(idAddress(1235), 'ko'),
    ]).toEqual(['潮', 'Tide', 'Ebb']);
    expect(known.named('tide', 'zh').map(({ name }) => name)).toEqual(['潮']);
  });
});
