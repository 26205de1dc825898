/** What the protocol allows and nobody expects, as the calls tell it. */
import { messageDetailSchema, messageListSchema } from '#explorer/message/schema.ts';
import { accountDetailSchema } from '#explorer/account/schema.ts';
import { createExplorer } from '#explorer/index.ts';
import type { MadeMessage } from '#node/testing/made-actors.ts';
import { startIndexer } from '#indexer/testing/demo.ts';
import { serve, type Served } from '#indexer/testing/made.ts';
import {
  CHANNEL,
  LOCKED_FOR_EVER,
  MOST,
  MOST_SIGNED,
  MULTISIG,
  NOBODY,
  PASSED_HEIGHT,
  PROVIDER,
  strangeChain,
  TOO_MUCH,
} from '#indexer/testing/strange.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi } from './app.ts';
import { ENDPOINTS, type Endpoint } from './endpoints.ts';
import type { PartKind } from '#explorer/parts.ts';
import { expectShape } from './testing/demo-api.ts';

const { chain, heads, messages } = strangeChain();
const failures: unknown[] = [];
let served: Served;
let store: Store;
let api: ReturnType<typeof createApi>;

beforeAll(async () => {
  served = await serve(chain, heads);
  while (!served.recorded.position().ended) await served.recorded.stepChange();
  store = await openEither();
  const { indexer } = startIndexer(store, served.node, { passHeight: PASSED_HEIGHT });
  await indexer.sync();
  await indexer.stop();
  const explorer = createExplorer(store);
  api = createApi({ explorer, version: '1', onError: (error) => failures.push(error) });
});
afterAll(async () => {
  await store?.close();
  await served?.close();
});

const keyOf = ({ json }: MadeMessage): string => json.From;
const cidOf = ({ cid }: MadeMessage): string => cid['/'];
const PARTS: Partial<Record<PartKind, string[]>> = {
  message: Object.values(messages).map(cidOf),
  cid: [...heads, chain.genesis].flatMap(({ json }) => json.Cids.map((cid) => cid['/'])),
  height: ['0', '1', '2', '3', '4', '5', '6'],
  miner: [`f0${PROVIDER}`],
  address: [
    ...[101, 102, 103, 105, 106, MULTISIG, LOCKED_FOR_EVER, CHANNEL, PROVIDER].map(
      (id) => `f0${id}`,
    ),
    keyOf(messages.ofNobody),
  ],
};

async function get(path: string): Promise<{ status: number; body: unknown }> {
  const response = await api.fetch(new Request(`http://x/api/v1${path}`));
  return { status: response.status, body: await response.json() };
}
const told = async (message: MadeMessage) =>
  messageDetailSchema.parse((await get(`/message/${cidOf(message)}`)).body);
const account = async (id: number) =>
  accountDetailSchema.parse((await get(`/address/f0${id}`)).body);

describe('every call', () => {
  const asked = ENDPOINTS.filter(({ part }) => part === undefined || PARTS[part] !== undefined);
  it.each(asked.map((endpoint): [string, Endpoint] => [endpoint.path, endpoint]))(
    '%s answers in its shape',
    async (path, { part, schema }) => {
      for (const text of part === undefined ? [''] : (PARTS[part] ?? [])) {
        const url = path.replace(/\{\w+\}/, text);
        const { status, body } = await get(url);
        // Some accounts are no providers, have no data cap, and so on.
        expect(failures, url).toEqual([]);
        expect([200, 404], `${url}: ${JSON.stringify(body)}`).toContain(status);
        if (status === 200) expectShape(schema, body);
      }
    },
  );
});

