/** The lanes of a payment channel, from the array in its state. */
import { PayloadError, tupleOf } from '#filecoin/actors/facts/read.ts';
import { readAmtNode, readAmtRoot, type AmtNode } from '#filecoin/encoding/amt.ts';
import { EncodingError, equalBytes } from '#filecoin/encoding/bytes.ts';
import { CborError, type CborValue } from '#filecoin/encoding/cbor.ts';
import { blake2b256, CidError, digestOf, formatCid } from '#filecoin/encoding/cid.ts';
import type { CidJson, NodeClient } from '#node/types.ts';
import type { Lane } from './decode.ts';

type Blocks = Pick<NodeClient, 'chainReadObj'>;

/** Root of an empty array of 3 bits a level. */
const NO_LANES = 'bafy2bzacedijw74yui7otvo63nfl3hdq2vdzuy7wx2tnptwed6zml4vvz7wee';
/** What reading throws where the blocks are no array of lanes. */
const NO_ARRAY = [CborError, CidError, EncodingError, PayloadError];
/** Of more lanes, which anybody can make, none are told. */
const MAX_LANES = 1_000;

/**
 * By lane; null when there are too many, one has a number above 2^53, or the blocks are no such array.
 * Throws NodeError.
 */
export async function readLanes(node: Blocks, { '/': root }: CidJson): Promise<Lane[] | null> {
  if (root === NO_LANES) return [];
  const lanes: Lane[] = [];
  const walk = async (
    at: AmtNode,
    bitWidth: number,
    level: number,
    first: number,
  ): Promise<void> => {
    for (const [slot, value] of at.values) lanes.push(laneOf(first + slot, value));
    for (const [slot, cid] of at.links) {
      if (level === 0) throw new CborError('an AMT deeper than its height');
      const below = readAmtNode(await readBlock(node, formatCid(cid)));
      await walk(below, bitWidth, level - 1, first + slot * 2 ** (bitWidth * level));
    }
  };
  try {
    const { bitWidth, height, count, node: top } = readAmtRoot(await readBlock(node, root));
    if (count > MAX_LANES) return null;
    await walk(top, bitWidth, height, 0);
  } catch (error) {
    if (NO_ARRAY.some((kind) => error instanceof kind)) return null;
    throw error;
  }
  return lanes.every(([lane]) => Number.isSafeInteger(lane)) ? lanes : null;
}

function laneOf(lane: number, value: CborValue): Lane {
  const fields = tupleOf(value, 2);
  return [lane, fields.int(1), fields.amount(0).toString()];
}

/** A block of the state, whose bytes must be those that its CID names. */
async function readBlock(node: Blocks, cid: string): Promise<Uint8Array> {
  const block = await node.chainReadObj({ '/': cid });
  if (!equalBytes(blake2b256(block), digestOf(cid))) throw new CborError('bytes of another CID');
  return block;
}
