/** What a node is asked about contracts that are older than the index. */
import { delegatedFromEth } from '#filecoin/address.ts';
import { IMPLEMENTATION_CALL, PROXY_SLOTS } from '#filecoin/evm/proxies.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { NodeError } from '#node/errors.ts';
import type { NodeClient } from '#node/types.ts';
import { expect, it } from 'vitest';
import { EVM, codeHash } from '../parts/contracts/decode.ts';
import { olderContracts } from './contracts.ts';
import type { OpeningSource } from './subject.ts';

const START = 100;
const TARGET = new Uint8Array(20).fill(9);
const LATER = new Uint8Array(20).fill(8);
const PROXY = Uint8Array.from([0x7f, ...PROXY_SLOTS.implementation, 0x7f, ...PROXY_SLOTS.admin]);
const contract = { id: 7, kind: EVM, delegated: delegatedFromEth(new Uint8Array(20).fill(7)) };

const word = (address: Uint8Array): Uint8Array =>
  Uint8Array.from([...new Uint8Array(12), ...address]);
const gone = (): Promise<never> =>
  Promise.reject(new NodeError('rpc', 'eth_call', 'too old', { lasting: true }));

/** A node that knows the state before the index, or only the present one. */
function source(
  old: boolean,
  hash = codeHash(PROXY),
  code = PROXY,
  Tombstone: object | null = null,
): OpeningSource {
  const node: Partial<NodeClient> = {
    ethGetCode: (_, height) =>
      height === undefined || (old && height === START - 1) ? Promise.resolve(code) : gone(),
    ethGetStorageAt: (_, slot, height) => {
      const filled = code === PROXY ? PROXY_SLOTS.implementation : PROXY_SLOTS.beacon;
      if (toHex(slot) !== toHex(filled)) return Promise.resolve(new Uint8Array(32));
      if (height === undefined) return Promise.resolve(word(LATER));
      return old && height === START - 1 ? Promise.resolve(word(TARGET)) : gone();
    },
    stateReadState: () =>
      Promise.resolve({
        Balance: '0',
        Code: { '/': '' },
        State: { BytecodeHash: [...hash], Tombstone },
      }),
  };
  const asked: Partial<Record<keyof OpeningSource, unknown>> = {
    node,
    info: { capabilities: new Set(['ActorObjects']) },
    key: [{ '/': 'bafy' }],
    startHeight: START,
  };
  return asked as unknown as OpeningSource;
}

it('tells code and slots of the state before the index, or the present ones', async () => {
  for (const [old, address] of [
    [true, TARGET],
    [false, LATER],
  ] as const)
    expect(await olderContracts(source(old), [contract])).toEqual([
      { id: 7, code: PROXY, slots: [['implementation', address]] },
    ]);
});

it('asks for the beacon of code that asks one and does not name the slot', async () => {
  const asking = Uint8Array.from([0x63, ...IMPLEMENTATION_CALL]);
  expect(await olderContracts(source(true, codeHash(asking), asking), [contract])).toEqual([
    { id: 7, code: asking, slots: [['beacon', TARGET]] },
  ]);
});

it('takes no code that the state does not name', async () => {
  const wrong = new Uint8Array(32);
  await expect(olderContracts(source(true, wrong), [contract])).rejects.toThrow(/another hash/);
  // What is there now may have been made anew.
  expect(await olderContracts(source(false, wrong), [contract])).toEqual([
    { id: 7, code: null, slots: [] },
  ]);
});

it('takes no empty answer for code where the state tells nothing of it', async () => {
  const empty = source(true, codeHash(PROXY), new Uint8Array());
  const nothing = [{ id: 7, code: null, slots: [] }];
  const unread = { ...empty, node: { ...empty.node, stateReadState: gone } };
  expect(await olderContracts(unread, [contract])).toEqual(nothing);
  const byCalls = { ...empty, info: { ...empty.info, capabilities: new Set<never>() } };
  expect(await olderContracts(byCalls, [contract])).toEqual(nothing);
});

it('tells that one had no code then, and nothing where the node knows of the present only', async () => {
  const none = new Uint8Array();
  const dead = (old: boolean) => source(old, codeHash(PROXY), none, { Origin: 1, Nonce: 1 });
  expect(await olderContracts(dead(true), [contract])).toEqual([{ id: 7, code: none, slots: [] }]);
  expect(await olderContracts(dead(false), [contract])).toEqual([{ id: 7, code: null, slots: [] }]);
  await expect(olderContracts(source(true, codeHash(PROXY), none), [contract])).rejects.toThrow(
    /another hash/,
  );
});

it('asks of contracts only', async () => {
  expect(await olderContracts(source(true), [{ ...contract, kind: EVM + 1 }])).toEqual([]);
  expect(await olderContracts(source(true), [{ ...contract, delegated: null }])).toEqual([]);
});
