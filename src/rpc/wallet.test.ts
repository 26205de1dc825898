import { createPublicClient, createWalletClient, defineChain, http, parseAbi, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RateLimit } from '#server/http/limit.ts';
import { createRpc } from '#server/http/rpc.ts';
import { closeHttpServer, listen } from '#server/http/server.ts';
import { bareServer } from '#server/http/testing/served.ts';
import { startDemoNode } from '#node/testing/demo-node.ts';
import { createProxy, type Upstream } from './proxy.ts';
import { DEVELOPMENT_CHAIN_ID, startDevelopmentEvm } from './testing/evm.ts';

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const other = privateKeyToAccount(`0x${'22'.repeat(32)}`).address;

/**
 * A counter, by hand: any call adds one to slot 0, logs the sum and returns it; calldata that begins
 * with a zero byte reverts.
 */
const RUNTIME = [
  '60003560f81c15602157', // calldata[0] == 0: to the end
  '600054600101806000556000', // slot 0 += 1
  '5260206000a060206000f3', // log0(sum), return(sum)
  '5b60006000fd',
].join('');
const CREATION = `0x6027600c60003960276000f3${RUNTIME}` as const;

let upstream: Upstream;
let unwritable: string | null = null;
const log = pino({ level: 'silent' });
const proxy = createProxy({ upstream: () => upstream, unwritable: () => unwritable, log });
const rpc = createRpc({ proxy, limit: new RateLimit(0) });
const server = bareServer([rpc]);
const closing: (() => Promise<unknown>)[] = [];
let url = '';

beforeAll(async () => {
  const evm = await startDevelopmentEvm([account.address]);
  closing.push(evm.close);
  upstream = { url: evm.url };
  url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}/rpc/v1`;
});
afterAll(async () => {
  await closeHttpServer(server, 100);
  proxy.close();
  for (const close of closing) await close();
});

function clients() {
  const chain = defineChain({
    id: DEVELOPMENT_CHAIN_ID,
    name: 'development',
    nativeCurrency: { name: 'test FIL', symbol: 'tFIL', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const transport = http(url, { retryCount: 0, batch: true });
  return {
    reader: createPublicClient({ chain, transport, pollingInterval: 20 }),
    wallet: createWalletClient({ chain, transport, account }),
  };
}

it('lets a wallet read, send, deploy and call', async () => {
  const { reader, wallet } = clients();
  expect(await reader.getChainId()).toBe(DEVELOPMENT_CHAIN_ID);
  const before = await reader.getBalance({ address: account.address });
  expect(before).toBe(10n ** 21n);

  const sent = await wallet.sendTransaction({ to: other, value: 5n });
  const receipt = await reader.waitForTransactionReceipt({ hash: sent });
  expect(receipt.status).toBe('success');
  expect(await reader.getBalance({ address: other })).toBe(5n);
  const cost = receipt.gasUsed * receipt.effectiveGasPrice;
  expect(await reader.getBalance({ address: account.address })).toBe(before - 5n - cost);
  expect((await reader.getTransaction({ hash: sent })).value).toBe(5n);

  const deployed = await reader.waitForTransactionReceipt({
    hash: await wallet.sendTransaction({ data: CREATION }),
  });
  const contract = deployed.contractAddress ?? undefined;
  if (contract === undefined) throw new Error('nothing was deployed');
  expect(await reader.getCode({ address: contract })).toBe(`0x${RUNTIME}`);
  const abi = parseAbi(['function count() returns (uint256)']);
  const { request, result } = await reader.simulateContract({
    account,
    address: contract,
    abi,
    functionName: 'count',
  });
  expect(result).toBe(1n);
  const { blockNumber } = await reader.waitForTransactionReceipt({
    hash: await wallet.writeContract(request),
  });
  const logs = await reader.getLogs({ address: contract, fromBlock: blockNumber });
  expect(logs).toHaveLength(1);
  expect(
    (await reader.simulateContract({ account, address: contract, abi, functionName: 'count' }))
      .result,
  ).toBe(2n);
  await expect(reader.call({ to: contract, data: '0x00' })).rejects.toThrow(/revert/);
  expect(await reader.getTransactionCount({ address: account.address })).toBe(3);
});

it('answers a batch as large as wallets’ libraries make it', async () => {
  const { reader } = clients();
  const slots = await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      reader.getStorageAt({ address: account.address, slot: toHex(index) }),
    ),
  );
  expect(slots).toEqual(Array(300).fill(`0x${'0'.repeat(64)}`));
});

it('says to the wallet why nothing may be sent', async () => {
  unwritable = 'this network is a recording: nothing can be sent to it';
  const { reader, wallet } = clients();
  const count = await reader.getTransactionCount({ address: account.address });
  await expect(wallet.sendTransaction({ to: other, value: 5n })).rejects.toThrow(unwritable);
  expect(await reader.getTransactionCount({ address: account.address })).toBe(count);
  unwritable = null;
});

it('answers on the demo chain what was recorded, and says so of the rest', async () => {
  const evm = upstream;
  const node = await startDemoNode(2000);
  closing.push(() => node.close());
  upstream = { url: node.url };
  const { reader } = clients();
  expect(await reader.getChainId()).toBe(314);
  expect(await reader.getBlockNumber()).toBeGreaterThan(1000n);
  await expect(reader.getBlock({ blockNumber: 1000n })).rejects.toThrow(/not recorded/);
  upstream = evm;
});

it('speaks HTTP as wallets expect it', async () => {
  const ask = (method: string, body?: string, headers: Record<string, string> = {}) =>
    fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' });
  const answer = await ask('POST', text, { origin: 'https://dapp.example' });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { jsonrpc: '2.0', id: 1, result: '0x1df5e76' },
  ]);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const preflight = await ask('OPTIONS');
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'POST, OPTIONS',
  ]);
  const read = await ask('GET');
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  expect((await ask('POST', '{')).status).toBe(400);
  expect((await ask('POST', '{"jsonrpc":"2.0","method":"eth_chainId"}')).status).toBe(204);
  expect((await ask('POST', 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
  // The connection is of use after a request that was too long.
  expect((await ask('POST', text)).status).toBe(200);
});

it('limits calls per client, each of a batch counted', async () => {
  const limited = createRpc({ proxy, limit: new RateLimit(4) });
  const small = bareServer([limited]);
  closing.push(() => closeHttpServer(small, 100));
  const at = `http://127.0.0.1:${await listen(small, '127.0.0.1', 0)}/rpc/v1`;
  const call = { jsonrpc: '2.0', id: 7, method: 'eth_chainId' };
  const ask = (body: unknown) => fetch(at, { method: 'POST', body: JSON.stringify(body) });
  const first = await ask([call, call, call]);
  expect([first.status, first.headers.get('x-ratelimit-remaining')]).toEqual([200, '1']);
  // A batch gets what is left, and hears of the rest call by call.
  const second = await ask([call, { ...call, id: 8 }]);
  expect([second.status, await second.json()]).toMatchObject([
    200,
    [
      { id: 7, result: '0x1df5e76' },
      { id: 8, error: { code: -32005, message: expect.stringContaining('wait for') } },
    ],
  ]);
  expect(second.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await ask([call, call])).status).toBe(429);
  const refused = await ask(call);
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { id: 7, error: { code: -32005 } },
  ]);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
});

it('answers below its path with a slash at the end, too', async () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'eth_chainId' });
  const answer = await fetch(`${url}/`, { method: 'POST', body });
  expect(await answer.json()).toMatchObject({ id: 'a', result: '0x1df5e76' });
});
