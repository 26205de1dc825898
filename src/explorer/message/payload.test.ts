/** Calls inside calls are named by whom they are for, also where nobody has that address yet. */
import { bundledContent } from '#content/networks.ts';
import { delegatedFromEth, idAddress } from '#filecoin/address.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { openStore, type Store } from '#store/store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPast } from '../past.ts';
import { Claims } from '../tag/claims.ts';
import { Wishes } from '../wishes.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { MULTISIG, NOBODY, robustOf } from '../testing/rows.ts';
import { look } from '../view.ts';
import { decodePayloads, type DecodedPayload } from './payload.ts';

const PROPOSE = 2;
const INVOKE_CONTRACT = 3844450837;
const EMPTY = new Uint8Array();
const placeholder = delegatedFromEth(new Uint8Array(20).fill(9));

let store: Store;
beforeAll(async () => {
  store = await openStore({ dataDir: 'memory://' });
  await writeChain(store, makeChain({ height: 3, messages: 1 }));
});
afterAll(() => store.close());

const propose = (to: Uint8Array, method: number, params: Uint8Array = EMPTY): Uint8Array =>
  encodeCbor([to, EMPTY, method, params]);

/** What the params of a proposal that was made to a multisig say. */
async function read(params: Uint8Array): Promise<DecodedPayload['decodedParams']> {
  const setting = {
    language: 'en',
    places: () => null,
    past: createPast(),
    wishes: new Wishes(store),
    contentOf: bundledContent(),
    claims: new Claims(),
  } as const;
  const { data } = await look(store, setting, (view) =>
    decodePayloads(view, [
      { height: 2, kind: 'multisig', method: PROPOSE, params, exitCode: null, returned: null },
    ]),
  );
  return data[0]?.decodedParams;
}

test('a call to a key that has no actor is read as one to the account that it becomes', async () => {
  expect(await read(propose(NOBODY, 2643134072, encodeCbor([EMPTY, EMPTY])))).toMatchObject({
    MethodName: 'AuthenticateMessageExported',
    DecodedParams: { Signature: '0x', Message: '0x' },
  });
  expect(await read(propose(NOBODY, 77))).toMatchObject({ MethodName: 'Unknown (77)' });
});

test('a call to an f410 address is read as one to a contract', async () => {
  expect(await read(propose(placeholder, INVOKE_CONTRACT, encodeCbor(EMPTY)))).toMatchObject({
    MethodName: 'InvokeContract',
  });
});

test('nobody becomes of an id or of an actor’s address', async () => {
  for (const to of [idAddress(987654), Uint8Array.of(2, ...new Uint8Array(20).fill(3))])
    expect(await read(propose(to, 3))).not.toHaveProperty('MethodName');
});

test('a proposal of a proposal is read to its end', async () => {
  const inner = propose(placeholder, INVOKE_CONTRACT, encodeCbor(EMPTY));
  expect(await read(propose(robustOf(MULTISIG), PROPOSE, inner))).toMatchObject({
    MethodName: 'Propose',
    DecodedParams: { MethodName: 'InvokeContract' },
  });
});
