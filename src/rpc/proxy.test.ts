import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SILENT } from '#node/log.ts';
import { READS, SEND, TRACE } from './methods.ts';
import { createProxy, type Asker, type Proxy } from './proxy.ts';
import { readRequest } from './reply.ts';

/** What the node was asked, and how it answers. */
const asked: string[] = [];
let answer: (call: { id: unknown; method: string }) => { status?: number; body: string } | null;
const echo = ({ id, method }: Parameters<typeof answer>[0]) => ({
  body: ` {"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"of":"${method}","Method":12345678901234567890}}\n`,
});
let node: Server;
let url = '';
let upstream: string | null = '';
let unwritable: string | null = null;
let proxy: Proxy;
/** Waits for long answers as long as a busy machine takes. */
let patient: Proxy;
/** Which of them is asked. */
let by: Proxy;
const atOnce: Asker = { turn: (call) => call() };
const warnings: string[] = [];

beforeAll(async () => {
  node = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      asked.push(text);
      const said = answer(JSON.parse(text));
      if (said === null) return;
      const { status = 200, body } = said;
      res.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}/rpc/v1`;
  const options = {
    upstream: () => (upstream === null ? null : { url: upstream, token: 'secret' }),
    unwritable: () => unwritable,
    log: {
      ...SILENT,
      warn: (_fields: object, message: string) => void warnings.push(message),
    },
  };
  proxy = createProxy({ ...options, timeoutMs: 300 });
  patient = createProxy(options);
});
afterAll(() => {
  proxy.close();
  patient.close();
  node.closeAllConnections();
  node.close();
});
beforeEach(() => {
  asked.length = 0;
  answer = echo;
  upstream = url;
  unwritable = null;
  by = proxy;
});

async function ask(body: unknown): Promise<unknown> {
  const request = readRequest(typeof body === 'string' ? body : JSON.stringify(body));
  if ('error' in request) return JSON.parse(request.error);
  const text = await by.answer(request, atOnce);
  return text === null ? null : JSON.parse(text);
}
const call = (method: string, id: string | number = 1, params: unknown = []) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const errorOf = async (body: unknown) =>
  ((await ask(body)) as { error: { code: number; message: string } }).error;

describe('calls', () => {
  it.each([...READS])('%s is passed on', async (method) => {
    expect(await ask(call(method, 'x-7', ['0x1', null]))).toMatchObject({
      id: 'x-7',
      result: { of: method },
    });
    expect(asked.map((text) => JSON.parse(text))).toEqual([call(method, 'x-7', ['0x1', null])]);
  });

  it.each([
    ['eth_subscribe', 'subscriptions are not offered'],
    ['eth_unsubscribe', 'subscriptions are not offered'],
    ['Filecoin.ChainNotify', 'subscriptions are not offered'],
    ['Filecoin.MpoolSub', 'subscriptions are not offered'],
    ['Filecoin.SubscribeActorEventsRaw', 'subscriptions are not offered'],
    ['eth_newFilter', 'filters are not offered'],
    ['eth_newBlockFilter', 'filters are not offered'],
    ['eth_newPendingTransactionFilter', 'filters are not offered'],
    ['eth_getFilterChanges', 'filters are not offered'],
    ['eth_getFilterLogs', 'filters are not offered'],
    ['eth_uninstallFilter', 'filters are not offered'],
    ['eth_accounts', 'no keys are held'],
    ['eth_sign', 'no keys are held'],
    ['eth_signTransaction', 'no keys are held'],
    ['eth_sendTransaction', 'no keys are held'],
    ['personal_unlockAccount', 'no keys are held'],
    ['Filecoin.WalletList', 'no keys are held'],
    ['Filecoin.WalletExport', 'no keys are held'],
    ['Filecoin.WalletSign', 'no keys are held'],
    ['Filecoin.MpoolPushMessage', 'no keys are held'],
    ['Filecoin.MpoolPush', 'not offered'],
    ['Filecoin.AuthNew', 'not offered'],
    ['Filecoin.StateCompute', 'not offered'],
    ['Filecoin.StateWaitMsg', 'not offered'],
    ['Filecoin.Shutdown', 'not offered'],
    ['trace_block', 'not offered'],
    ['trace_callMany', 'not offered'],
    ['debug_traceCall', 'not offered'],
    ['debug_traceTransaction', 'not offered'],
    ['hardhat_setBalance', 'not offered'],
    ['ETH_CALL', 'not offered'],
    ['__proto__', 'not offered'],
    ['x'.repeat(10_000), 'not offered'],
  ])('%s is refused with the reason', async (method, reason) => {
    const { code, message } = await errorOf(call(method));
    expect([code, message]).toEqual([-32601, expect.stringContaining(reason)]);
    expect(message.length).toBeLessThan(200);
    expect(asked).toEqual([]);
  });

  it('are answered in the node’s own words, errors included', async () => {
    const request = readRequest(JSON.stringify(call('Filecoin.ChainGetMessage')));
    if ('error' in request) throw new Error(request.error);
    expect(await proxy.answer(request, atOnce)).toContain('"Method":12345678901234567890');
    const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' };
    answer = ({ id }) => ({ status: 500, body: JSON.stringify({ jsonrpc: '2.0', id, error }) });
    expect(await ask(call('eth_call'))).toEqual({ jsonrpc: '2.0', id: 1, error });
  });

  it('keep numbers of methods that no double can hold', async () => {
    const text = `{"jsonrpc":"2.0","id":1,"method":"Filecoin.StateCall","params":[{"Method":12345678901234567890}]}`;
    await ask(text);
    expect(asked[0]).toContain('"Method":12345678901234567890');
  });
});

describe('a trace of a call', () => {
  const to = `0x${'12'.repeat(20)}`;
  const transaction = { from: to, to, value: '0x1', data: `0x${'ab'.repeat(5_000)}` };

  it.each([
    [[transaction, ['trace'], 'latest']],
    [[transaction, ['trace'], '0x10']],
    [[{ to }, ['trace']]],
  ])('is passed on as it is asked for', async (params) => {
    expect(await ask(call(TRACE, 1, params))).toMatchObject({ id: 1, result: { of: TRACE } });
    expect(asked.map((text) => JSON.parse(text))).toEqual([call(TRACE, 1, params)]);
  });

  it.each([
    [[]],
    [[transaction]],
    [[transaction, []]],
    [[transaction, ['stateDiff'], 'latest']],
    [[transaction, ['trace', 'stateDiff'], 'latest']],
    [[transaction, ['vmTrace'], 'latest']],
    [[transaction, 'trace', 'latest']],
    [[transaction, ['trace'], { blockHash: '0x00' }]],
    [[transaction, ['trace'], 'x'.repeat(67)]],
    [[transaction, ['trace'], 'latest', { [to]: { balance: '0x1' } }]],
    [[{ ...transaction, accessList: [] }, ['trace'], 'latest']],
    [[{ ...transaction, gas: 7 }, ['trace'], 'latest']],
    [[{ ...transaction, value: `0x${'1'.repeat(65)}` }, ['trace'], 'latest']],
    [['0x00', ['trace'], 'latest']],
  ])('is refused with more than that: %j', async (params) => {
    const { code, message } = await errorOf(call(TRACE, 1, params));
    expect([code, message]).toEqual([-32602, expect.stringContaining('["trace"]')]);
    expect(asked).toEqual([]);
  });
});

describe('a transaction', () => {
  it('is sent where the network may be written to', async () => {
    expect(await ask(call(SEND, 1, ['0x02']))).toMatchObject({ result: { of: SEND } });
  });

  it('is refused with the reason where it may not', async () => {
    unwritable = 'this network is a recording';
    expect(await errorOf(call(SEND, 1, ['0x02']))).toEqual({
      code: -32003,
      message: 'this network is a recording',
    });
    expect(asked).toEqual([]);
    expect(await ask(call('eth_call'))).toMatchObject({ id: 1, result: {} });
  });
});

describe('requests', () => {
  it('in a batch are answered in order, each for itself', async () => {
    const replies = (await ask([
      call('eth_chainId', 'a'),
      call('eth_subscribe', 'b'),
      7,
      { jsonrpc: '2.0', method: 'eth_chainId' },
      call('net_version', 'c'),
    ])) as { id: unknown; error?: { code: number } }[];
    expect(replies.map(({ id, error }) => [id, error?.code])).toEqual([
      ['a', undefined],
      ['b', -32601],
      [null, -32600],
      ['c', undefined],
    ]);
    // Nobody would hear what the call without an id brings: it is not made.
    expect(asked).toHaveLength(2);
    expect(await ask({ jsonrpc: '2.0', method: 'eth_chainId' })).toBeNull();
    expect(await ask([{ jsonrpc: '2.0', method: 'eth_chainId' }])).toBeNull();
  });

  it.each([
    ['{', -32700],
    ['', -32700],
    [`${'['.repeat(200_000)}`, -32700],
    ['[]', -32600],
    ['null', -32600],
    ['"eth_chainId"', -32600],
    [{ id: 1, method: 'eth_chainId' }, -32600],
    [{ jsonrpc: '1.0', id: 1, method: 'eth_chainId' }, -32600],
    [{ jsonrpc: '2.0', id: null, method: 'eth_chainId' }, -32600],
    [{ jsonrpc: '2.0', id: {}, method: 'eth_chainId' }, -32600],
    ['{"jsonrpc":"2.0","id":1e999,"method":"eth_chainId"}', -32600],
    [{ jsonrpc: '2.0', id: 1, method: 7 }, -32600],
    [call('eth_chainId', 1, { named: 1 }), -32600],
    [
      `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      -32600,
    ],
  ])('%j is refused', async (body, code) => {
    expect((await errorOf(body)).code).toBe(code);
    expect(asked).toEqual([]);
  });

  it.each([['{}'], ['null'], ['9007199254740993'], [JSON.stringify('x'.repeat(201))]])(
    'with the id %s, which would not come back as it is, are told so',
    async (id) => {
      const error = await errorOf(`{"jsonrpc":"2.0","id":${id},"method":"eth_chainId"}`);
      expect([error.code, error.message]).toEqual([-32600, expect.stringMatching(/^an id is/)]);
      expect(asked).toEqual([]);
    },
  );

  it('beyond a thousand in a batch are refused each by its id', async () => {
    const batch = Array.from({ length: 1002 }, (_, id) => call('eth_accounts', id));
    const replies = (await ask([...batch, { jsonrpc: '2.0', method: 'eth_chainId' }])) as {
      id: unknown;
      error?: { code: number };
    }[];
    expect(replies.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
    expect(replies.filter(({ error }) => error?.code === -32005).map(({ id }) => id)).toEqual([
      1000, 1001,
    ]);
  });

  it('that are none are refused by their id, where they have one', async () => {
    const refused = await ask([
      call('eth_chainId', 'by name', { named: 1 }),
      { id: 7, method: 'eth_chainId' },
      { jsonrpc: '2.0', id: {}, method: 'eth_chainId' },
      'x',
    ]);
    expect(refused).toMatchObject(
      ['by name', 7, null, null].map((id) => ({ id, error: { code: -32600 } })),
    );
  });
});

