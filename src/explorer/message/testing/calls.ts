/** Calls of an index with a verified contract, for tests of how they are read. */
import { concatBytes, fromHex } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { keccakOfText } from '#filecoin/evm/words.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { settingOf } from '../../setting.ts';
import { makeChain, writeChain } from '../../testing/chain.ts';
import { CONTRACT, digest } from '../../testing/rows.ts';
import { writeContract, writeMembers, writeVerified } from '../../testing/verified.ts';
import { look } from '../../view.ts';
import { decodePayloads, type DecodedPayload, type Payload } from '../payload.ts';

export const PROPOSE = 2;
export const INVOKE_CONTRACT = 3844450837;
export const EMPTY = new Uint8Array();

/** Of the verified contract. */
export const ABI = [
  {
    type: 'function',
    name: 'zap',
    inputs: [{ name: 'count', type: 'uint8' }],
    outputs: [
      { name: 'left', type: 'uint8' },
      { name: '', type: 'bool' },
    ],
  },
  { type: 'function', name: 'quiet', inputs: [], outputs: [] },
];
/** What other contracts have, with the selector of `transfer(address,uint256)` among it. */
export const GUESSED = [
  {
    type: 'function',
    name: 'zip',
    inputs: [{ name: 'count', type: 'uint8' }],
    outputs: [{ name: 'left', type: 'uint8' }],
  },
  { type: 'function', name: 'many_msg_babbage', inputs: [{ name: 'x', type: 'bytes1' }] },
];
export const word = (n: number): Uint8Array => new Uint8Array(32).with(31, n);
export const zip = concatBytes(keccakOfText('zip(uint8)').subarray(0, 4), word(9));
export const zap = concatBytes(fromHex('25dd0282'), word(9));

export async function openCalled(): Promise<Store> {
  const store = await openEither();
  await writeChain(store, makeChain({ height: 3, messages: 1 }));
  const hash = digest('code of the contract');
  await writeContract(store, CONTRACT, { code_hash: hash });
  await writeVerified(store, hash, ABI);
  await writeMembers(store, GUESSED);
  return store;
}

export const propose = (to: Uint8Array, method: number, params: Uint8Array = EMPTY): Uint8Array =>
  encodeCbor([to, EMPTY, method, params]);

export async function decodeOn(store: Store, payload: Payload): Promise<DecodedPayload> {
  const { data } = await look(store, settingOf(store), (view) => decodePayloads(view, [payload]));
  return data[0] ?? {};
}
