import { expect, test } from 'vitest';
import { inPlace, type Shape } from './inPlace.ts';
import * as schemas from '../schemas.ts';

const cid = { '/': 'bafy2bzaceaxm23epjsmh75yvzcecsrbavlmkcxnva66bkdebdcnyw3bjrc74u' };
const actor = { Code: cid, Head: cid, Nonce: 0, Balance: '12', DelegatedAddress: null };
const call = (below: unknown[] | null) => ({
  Msg: { From: 'f01000', To: 'f01001', Value: '0', Method: 2, Params: null, ReadOnly: false },
  MsgRct: { ExitCode: 0, Return: 'gA==', ReturnCodec: 81 },
  InvokedActor: { Id: 1001, State: { ...actor, DelegatedAddress: 'f410f' } },
  Subcalls: below,
});
const message = {
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
};
const receipt = { ExitCode: 0, Return: null, GasUsed: 7, EventsRoot: cid };
const amounts = { GasUsed: '7', BaseFeeBurn: '1', OverEstimationBurn: '0', MinerPenalty: '0' };
const compute = {
  Root: cid,
  Trace: [
    {
      MsgCid: cid,
      Msg: message,
      MsgRct: receipt,
      GasCost: { ...amounts, Message: cid, MinerTip: '0', Refund: '0', TotalCost: '8' },
      ExecutionTrace: call([call(null), call([])]),
      Error: '',
    },
  ],
};
const header = {
  Miner: 'f01000',
  Ticket: { VRFProof: 'gA==' },
  ElectionProof: { WinCount: 1, VRFProof: null },
  BeaconEntries: [{ Round: 5, Data: 'gA==' }],
  WinPoStProof: null,
  Parents: [cid],
  ParentWeight: '12',
  Height: 7,
  ParentStateRoot: cid,
  ParentMessageReceipts: cid,
  Messages: cid,
  BLSAggregate: null,
  Timestamp: 1_700_000_000,
  BlockSig: { Type: 2, Data: 'gA==' },
  ForkSignaling: 0,
  ParentBaseFee: '100',
};
const answers = {
  StateCompute: compute,
  BlockMessages: {
    BlsMessages: [message],
    SecpkMessages: [{ Message: message, Signature: { Type: 1, Data: 'gA==' }, CID: cid }],
    Cids: [cid, cid],
  },
  Receipts: [receipt, { ...receipt, Return: 'gA==', EventsRoot: null }],
  ActorState: { Balance: '12', Code: cid, State: { Deadlines: cid, Faults: [1, 2] } },
  CirculatingSupply: {
    FilVested: '1',
    FilMined: '2',
    FilBurnt: '3',
    FilLocked: '4',
    FilCirculating: '5',
    FilReserveDisbursed: '6',
  },
  Tipset: { Cids: [cid], Blocks: [header], Height: 7 },
  Events: [{ Emitter: 1001, Entries: [{ Flags: 3, Key: 't1', Codec: 85, Value: 'gA==' }] }],
  Power: {
    MinerPower: { RawBytePower: '1', QualityAdjPower: '10' },
    TotalPower: { RawBytePower: '2', QualityAdjPower: '20' },
    HasMinPower: true,
  },
  PendingProposals: [
    { ID: 0, To: 'f01', Value: '1', Method: 2n ** 63n, Params: null, Approved: ['f0100'] },
  ],
} as const;
/** As Forest tells calls of before network version 18. */
const bareCall = {
  ...call(null),
  Msg: { ...call(null).Msg, ReadOnly: null },
  InvokedActor: { Id: 1001, State: { Code: cid, Head: cid, Nonce: 0, Balance: '12' } },
};
const names = Object.keys(answers) as (keyof typeof answers)[];

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

const quick = (name: keyof typeof answers): Shape<unknown> => inPlace<unknown>(schemas[name]);

test.each(names)('%s: an answer that needs nothing is taken as it is', (name) => {
  expect(quick(name).safeParse(answers[name]).data).toBe(answers[name]);
});

/** Both say the same; what is taken as it is may hold more than the schema asks for. */
function expectSame(quick: Shape<unknown>, schema: Shape<unknown>, value: unknown): boolean {
  const [own, its] = [quick.safeParse(value), schema.safeParse(value)];
  expect(own.success).toBe(its.success);
  if (its.data !== undefined && its.data !== null) expect(own.data).toMatchObject(its.data);
  return own.success;
}

test('a trace of Forest, which leaves out what is not there, is taken as it is', () => {
  const [first] = compute.Trace;
  const answer = { Root: cid, Trace: [{ ...first, ExecutionTrace: bareCall }] };
  expect(quick('StateCompute').safeParse(answer).data).toBe(answer);
  expect(schemas.StateCompute.safeParse(answer).success).toBe(true);
});

test.each(names)('%s: whatever is taken as it is, its schema would leave as it is', (name) => {
  const seen = [...variants(answers[name])];
  const taken = seen.filter((variant) => expectSame(quick(name), schemas[name], variant));
  expect(taken.length).toBeGreaterThan(4);
  expect(seen.length - taken.length).toBeGreaterThan(40);
});

test('changed actors by their addresses, as their schema has them', () => {
  const changed = { f01000: actor, f01001: { ...actor, DelegatedAddress: 'f410f' } };
  for (const variant of variants(changed))
    expectSame(inPlace(schemas.ChangedActors), schemas.ChangedActors, variant);
  const { data } = inPlace(schemas.ChangedActors).safeParse(changed);
  expect(data?.get('f01001')).toBe(changed.f01001);
});

test('calls may nest as deep as they like', () => {
  let deep = call(null);
  for (let depth = 0; depth < 100_000; depth++) deep = call([deep]);
  const [first] = compute.Trace;
  const answer = { Root: cid, Trace: [{ ...first, ExecutionTrace: deep }] };
  expect(quick('StateCompute').safeParse(answer).data).toBe(answer);
});

test('a schema of which a part is of no known kind reads by itself', () => {
  expect(inPlace(schemas.MinerInfo)).toBe(schemas.MinerInfo);
  expect(inPlace(schemas.Partitions)).toBe(schemas.Partitions);
});
