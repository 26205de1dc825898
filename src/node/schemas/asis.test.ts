import { expect, test } from 'vitest';
import { StateCompute } from './chain.ts';
import { isStateCompute } from './asis.ts';

const cid = { '/': 'bafy2bzaceaxm23epjsmh75yvzcecsrbavlmkcxnva66bkdebdcnyw3bjrc74u' };
const actor = { Code: cid, Head: cid, Nonce: 0, Balance: '12', DelegatedAddress: null };
const call = (below: unknown[] | null) => ({
  Msg: { From: 'f01000', To: 'f01001', Value: '0', Method: 2, Params: null, ReadOnly: false },
  MsgRct: { ExitCode: 0, Return: 'gA==', ReturnCodec: 81 },
  InvokedActor: { Id: 1001, State: { ...actor, DelegatedAddress: 'f410f' } },
  Subcalls: below,
});
const amounts = { GasUsed: '7', BaseFeeBurn: '1', OverEstimationBurn: '0', MinerPenalty: '0' };
const answer = {
  Root: cid,
  Trace: [
    {
      MsgCid: cid,
      Msg: {
        Version: 0,
        To: 'f01001',
        From: 'f01000',
        Nonce: 3,
        Value: '5',
        GasLimit: 100,
        GasFeeCap: '2',
        GasPremium: '1',
        Method: 2,
        Params: 'gA==',
        CID: cid,
      },
      MsgRct: { ExitCode: 0, Return: null, GasUsed: 7, EventsRoot: cid },
      GasCost: { ...amounts, Message: cid, MinerTip: '0', Refund: '0', TotalCost: '8' },
      ExecutionTrace: call([call(null), call([])]),
      Error: '',
    },
  ],
};

/** The same document with one member at a time left out or replaced. */
function* variants(value: unknown): Generator<unknown> {
  for (const other of [
    undefined,
    null,
    '',
    'x'.repeat(201),
    '<empty>',
    '-1',
    -1,
    0.5,
    true,
    [],
    {},
  ])
    yield other;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    for (const variant of variants(member))
      yield Array.isArray(value)
        ? value.with(Number(name), variant)
        : { ...value, [name]: variant };
    if (!Array.isArray(value))
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
  }
}

test('an answer that needs nothing is taken as it is', () => {
  expect(isStateCompute(answer)).toBe(true);
  expect(StateCompute.parse(answer)).toEqual(answer);
});

test('whatever is taken as it is, its schema would leave as it is', () => {
  let taken = 0;
  let refused = 0;
  for (const variant of variants(answer))
    if (isStateCompute(variant)) {
      taken++;
      expect(variant).toMatchObject(StateCompute.parse(variant));
    } else refused++;
  expect(taken).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(500);
});

test('calls may nest as deep as they like', () => {
  let deep = call(null);
  for (let depth = 0; depth < 100_000; depth++) deep = call([deep]);
  const [first] = answer.Trace;
  expect(isStateCompute({ Root: cid, Trace: [{ ...first, ExecutionTrace: deep }] })).toBe(true);
});
