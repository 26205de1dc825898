/** What of a node's is offered to everyone, and how the node's failures are told. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { READS, SEND, TRACE } from './methods.ts';
import { readRequest } from './reply.ts';
import { atOnce, call, ProxiedNode } from './testing/node.ts';

const node = new ProxiedNode();
beforeAll(() => node.start());
beforeEach(() => node.reset());
afterAll(() => node.close());

describe('calls', () => {
  it.each([...READS])('%s is passed on', async (method) => {
    expect(await node.ask(call(method, 'x-7', ['0x1', null]))).toMatchObject({
      id: 'x-7',
      result: { of: method },
    });
    expect(node.asked.map((text) => JSON.parse(text))).toEqual([
      call(method, 'x-7', ['0x1', null]),
    ]);
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
    const { code, message } = await node.errorOf(call(method));
    expect([code, message]).toEqual([-32601, expect.stringContaining(reason)]);
    expect(message.length).toBeLessThan(200);
    expect(node.asked).toEqual([]);
  });

  it('are answered in the node’s own words, errors included', async () => {
    const request = readRequest(JSON.stringify(call('Filecoin.ChainGetMessage')));
    if ('error' in request) throw new Error(request.error);
    expect(await node.proxy.answer(request, atOnce)).toContain('"Method":12345678901234567890');
    const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' };
    node.answer = ({ id }) => ({
      status: 500,
      body: JSON.stringify({ jsonrpc: '2.0', id, error }),
    });
    expect(await node.ask(call('eth_call'))).toEqual({ jsonrpc: '2.0', id: 1, error });
  });

  it('keep numbers of methods that no double can hold', async () => {
    const text = `{"jsonrpc":"2.0","id":1,"method":"Filecoin.StateCall","params":[{"Method":12345678901234567890}]}`;
    await node.ask(text);
    expect(node.asked[0]).toContain('"Method":12345678901234567890');
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
    expect(await node.ask(call(TRACE, 1, params))).toMatchObject({ id: 1, result: { of: TRACE } });
    expect(node.asked.map((text) => JSON.parse(text))).toEqual([call(TRACE, 1, params)]);
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
    const { code, message } = await node.errorOf(call(TRACE, 1, params));
    expect([code, message]).toEqual([-32602, expect.stringContaining('["trace"]')]);
    expect(node.asked).toEqual([]);
  });
});

describe('a transaction', () => {
  it('is sent where the network may be written to', async () => {
    expect(await node.ask(call(SEND, 1, ['0x02']))).toMatchObject({ result: { of: SEND } });
  });

  it('is refused with the reason where it may not', async () => {
    node.unwritable = 'this network is a recording';
    expect(await node.errorOf(call(SEND, 1, ['0x02']))).toEqual({
      code: -32003,
      message: 'this network is a recording',
    });
    expect(node.asked).toEqual([]);
    expect(await node.ask(call('eth_call'))).toMatchObject({ id: 1, result: {} });
  });
});

describe('a node', () => {
  it.each([
    ['that is not there', () => (node.upstream = 'http://127.0.0.1:9/rpc/v1'), 'does not answer'],
    ['that is not known yet', () => (node.upstream = null), 'no node to ask'],
    [
      'that is busy',
      () => (node.answer = () => ({ status: 503, body: 'try later' })),
      'does not answer',
    ],
    [
      'that wants another token',
      () => (node.answer = () => ({ status: 401, body: 'no' })),
      'HTTP 401',
    ],
    [
      'that answers something else',
      () => (node.answer = () => ({ body: '{"jsonrpc":"2.0","id":99,"result":1}' })),
      'cannot be passed on',
    ],
    ['that is none', () => (node.answer = () => ({ body: '<html>' })), 'cannot be passed on'],
    [
      'that talks without end',
      () => {
        node.by = node.patient;
        node.answer = () => ({ body: `{"result":"${'x'.repeat(9_000_000)}"}` });
      },
      'cannot be passed on',
    ],
  ])('%s is told as an error without its address', async (_name, arrange, words) => {
    arrange();
    const { code, message } = await node.errorOf(call('eth_blockNumber'));
    expect([code, message]).toEqual([-32002, expect.stringContaining(words)]);
    expect(message).not.toContain('127.0.0.1');
    expect(message).not.toContain('secret');
    node.recover();
    expect(await node.ask(call('eth_blockNumber'))).toMatchObject({ id: 1, result: {} });
  });

  it('is complained of once per outage', async () => {
    node.warnings.length = 0;
    node.upstream = 'http://127.0.0.1:9/';
    for (let turn = 0; turn < 3; turn += 1) await node.ask(call('eth_blockNumber'));
    expect(node.warnings).toHaveLength(1);
  });

  it('is not flooded by a batch, nor is the reader of its answers', async () => {
    node.by = node.patient;
    node.answer = ({ id }) => ({
      body: JSON.stringify({ jsonrpc: '2.0', id, result: 'x'.repeat(3_000_000) }),
    });
    const replies = (await node.ask(
      [...Array(5).keys()].map((id) => call('eth_getLogs', id + 1)),
    )) as {
      error?: { code: number };
    }[];
    expect(replies.filter(({ error }) => error?.code === -32005)).toHaveLength(3);
    // Nor is it asked on when there is no room for more.
    await node.ask([...Array(100).keys()].map((id) => call('eth_getLogs', id + 1)));
    expect(node.asked.length).toBeLessThan(30);
  });

  it('that answers nothing does not hold a batch for longer than a few calls', async () => {
    node.answer = () => null;
    const replies = (await node.ask([...Array(40).keys()].map((id) => call('eth_call', id)))) as {
      error: { code: number };
    }[];
    const codes = replies.map(({ error }) => error.code);
    expect(codes.slice(0, 8)).toEqual(Array(8).fill(-32002));
    expect(codes.slice(8)).toEqual(Array(32).fill(-32005));
  });
});
