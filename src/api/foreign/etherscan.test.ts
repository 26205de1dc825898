/** What Etherscan's and Sourcify's calls tell of contracts that others brought along, and that stand behind others. */
import { Hono } from 'hono';
import type { ApiApp } from '../call.ts';
import { expect, it } from 'vitest';
import { UNVERIFIED } from '#explorer/contract/source.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import { addressFromEth, formatAddress } from '#filecoin/address.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import type { Job } from '#verification/jobs.ts';
import { addEtherscan, type ForeignOptions } from './etherscan.ts';
import { addSourcify } from './sourcify.ts';

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

/** What both APIs tell of a job for a proxy that came to this. */
async function toldOf(answer: Job['answer'], address = ADDRESS): Promise<unknown[]> {
  const job: Job = {
    id: 'job-1',
    address,
    state: 'done',
    place: null,
    seconds: null,
    answer,
    createdAt: 1,
    finishedAt: 2,
  };
  const verified = { ...UNVERIFIED, verifiedMatch: 'partial', verifiedBy: 'creation' };
  const foreign: ForeignOptions = {
    chainId: async () => 314,
    contractAt: async (address) =>
      (address.toLowerCase() === BRINGER ? verified : UNVERIFIED) as ContractDetail,
    ethHash: async () => null,
    jobs: { start: async () => '', find: async () => job },
  };
  const app: ApiApp = new Hono();
  addEtherscan(app, foreign);
  addSourcify(app, foreign);
  const paths = ['/api?module=contract&action=checkverifystatus&guid=job-1', '/v2/verify/job-1'];
  return Promise.all(
    paths.map(async (path) => (await app.fetch(new Request(`http://x${path}`))).json()),
  );
}

it('tells of a job whatever was written for its address', async () => {
  const failed = { success: false, errorCode: 4, match: null, explanation: null } as const;
  const [, none] = await toldOf(failed, 'no address');
  expect(none).toMatchObject({ isJobCompleted: true, contract: { match: null } });
});

it('tells clients that what stands behind a proxy was verified, and which contract that is', async () => {
  const message = `The implementation ${BRINGER} was verified behind the proxy.`;
  const told = { match: null, explanation: null, message, verifiedAddress: BRINGER };
  const contract = { match: 'match', creationMatch: 'match', address: BRINGER };
  const [etherscan, sourcify] = await toldOf({ ...told, success: true, errorCode: 0 });
  expect(etherscan).toEqual({ status: '1', message: `OK: ${message}`, result: 'Pass - Verified' });
  expect(sourcify).toMatchObject({ isJobCompleted: true, contract });
  expect(sourcify).not.toHaveProperty('error');

  const [again, known] = await toldOf({ ...told, success: false, errorCode: 6 });
  expect(again).toMatchObject({ result: 'Already Verified', message: `NOTOK: ${message}` });
  expect(known).toMatchObject({ error: { customCode: 'already_verified', message }, contract });

  const failed = { success: false, errorCode: 4, match: null, explanation: null } as const;
  const [refused, none] = await toldOf(failed);
  expect(refused).toMatchObject({ status: '0', result: 'Fail - Unable to verify' });
  expect(none).toMatchObject({ error: { customCode: 'no_match' }, contract: { match: null } });
});
