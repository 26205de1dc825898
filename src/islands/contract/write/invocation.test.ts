/** What would move, read from executions as Lotus tells them. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { delegatedFromEth, formatAddress } from '#filecoin/address.ts';
import { INVOKE_CONTRACT } from '#filecoin/actors/methods.ts';
import { fromBase64, fromHex, toBase64 } from '#filecoin/encoding/bytes.ts';
import { decodeCbor, encodeCbor } from '#filecoin/encoding/cbor.ts';
import { stateCallParams, stepsWithin } from './invocation.ts';
import { movesOf } from './moves.ts';
import { simulate } from './simulate.ts';
import { MAX_CALLS } from './trace.ts';

const [ME, POOL, COIN] = ['1', '2', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
];
const bytes = (hex: string): string => toBase64(encodeCbor(fromHex(hex)));
const TRANSFER = `0xa9059cbb${ME.slice(2).padStart(64, '0')}${'7'.padStart(64, '0')}`;

interface Shape {
  actor?: string | number;
  value?: string;
  method?: number;
  params?: string | null;
  exit?: unknown;
  returned?: string | null;
  readOnly?: boolean;
  within?: unknown;
}

function execution(of: Shape): object {
  const { actor = POOL, value = '0', method = INVOKE_CONTRACT, params = null, exit = 0 } = of;
  return {
    Msg: {
      From: 'f01',
      To: 'f02',
      Value: value,
      Method: method,
      Params: params,
      ParamsCodec: 0x51,
      GasLimit: 1,
      ReadOnly: of.readOnly ?? false,
    },
    MsgRct: { ExitCode: exit, Return: of.returned ?? null, ReturnCodec: 0x51 },
    InvokedActor:
      typeof actor === 'number'
        ? { Id: actor, State: { DelegatedAddress: null } }
        : { Id: 7, State: { DelegatedAddress: formatAddress(delegatedFromEth(fromHex(actor))) } },
    GasCharges: [],
    Subcalls: of.within ?? null,
  };
}
const coin = (more: Shape = {}) =>
  execution({ actor: COIN, params: bytes(TRANSFER), returned: bytes('0x01'), ...more });
const movedBy = (of: Shape) => {
  const steps = stepsWithin({ ExecutionTrace: execution(of) }, ME);
  return steps === null ? null : movesOf(steps).moves;
};
const ZERO = `0x${'0'.repeat(40)}`;
/** What comes in is wrapped, where the receiver is a token that wraps FIL. */
const wrappedBy = (token: string, to: string, value: bigint) => ({
  token,
  from: ZERO,
  to,
  id: null,
  value,
  either: false,
  only: ['wrapped'],
});
const COIN_MOVE = { token: COIN, from: POOL, to: ME, id: null, value: 7n, either: false };

it('FIL and tokens move in the order of the calls', () => {
  // Of a delegated call the value is told with the call that it stands in for.
  const other = `0xff${'63'.padStart(38, '0')}`;
  const through = execution({ method: 6, params: bytes(TRANSFER), within: [coin(), coin()] });
  expect(
    movedBy({ value: '100', within: [through, execution({ actor: 99, value: '5', method: 0 })] }),
  ).toEqual([
    { token: null, from: ME, to: POOL, id: null, value: 100n, either: false },
    wrappedBy(POOL, ME, 100n),
    COIN_MOVE,
    COIN_MOVE,
    { token: null, from: POOL, to: other, id: null, value: 5n, either: false },
    wrappedBy(other, POOL, 5n),
  ]);
});

it('nothing moves by what failed, may only read, or was refused by the token', () => {
  const failed = execution({ exit: 33, value: '5', within: [coin()] });
  const reads = execution({ readOnly: true, within: [coin()] });
  const refused = coin({ returned: bytes(`0x${'0'.repeat(64)}`) });
  expect(movedBy({ within: [failed, reads, refused] })).toEqual([]);
});

it('another shape, and a call that failed, tells nothing', () => {
  expect(movedBy({ exit: 33 })).toBeNull();
  for (const bad of [
    { exit: null },
    { exit: '0' },
    { value: '-1' },
    { value: '9'.repeat(79) },
    { actor: -1 },
    { within: 'x' },
    { within: [null] },
  ])
    expect(movedBy({ within: [execution(bad)] })).toBeNull();
  for (const answer of [null, 7, {}, { ExecutionTrace: null }])
    expect(stepsWithin(answer, ME)).toBeNull();
});

