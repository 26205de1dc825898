import { expect, it } from 'vitest';
import { SHARE_TARGETS, shareLink } from './share.ts';

it('fills in address and title, whatever letters they have', () => {
  const page = { url: 'https://explorer.example/en/dapp/defi_a?days=7&x=1', title: 'A & <B> 港' };
  for (const target of SHARE_TARGETS) {
    const { protocol, searchParams } = new URL(shareLink(target, page));
    expect(protocol).toBe('https:');
    const values = [...searchParams.values()];
    expect(values).toContain(page.url);
    if (target !== 'facebook') expect(values).toContain(page.title);
  }
});
