import { describe, expect, it } from 'vitest';
import { canonicalPath, localeCookie, savedLocale, pathPrefix, preferredLocale } from './locale.ts';

describe('preferredLocale', () => {
  it.each([
    ['i18n_redirected=ko', 'zh-CN,zh;q=0.9', 'ko'],
    ['a=b; i18n_redirected=zh; c=d', undefined, 'zh'],
    ['i18n_redirected=fr', 'zh-CN', 'zh'],
    [undefined, 'ko-KR,en;q=0.5', 'ko'],
    [undefined, 'KO', 'ko'],
    [undefined, 'fr-FR,zh', 'en'],
    [undefined, undefined, 'en'],
    ['xi18n_redirected=ko', '', 'en'],
  ])('cookie %s, browser %s: %s', (cookie, accept, expected) => {
    expect(preferredLocale(cookie, accept)).toBe(expected);
  });
});

describe('canonicalPath', () => {
  it.each([
    ['/', '', '/ko'],
    ['/message', '?page=2', '/ko/message?page=2'],
    ['/message/', '?a=%2F', '/ko/message?a=%2F'],
    ['/en/message/', '?page=2', '/en/message?page=2'],
    ['/en/', '', '/en'],
    ['//evil.example/', '', '/ko/evil.example'],
    ['/english', '', '/ko/english'],
    ['/EN', '', '/ko/EN'],
    ['/en', '', null],
    ['/zh/tipset/5', '?x=1', null],
    // Where tools that have verified a contract lead to.
    [
      '/v2/address/0x14543252a66e3aa0ac55a3f72d3fa284b318f04e',
      '',
      '/ko/address/0x14543252a66e3aa0ac55a3f72d3fa284b318f04e',
    ],
    [
      '/repo-ui/314/0x14543252a66e3aa0ac55a3f72d3fa284b318f04e',
      '',
      '/ko/address/0x14543252a66e3aa0ac55a3f72d3fa284b318f04e',
    ],
    ['/repo-ui/314/0x1', '', '/ko/repo-ui/314/0x1'],
  ])('%s%s → %s', (path, search, expected) => {
    expect(canonicalPath(path, search, 'ko')).toBe(expected);
  });
});

it('reads prefixes and cookies', () => {
  expect(pathPrefix('/zh/block')).toBe('zh');
  expect(pathPrefix('/zhx')).toBeNull();
  expect(savedLocale('i18n_redirected=en')).toBe('en');
  expect(savedLocale(undefined)).toBeNull();
  const cookie = 'i18n_redirected=zh; Max-Age=31536000; Path=/; SameSite=Lax';
  expect(localeCookie('zh', false)).toBe(cookie);
  expect(localeCookie('zh', true)).toBe(`${cookie}; Secure`);
});
