/** What Etherscan's calls tell of a contract that others brought along. */
import { Hono } from 'hono';
import type { ApiApp } from '../call.ts';
import { expect, it } from 'vitest';
import { UNVERIFIED } from '#explorer/contract/source.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import { addressFromEth, formatAddress } from '#filecoin/address.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { addEtherscan, type ForeignOptions } from './etherscan.ts';

const ADDRESS = `0x${'12'.repeat(20)}`;
const BRINGER = `0x${'34'.repeat(20)}`;

/** What `getsourcecode` says to be similar. */
async function similarTo(broughtBy: ContractDetail['broughtBy']): Promise<unknown> {
  const contract = {
    ...UNVERIFIED,
    verified: true,
    contractName: 'A',
    contractFile: 'a.sol',
    compiler: 'v0.8.23+commit.f704f362',
    broughtBy,
    proxyImpl: null,
  } as ContractDetail;
  const foreign: ForeignOptions = {
    chainId: async () => 314,
    contractAt: async () => contract,
    ethHash: async () => null,
    jobs: { start: async () => '', find: async () => null },
  };
  const app: ApiApp = new Hono();
  addEtherscan(app, foreign);
  const call = `http://x/api?module=contract&action=getsourcecode&address=${ADDRESS}`;
  const { result } = await (await app.fetch(new Request(call))).json();
  return result[0].SimilarMatch;
}

it('names the contract whose verification brought this one along', async () => {
  const address = formatAddress(addressFromEth(fromHex(BRINGER)));
  expect(await similarTo({ name: 'A', address })).toBe(BRINGER);
  expect(await similarTo({ name: 'A', address: null })).toBe('');
  expect(await similarTo(null)).toBe('');
});
