import { expect, it } from 'vitest';
import { sorting } from './sorting.ts';

it('orders by a heading from the first page on, the rest of the address kept', () => {
  const url = new URL('https://x.example/en/dapp?category=defi&sort=users&page=3&head=9:a');
  const sort = sorting(url, ['transaction', 'users', 'fee'], 'users', 'dapps');
  expect(sort('transaction')).toEqual({ href: '/en/dapp?category=defi#dapps', on: false });
  expect(sort('users')).toEqual({ href: '/en/dapp?category=defi&sort=users#dapps', on: true });
  expect(sort('fee').href).toBe('/en/dapp?category=defi&sort=fee#dapps');
});
