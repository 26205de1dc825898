/** A tipset as it arrives: headers, the messages its blocks include, and the check of their CIDs. */
import { encodeHeader, headerFromJson, type BlockHeaderJson } from '#filecoin/block.ts';
import { equalBytes, toHex } from '#filecoin/encoding/bytes.ts';
import { blake2b256 } from '#filecoin/encoding/cid.ts';
import { clampInteger } from '#filecoin/encoding/integers.ts';
import type { CidJson, TipsetJson, TipsetKey } from '#node/types.ts';
import { InvariantError } from '../errors.ts';
import type { BlockRow, MessageRow, TipsetFacts, TipsetRef } from '../types.ts';
import { digest, keyBytes, keyId, requireId } from './ids.ts';

export function refOf(tipset: TipsetJson): TipsetRef {
  return { height: tipset.Height, name: tipset.Cids[0]?.['/'] ?? 'without blocks' };
}

const NO_KEY: TipsetKey = [];

/** Key of the parent; empty for the genesis, whose header names something that is no block. */
export function parentKeyOf(tipset: TipsetJson): TipsetKey {
  return tipset.Height === 0 ? NO_KEY : (tipset.Blocks[0]?.Parents ?? NO_KEY);
}

function sameCids(a: TipsetKey, b: TipsetKey): boolean {
  return a.length === b.length && a.every((cid, index) => cid['/'] === b[index]?.['/']);
}

/** The end of year 9999. */
const LAST_SECOND = 253_402_300_799;

/** Unix time. Consensus ties it to the height; what no calendar has is the end of ours. */
export function secondsOf({ Timestamp }: BlockHeaderJson): number {
  return Math.min(clampInteger(Timestamp), LAST_SECOND);
}

/** Consensus allows a few; none of a genesis block. */
export function winsOf({ ElectionProof: proof }: BlockHeaderJson): number {
  return clampInteger(proof?.WinCount ?? 0);
}

/**
 * Whether a node told a tipset that its key names: of these very blocks, all of its height.
 * Throws InvariantError 1 when a header's CID is not that of its content, 5 for another tipset.
 */
export function checkKey(tipset: TipsetJson, key: TipsetKey): void {
  const ref = refOf(tipset);
  if (!sameCids(tipset.Cids, key) || tipset.Blocks.length !== key.length || key.length === 0)
    throw new InvariantError(5, ref, 'another tipset was asked for');
  tipset.Blocks.forEach((json, position) => {
    headerOf(json, key[position], ref);
    if (json.Height !== tipset.Height)
      throw new InvariantError(5, ref, 'its blocks are of another height');
  });
}

/** A header's bytes. Throws InvariantError 1 when its CID is not that of its content. */
function headerOf(json: BlockHeaderJson, cid: CidJson | undefined, ref: TipsetRef): Uint8Array {
  const header = encodeHeader(headerFromJson(json));
  if (!cid || !equalBytes(blake2b256(header), digest(cid)))
    throw new InvariantError(1, ref, `the header of block ${cid?.['/'] ?? ''} has another CID`);
  return header;
}

/**
 * Decodes a tipset with the messages of each of its blocks (in the tipset's order).
 * Throws InvariantError 1 when a header's CID is not that of its content, 5 when the blocks are no tipset.
 */
export function decodeTipset(
  tipset: TipsetJson,
  blockMessages: readonly (readonly MessageRow[])[],
): TipsetFacts {
  const ref = refOf(tipset);
  const first = tipset.Blocks[0];
  if (!first || tipset.Blocks.length !== tipset.Cids.length)
    throw new InvariantError(5, ref, 'blocks and CIDs do not correspond');
  const parentKey = keyBytes(parentKeyOf(tipset));
  const parentId = keyId(parentKeyOf(tipset));
  const blocks: BlockRow[] = [];
  const inclusion: Uint8Array[][] = [];
  const messages = new Map<string, MessageRow>();
  let winCount = 0;
  tipset.Blocks.forEach((json, position) => {
    const cidJson = tipset.Cids[position];
    const included = blockMessages[position];
    if (!cidJson || !included) throw new InvariantError(5, ref, 'a block without its messages');
    const cid = digest(cidJson);
    const header = headerOf(json, cidJson, ref);
    if (
      json.Height !== tipset.Height ||
      !sameCids(json.Parents, first.Parents) ||
      json.ParentStateRoot['/'] !== first.ParentStateRoot['/'] ||
      json.ParentMessageReceipts['/'] !== first.ParentMessageReceipts['/'] ||
      json.ParentBaseFee !== first.ParentBaseFee ||
      json.ParentWeight !== first.ParentWeight
    )
      throw new InvariantError(5, ref, `block ${cidJson['/']} does not belong to the tipset`);
    for (const message of included) messages.set(toHex(message.cid), message);
    inclusion.push(included.map((message) => message.cid));
    const wins = winsOf(json);
    winCount += wins;
    blocks.push({
      cid,
      height: json.Height,
      miner_id: requireId(json.Miner),
      position,
      timestamp: secondsOf(json),
      parents: parentKey,
      parent_weight: json.ParentWeight,
      state_root: digest(json.ParentStateRoot),
      receipts_root: digest(json.ParentMessageReceipts),
      messages_root: digest(json.Messages),
      base_fee: json.ParentBaseFee,
      win_count: wins,
      message_count: included.length,
      size: included.reduce((sum, message) => sum + message.size, header.length),
      fork_signaling: json.ForkSignaling,
      block_reward: null,
      tips: null,
      penalty: null,
      orphaned: false,
    });
  });
  const key = keyBytes(tipset.Cids);
  return {
    ...ref,
    key,
    id: keyId(tipset.Cids),
    parentKey,
    parentId,
    timestamp: secondsOf(first),
    stateRoot: digest(first.ParentStateRoot),
    receiptsRoot: digest(first.ParentMessageReceipts),
    baseFee: BigInt(first.ParentBaseFee),
    parentWeight: BigInt(first.ParentWeight),
    winCount,
    blocks,
    inclusion,
    messages: [...messages.values()],
  };
}
