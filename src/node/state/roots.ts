/** Where the state is that a tipset's header names. */
import { AddressError } from '#filecoin/address.ts';
import { headerDigest, headerFromJson } from '#filecoin/block.ts';
import { EncodingError } from '#filecoin/encoding/bytes.ts';
import { CidError, cidOf } from '#filecoin/encoding/cid.ts';
import { LRUCache } from 'lru-cache';
import { NodeError } from '../errors.ts';
import { Kept } from '../kept.ts';
import type { BlockHeaderJson, NodeClient, TipsetJson, TipsetKey } from '../types.ts';

/** The state before a tipset's messages ran. */
export interface TipsetState {
  /** CID of the state's root. */
  readonly root: string;
  /** The tipset's. */
  readonly height: number;
}

/** So many headers are kept until somebody asks for their state, and so many roots. */
const HEADERS = 1_000;
const ROOTS = 10_000;

/**
 * State roots by tipset key, out of headers that hash to the key. All blocks of a tipset name the same
 * state, so its first one is looked at.
 */
export class StateRoots {
  readonly #node: Pick<NodeClient, 'chainGetTipSet'>;
  /** By the block's CID, as somebody was told them. */
  readonly #headers = new LRUCache<string, BlockHeaderJson>({ max: HEADERS });
  readonly #roots = new Kept<TipsetState>(ROOTS);

  constructor(node: Pick<NodeClient, 'chainGetTipSet'>) {
    this.#node = node;
  }

  /** Keeps the headers of a tipset that the node told for another reason. */
  learn({ Cids, Blocks }: TipsetJson): void {
    Cids.forEach(({ '/': cid }, at) => {
      const header = Blocks[at];
      if (header !== undefined && this.#roots.known(cid) === undefined)
        this.#headers.set(cid, header);
    });
  }

  /**
   * Rejects with NodeError: `nonsense` when the node tells a header of another CID.
   * @param key not empty
   */
  at(key: TipsetKey): Promise<TipsetState> {
    const cid = key[0]?.['/'] ?? '';
    return this.#roots.get(cid, () => this.#find(cid, key));
  }

  async #find(cid: string, key: TipsetKey): Promise<TipsetState> {
    const told = this.#headers.get(cid);
    this.#headers.delete(cid);
    if (told !== undefined && isBlock(cid, told)) return stateOf(told);
    const { Blocks } = await this.#node.chainGetTipSet(key);
    const header = Blocks[0];
    if (header !== undefined && isBlock(cid, header)) return stateOf(header);
    throw new NodeError('nonsense', 'Filecoin.ChainGetTipSet', `no header of block ${cid}`);
  }
}

function stateOf({ ParentStateRoot, Height }: BlockHeaderJson): TipsetState {
  return { root: ParentStateRoot['/'], height: Height };
}

const NOT_A_HEADER = [AddressError, CidError, EncodingError, RangeError];

/** Whether a header is that of the block with this CID. */
function isBlock(cid: string, header: BlockHeaderJson): boolean {
  try {
    return cidOf(headerDigest(headerFromJson(header))) === cid;
  } catch (error) {
    // What cannot be encoded is no header of a block.
    if (NOT_A_HEADER.some((kind) => error instanceof kind)) return false;
    throw error;
  }
}