it('a hostile one never harms, however long or deep it is', () => {
  fc.assert(
    fc.property(fc.anything(), (told) => {
      stepsWithin(told, ME);
      stepsWithin({ ExecutionTrace: told }, ME);
      movedBy({ within: told });
      movedBy({ params: typeof told === 'string' ? told : null, within: [told] });
    }),
  );
  const wide = Array.from({ length: MAX_CALLS + 5 }, () => execution({}));
  expect(stepsWithin({ ExecutionTrace: execution({ within: wide }) }, ME)).toMatchObject({
    cut: true,
  });
  let deep = coin();
  for (let at = 0; at < 5_000; at += 1) deep = execution({ within: [deep] });
  expect(stepsWithin({ ExecutionTrace: deep }, ME)?.steps).toHaveLength(5_001);
});

it('an execution of mainnet is read: FIL staked, for which a token is minted', () => {
  const file = new URL('../../../../data/fixtures/tipsets/1698055.json.gz', import.meta.url);
  const { compute } = z
    .object({ compute: z.object({ Trace: z.array(z.unknown()) }) })
    .parse(JSON.parse(gunzipSync(readFileSync(file)).toString()));
  const read = compute.Trace.map((each) => stepsWithin(each, ME));
  const stake = '0x51e1f72b655528de2d4d88e70bd53774db8d0b0c';
  const staked = read.find((each) => each?.steps[0]?.to === stake);
  expect(staked?.steps.at(-1)).toMatchObject({ from: stake, value: 0n });
  // What comes in CBOR, and what comes bare.
  expect(staked?.steps[0]?.input.slice(0, 10)).toBe('0xb6b55f25');
  expect(staked?.steps.at(-1)?.input.slice(0, 10)).toBe('0x40c10f19');
  expect(movesOf(staked ?? { steps: [], cut: true }).moves).toEqual([
    { token: null, from: ME, to: stake, id: null, value: 10n ** 19n, either: false },
    {
      token: '0x493cd7e48854582eb9aa3a303c06984d23f5a30e',
      from: ZERO,
      to: '0xb8a01d3637c43cc2e5241bff364fe87222c3b5ee',
      id: null,
      value: 9_998_694_460_863_928_680n,
      either: true,
      only: ['ERC20', 'ERC721'],
    },
  ]);
  expect(read.filter((each) => each === null)).toEqual([]);
});

it('a message is what Lotus takes', () => {
  const data = fromHex(TRANSFER);
  const [message, key] = stateCallParams({ to: COIN, data, value: 5n }, ME) as [
    Record<string, unknown>,
    unknown,
  ];
  expect(key).toEqual([]);
  expect(message).toMatchObject({
    To: formatAddress(delegatedFromEth(fromHex(COIN))),
    From: formatAddress(delegatedFromEth(fromHex(ME))),
    Value: '5',
    Method: INVOKE_CONTRACT,
  });
  expect(decodeCbor(fromBase64(String(message['Params'])))).toEqual(data);
  const masked = `0xff${'63'.padStart(38, '0')}`;
  expect(stateCallParams({ to: masked, data: new Uint8Array() }, ME)).toMatchObject([
    { To: 'f099', Value: '0', Params: null },
    [],
  ]);
});

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['Forest', { trace_call: { result: { trace: [] } } }, 0, null],
  ['Lotus', { 'Filecoin.StateCall': { result: { ExecutionTrace: execution({}) } } }, 1, []],
  ['a node that fails', { trace_call: { error: { code: 1, message: 'busy' } } }, 0, null],
  ['a node that has neither', {}, 1, null],
])('%s is asked by what it has', async (_name, answers, asked, moves) => {
  const methods: string[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    const { method } = JSON.parse(body) as { method: string };
    methods.push(method);
    const none = { error: { code: -32601, message: `method '${method}' not found` } };
    const of: Record<string, object> = { eth_call: { result: '0x' }, ...answers };
    return Promise.resolve(Response.json({ jsonrpc: '2.0', id: 1, ...(of[method] ?? none) }));
  });
  const call = { to: COIN, from: ME, data: new Uint8Array() };
  const simulated = await simulate('/rpc/v1', call, { outputs: [] }, []);
  expect(simulated.moves?.moves ?? null).toEqual(moves);
  expect(methods.filter((method) => method === 'Filecoin.StateCall')).toHaveLength(asked);
});
