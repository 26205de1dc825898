/** Proposed calls of contracts are read by the contracts' own words. */
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { concatBytes, fromHex } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { int16 } from '#filecoin/encoding/integers.ts';
import { ERC20 } from '#filecoin/evm/tokens.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { createExplorer } from '../index.ts';
import { makeChain, writeChain } from '../testing/chain.ts';
import { CONTRACT, digest, MULTISIG, NOBODY, robustOf, SENDERS } from '../testing/rows.ts';
import { writeContract, writeVerified } from '../testing/verified.ts';
import { proposalSchema, type Proposal } from './schema.ts';

const INVOKE_CONTRACT = 3844450837n;
const OTHER = robustOf(SENDERS[0]);
/** keccak-256 of `zap(uint8)`, its first four bytes. */
const ZAP = '25dd0282';
const WORD = new Uint8Array(32).with(31, 9);

let store: Store;
let statements = 0;

const counter: KyselyPlugin = {
  transformQuery({ node }) {
    statements++;
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

const zap = encodeCbor(concatBytes(fromHex(ZAP), WORD));
const CALLS = [
  { to: robustOf(CONTRACT), params: zap },
  { to: robustOf(CONTRACT), params: zap },
  { to: robustOf(CONTRACT), params: encodeCbor(fromHex('01020304')) },
  { to: OTHER, params: zap },
  { to: NOBODY, params: zap },
];

beforeAll(async () => {
  store = await openEither();
  await writeChain(store, makeChain({ height: 5, messages: 1 }));
  const hash = digest('code of the contract');
  await writeContract(store, CONTRACT, { code_hash: hash });
  await writeVerified(store, hash, [
    { type: 'function', name: 'zap', inputs: [{ name: 'count', type: 'uint8' }] },
  ]);
  await store.db
    .insertInto('proposal')
    .values(
      CALLS.map(({ to, params }, txn) => ({
        actor_id: MULTISIG,
        txn_id: txn,
        ord: txn,
        proposer_id: SENDERS[0],
        to_addr: to,
        value: '0',
        method: INVOKE_CONTRACT,
        params,
        approvals: `[${SENDERS[0]}]`,
        status: 0,
        height: 2,
        cid: digest(`proposal ${txn}`),
        settled_height: null,
        settled_cid: null,
        exit_code: null,
        return: null,
      })),
    )
    .execute();
  await store.db
    .insertInto('wallet_count')
    .values({ actor_id: MULTISIG, proposals: CALLS.length, channels: 0 })
    .execute();
});
afterAll(() => store.close());

/** In the order in which they were made. */
async function proposed(pageSize: number): Promise<Proposal[]> {
  const counting: Store = {
    ...store,
    snapshot: (work) => store.snapshot((trx) => work(trx.withPlugin(counter))),
  };
  statements = 0;
  const { data } = await createExplorer(counting).wallet.proposals(`f0${MULTISIG}`, { pageSize });
  return data.proposals.toReversed();
}

it('names the function that is to be called, and with what', async () => {
  const [first, , unknown, toAccount, toNobody] = await proposed(20);
  expect(first).toMatchObject({
    method: 'InvokeContract',
    evmMethod: 'zap(uint8)',
    decodedParams: {
      evm: { signature: 'zap(uint8)', args: [{ name: 'count', type: 'uint8', value: '9' }] },
    },
  });
  expect(unknown).toMatchObject({
    evmMethod: '0x01020304',
    decodedParams: { Input: '0x01020304' },
  });
  for (const proposal of [toAccount, toNobody]) expect(proposal?.evmMethod).toBe('');
});

it('asks for the ABIs of a page at once', async () => {
  expect(await proposed(3)).toHaveLength(3);
  const few = statements;
  expect(few).toBeGreaterThan(0);
  expect(await proposed(5)).toHaveLength(5);
  expect(statements).toBe(few);
});

it('tells of which token the calls are', async () => {
  const token = { name: 'Dollar', symbol: 'USD', decimals: int16(6) };
  const address = digest('token').slice(0, 20);
  await store.db
    .insertInto('token')
    .values({
      actor_id: CONTRACT,
      address,
      standard: ERC20,
      wrapped: false,
      malformed: false,
      mixed: false,
      negative: false,
      partial: false,
      transfer_count: 1,
      holder_count: 1,
      item_count: 0,
      minted: 1n,
      burned: 0n,
      height: 1,
    })
    .execute();
  await store.db
    .insertInto('token_metadata')
    .values({
      address,
      ...token,
      total_supply: null,
      asked_height: 1,
      complete: true,
      checked: null,
      denied: null,
    })
    .execute();
  const [first, , unknown, toAccount] = await proposed(5);
  expect(proposalSchema.parse(first)).toMatchObject({ evmMethod: 'zap(uint8)', token });
  expect(first).not.toHaveProperty('evmMethodGuessed');
  expect(unknown).toMatchObject({ token });
  expect(toAccount).not.toHaveProperty('token');
});
