/** Whatever calls and events say that succeeded, the index goes on, and is right about what was executed. */
import { formatAddress } from '#filecoin/address.ts';
import { ACTOR_KINDS, type ActorKind } from '#filecoin/actors/kinds.ts';
import { findMethods } from '#filecoin/actors/methods.ts';
import { METHOD_TABLE } from '#filecoin/actors/methodTable.ts';
import { shapeOf } from '#filecoin/actors/schemas/index.ts';
import { toBase64 } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { anyAddress, anyCbor, anyInt64, anyUint64, ofShape } from '#filecoin/testing/arbitrary.ts';
import { aMessage, keyOf, type MadeActor, type MadeCall } from '#node/testing/made-actors.ts';
import type { MadeRun } from '#node/testing/made-run.ts';
import { openEither } from '#store/testing/kept.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyEvent } from './testing/anyEvents.ts';
import { aChain, indexWhole, serve, type Served } from './testing/made.ts';
import { verify } from './verify/index.ts';

const SENDER = 101;
const RICH = 10n ** 24n;
const EMPTY = { '/': 'bafy2bzaceamp42wmmgr2g2ymg46euououzfyck7szknvfacqscohrvaikwfay' };

/** One actor of each kind that can be called. */
const IDS: Partial<Record<ActorKind, number>> = {
  init: 1,
  reward: 2,
  cron: 3,
  storagepower: 4,
  storagemarket: 5,
  verifiedregistry: 6,
  datacap: 7,
  eam: 10,
  account: SENDER,
  storageminer: 1000,
  multisig: 1100,
  paymentchannel: 1101,
  evm: 1102,
};

/** The contract more often than others. */
const EMITTERS = [IDS.evm, IDS.evm, IDS.evm, ...Object.values(IDS)].filter(
  (id) => id !== undefined,
);

const STATES: Partial<Record<ActorKind, object>> = {
  multisig: {
    Signers: ['f018446744073709551615', 'f0101'],
    NumApprovalsThreshold: 1,
    NextTxnID: 0,
    InitialBalance: '0',
    StartEpoch: -(2n ** 63n),
    UnlockDuration: 2n ** 63n - 1n,
    PendingTxns: EMPTY,
  },
  paymentchannel: {
    From: 'f0101',
    To: 'f0101',
    ToSend: '0',
    SettlingAt: 2n ** 62n,
    MinSettleHeight: -(2n ** 62n),
    LaneStates: EMPTY,
  },
};

const CALLS = ACTOR_KINDS.flatMap((kind) =>
  METHOD_TABLE[kind].methods.flatMap(([method]) =>
    findMethods(kind, method, 18).flatMap((found) => {
      const [to, shape] = [IDS[kind], shapeOf(found)];
      return to === undefined || shape === null ? [] : [{ kind, to, method, shape }];
    }),
  ),
);

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: odd });

const anyCall = fc.constantFrom(...CALLS).chain(({ kind, to, method, shape }) =>
  fc.record({
    kind: fc.constant(kind),
    to: fc.constant(to),
    method: mostly(fc.constant(method), anyUint64),
    params: mostly(ofShape(shape.params), anyCbor).map(encodeCbor),
    returned: mostly(ofShape(shape.returns), anyCbor).map(encodeCbor),
    value: fc.bigInt(0n, 10n ** 10n),
    exit: mostly(fc.constant(0), anyInt64),
  }),
);
type AnyCall = typeof anyCall extends fc.Arbitrary<infer T> ? T : never;

/** A message to an actor, the calls below it, and events; or to an address that nobody has. */
const anySent = fc.record({
  call: anyCall,
  sub: fc.array(anyCall, { maxLength: 3 }),
  events: fc.array(anyEvent(...EMITTERS), { maxLength: 4 }),
  nobody: fc.option(
    anyAddress.map((bytes) => formatAddress(bytes)).filter((text) => !/^f0\d{1,5}$/.test(text)),
    { freq: 8 },
  ),
});
type AnySent = typeof anySent extends fc.Arbitrary<infer T> ? T : never;

/** Ten messages a tipset, all of one sender. */
async function served(sent: readonly AnySent[]): Promise<{ served: Served; end: number }> {
  const actors = Object.entries(IDS).map(([kind, id]): [number, MadeActor] => {
    const state = STATES[kind as ActorKind];
    return [id, { kind: kind as ActorKind, balance: RICH, ...(state && { state }) }];
  });
  const { 1000: _, ...others } = Object.fromEntries(actors);
  const account: MadeActor = { kind: 'account', balance: RICH, robust: keyOf(SENDER) };
  const chain = aChain({ ...others, 0: { kind: 'system', balance: RICH }, [SENDER]: account });
  let at = chain.genesis;
  for (let first = 0; first <= sent.length + 10; first += 10) {
    const runs = new Map<string, MadeRun>();
    const messages = sent.slice(first, first + 10).map(({ call, sub, nobody, events }, place) => {
      const message = aMessage(SENDER, nobody ?? `f0${call.to}`, {
        Nonce: first + place,
        Value: String(nobody === null ? call.value : 0n),
        Method: call.method,
        Params: toBase64(call.params),
      });
      const exit = nobody === null ? call.exit : 6;
      const below = (each: AnyCall): MadeCall => ({ from: call.to, ...each });
      runs.set(message.cid['/'], {
        exit,
        returned: call.returned,
        sub: sub.map(below),
        ...(exit === 0 && events.length > 0 ? { events } : {}),
      });
      return message;
    });
    at = chain.next(at, { height: first / 10 + 1, blocks: [{ miner: 1000, messages }], runs });
  }
  return { served: await serve(chain, [at]), end: at.json.Height };
}

/** The same chains in every run; others are looked for by another seed. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

it(`goes on whatever calls and events say (FUZZ_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anySent, { minLength: 250, maxLength: 350 }), async (sent) => {
      const { served: made, end } = await served(sent);
      const store = await openEither();
      try {
        await indexWhole(store, made);
        const heights = await store.db.selectFrom('tipset').select('height').execute();
        expect(heights.map(({ height }) => height)).toContain(end);
        const everything = { store, node: made.node, sample: Infinity };
        for await (const { name, differences } of verify(everything))
          expect(differences, name).toEqual([]);
      } finally {
        await store.close();
        await made.close();
      }
    }),
    { seed: SEED, numRuns: 4, endOnFailure: true },
  );
});