describe('a message', () => {
  it('that was refused moved nothing, and says so', async () => {
    expect(await told(messages.refused)).toMatchObject({
      status: 'executed',
      fromId: 'f0102',
      toActor: 'storageminer',
      receipt: { exitCode: 2, exitCodeName: 'SysErrSenderStateInvalid', gasUsed: 0 },
      fee: {
        totalCost: '0',
        refund: '0',
        gasBurned: 0,
        minerPenalty: '100000000',
        miner: 'f01000',
      },
      executions: [{ height: 1, refused: true }],
      transfers: [],
      details: [],
      subcallCount: 0,
    });
  });

  it('that was refused is told apart from one that failed in lists', async () => {
    const { body } = await get('/message/list');
    const told = messageListSchema
      .parse(body)
      .messages.map(({ height, receipt }) => [
        height,
        receipt?.exitCode,
        receipt?.refused ?? false,
      ]);
    expect(told).toEqual([
      [4, 0, false],
      [3, String(MOST_SIGNED), false],
      [3, 0, false],
      [3, 5, false],
      [3, 7, true],
      [1, 2, true],
      [1, 1, true],
      [1, 1, true],
      [1, 2, true],
      [1, 2, true],
    ]);
    const [block = ''] = heads[0]?.json.Cids.map((cid) => cid['/']) ?? [];
    expect((await get(`/block/${block}/messages`)).body).toMatchObject({
      messages: [
        { receipt: { exitCode: 2, refused: true } },
        { receipt: { exitCode: 2, refused: true } },
        { receipt: { exitCode: 1, refused: true } },
      ],
    });
  });

  it('that came again tells every time, and the newest by itself', async () => {
    const answer = await told(messages.thrice);
    expect(answer).toMatchObject({ height: 4, receipt: { exitCode: 0 }, fromId: 'f0101' });
    expect(
      answer.executions.map(({ height, exitCode, refused }) => [height, exitCode, refused]),
    ).toEqual([
      [4, 0, false],
      [3, 7, true],
      [1, 2, true],
    ]);
    expect(answer.inclusions.map(({ height }) => height)).toEqual([1, 3, 4]);
    const { body } = await get('/address/f0101/messages');
    const cid = cidOf(messages.thrice);
    expect(
      messageListSchema
        .parse(body)
        .messages.filter((row) => row.cid === cid)
        .map(({ height, receipt }) => [height, receipt?.exitCode]),
    ).toEqual([
      [4, 0],
      [3, 7],
      [1, 2],
    ]);
  });

  it('of a sender that is nobody has its written address', async () => {
    for (const message of [messages.ofNobody, messages.ofNoId])
      expect(await told(message)).toMatchObject({
        from: keyOf(message),
        fromId: null,
        fromActor: null,
        receipt: { exitCode: 1, exitCodeName: 'SysErrSenderInvalid' },
      });
    const sender = `/address/${keyOf(messages.ofNobody)}`;
    expect((await get(sender)).body).toMatchObject({ status: 'absent', messageCount: 1 });
    expect((await get(`${sender}/messages`)).body).toMatchObject({
      totalCount: 1,
      messages: [{ cid: cidOf(messages.ofNobody), receipt: { refused: true } }],
      methods: ['Send'],
    });
  });

  it('has its numbers exact, however large', async () => {
    expect(await told(messages.largest)).toMatchObject({
      to: NOBODY,
      toId: null,
      nonce: String(MOST),
      methodNumber: String(MOST),
      method: `Unknown (${MOST})`,
      gasLimit: String(MOST_SIGNED),
      fee: { minerPenalty: String(100n * MOST_SIGNED) },
    });
    expect(await told(messages.wide)).toMatchObject({
      nonce: '9007199254740993',
      methodNumber: String(MOST),
      receipt: { exitCode: String(MOST_SIGNED), exitCodeName: String(MOST_SIGNED) },
    });
    expect((await account(106)).nonce).toBe('9007199254740994');
    expect(await told(messages.toNobody)).toMatchObject({
      to: NOBODY,
      toId: null,
      receipt: { exitCode: 5 },
    });
  });

  it('may have an event of nobody', async () => {
    const { body } = await get(`/message/${cidOf(messages.emitting)}/events`);
    expect(body).toMatchObject([{ address: NOBODY, addressId: NOBODY, logIndex: 0 }]);
  });
});

describe('an account', () => {
  it('may be a multisig with a schedule beyond all epochs and a signer that is nobody', async () => {
    expect((await account(MULTISIG)).multisig).toMatchObject({
      signers: [NOBODY, keyOf(messages.thrice)],
      signerIds: [NOBODY, 'f0101'],
      unlockDuration: String(MOST_SIGNED),
      unlockStartEpoch: String(-MOST_SIGNED - 1n),
      unlockStartTimestamp: null,
      lockingBalance: '0',
      availableBalance: '5000000000000000000',
    });
    expect((await account(LOCKED_FOR_EVER)).multisig).toMatchObject({
      unlockStartEpoch: String(MOST_SIGNED),
      unlockEndTimestamp: null,
      lockingBalance: '4000000000000000000',
      availableBalance: '1000000000000000000',
    });
  });

  it('may be a channel that is never collected', async () => {
    expect((await get(`/address/f0${CHANNEL}/channels`)).body).toMatchObject({
      channels: [{ settlingAt: String(MOST_SIGNED), minSettleHeight: String(2n ** 62n) }],
    });
  });

  it('may be a provider whose owner to come is nobody', async () => {
    expect((await account(PROVIDER)).miner).toMatchObject({
      pendingOwner: { address: NOBODY, id: NOBODY, balance: null },
      pendingBeneficiary: {
        beneficiary: { address: NOBODY, id: NOBODY },
        expiration: String(MOST_SIGNED),
      },
    });
  });

  it('that is nobody is not found by an id', async () => {
    expect((await get(`/address/${NOBODY}`)).status).toBe(404);
  });
});

it('what a height that was let pass left over is a movement of its own', async () => {
  const { body } = await get('/address/f0102/transfers?type=rebalance');
  expect(body).toMatchObject({
    transfers: [{ height: PASSED_HEIGHT, value: String(TOO_MUCH), type: 'rebalance', message: '' }],
  });
  const passed = expect.stringMatching(/^f0102 had /);
  expect((await get(`/tipset/${PASSED_HEIGHT}`)).body).toMatchObject({ passed });
  expect((await get('/tipset/3')).body).not.toHaveProperty('passed');
});
