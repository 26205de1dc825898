/** The lanes of a payment channel, from the array in its state. */
import { PayloadError, tupleOf } from '#filecoin/actors/facts/read.ts';
import { EncodingError, equalBytes } from '#filecoin/encoding/bytes.ts';
import { CborError, type CborValue } from '#filecoin/encoding/cbor.ts';
import { blake2b256, CidError, digestOf } from '#filecoin/encoding/cid.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { readAmtRoot, walkAmt } from '#filecoin/ipld/amt.ts';
import type { CidJson, NodeClient } from '#node/types.ts';
import type { Lane } from './decode.ts';

type Blocks = Pick<NodeClient, 'chainReadObj'>;

/** Root of an empty array of 3 bits a level. */
const NO_LANES = 'bafy2bzacedijw74yui7otvo63nfl3hdq2vdzuy7wx2tnptwed6zml4vvz7wee';
/** What reading throws where the blocks are no array of lanes. */
const NO_ARRAY = [CborError, CidError, EncodingError, PayloadError];
/** Of more lanes, which anybody can make, none are told, and no more are kept. */
export const MAX_LANES = 1_000;

/**
 * By lane; null when there are too many, or the blocks are no such array. Throws NodeError.
 */
export async function readLanes(node: Blocks, { '/': root }: CidJson): Promise<Lane[] | null> {
  if (root === NO_LANES) return [];
  const lanes: Lane[] = [];
  const source = {
    read: (cids: readonly string[]) => Promise.all(cids.map((cid) => readBlock(node, cid))),
  };
  try {
    const array = await readAmtRoot(source, root);
    if (array.count > MAX_LANES) return null;
    for await (const { key, value } of walkAmt(source, array)) lanes.push(laneOf(key, value));
  } catch (error) {
    if (NO_ARRAY.some((kind) => error instanceof kind)) return null;
    throw error;
  }
  return lanes;
}

function laneOf(lane: Uint64, value: CborValue): Lane {
  const fields = tupleOf(value, 2);
  return [lane, fields.unsigned(1), fields.amount(0).toString()];
}

/** A block of the state, whose bytes must be those that its CID names. */
async function readBlock(node: Blocks, cid: string): Promise<Uint8Array> {
  const block = await node.chainReadObj({ '/': cid });
  if (!equalBytes(blake2b256(block), digestOf(cid))) throw new CborError('bytes of another CID');
  return block;
}