describe('a node', () => {
  it.each([
    ['that is not there', () => (upstream = 'http://127.0.0.1:9/rpc/v1'), 'does not answer'],
    ['that is not known yet', () => (upstream = null), 'no node to ask'],
    [
      'that is busy',
      () => (answer = () => ({ status: 503, body: 'try later' })),
      'does not answer',
    ],
    ['that wants another token', () => (answer = () => ({ status: 401, body: 'no' })), 'HTTP 401'],
    [
      'that answers something else',
      () => (answer = () => ({ body: '{"jsonrpc":"2.0","id":99,"result":1}' })),
      'cannot be passed on',
    ],
    ['that is none', () => (answer = () => ({ body: '<html>' })), 'cannot be passed on'],
    [
      'that talks without end',
      () => {
        by = patient;
        answer = () => ({ body: `{"result":"${'x'.repeat(9_000_000)}"}` });
      },
      'cannot be passed on',
    ],
  ])('%s is told as an error without its address', async (_name, arrange, words) => {
    arrange();
    const { code, message } = await errorOf(call('eth_blockNumber'));
    expect([code, message]).toEqual([-32002, expect.stringContaining(words)]);
    expect(message).not.toContain('127.0.0.1');
    expect(message).not.toContain('secret');
    upstream = url;
    answer = echo;
    expect(await ask(call('eth_blockNumber'))).toMatchObject({ id: 1, result: {} });
  });

  it('is complained of once per outage', async () => {
    warnings.length = 0;
    upstream = 'http://127.0.0.1:9/';
    for (let turn = 0; turn < 3; turn += 1) await ask(call('eth_blockNumber'));
    expect(warnings).toHaveLength(1);
  });

  it('is not flooded by a batch, nor is the reader of its answers', async () => {
    by = patient;
    answer = ({ id }) => ({
      body: JSON.stringify({ jsonrpc: '2.0', id, result: 'x'.repeat(3_000_000) }),
    });
    const replies = (await ask([...Array(5).keys()].map((id) => call('eth_getLogs', id + 1)))) as {
      error?: { code: number };
    }[];
    expect(replies.filter(({ error }) => error?.code === -32005)).toHaveLength(3);
    // Nor is it asked on when there is no room for more.
    await ask([...Array(100).keys()].map((id) => call('eth_getLogs', id + 1)));
    expect(asked.length).toBeLessThan(30);
  });

  it('that answers nothing does not hold a batch for longer than a few calls', async () => {
    answer = () => null;
    const replies = (await ask([...Array(40).keys()].map((id) => call('eth_call', id)))) as {
      error: { code: number };
    }[];
    const codes = replies.map(({ error }) => error.code);
    expect(codes.slice(0, 8)).toEqual(Array(8).fill(-32002));
    expect(codes.slice(8)).toEqual(Array(32).fill(-32005));
  });
});
