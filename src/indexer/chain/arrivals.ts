/** Asks the node for tipsets and their blocks' messages, and decodes them. */
import { Kept } from '#node/kept.ts';
import type { NodeClient, NodeInfo, TipsetJson } from '#node/types.ts';
import { checkMessages } from '../check/roots.ts';
import { digest, keyId, tipsetKeyOf } from '../decode/ids.ts';
import { decodeBlockMessages } from '../decode/messages.ts';
import { decodeTipset, refOf } from '../decode/tipset.ts';
import { InvariantError } from '../errors.ts';
import type { MessageRow, TipsetFacts } from '../types.ts';
import type { Pace } from './pace.ts';

/** So many tipsets are kept in memory. */
const RECENT_ARRIVALS = 4;

/** Messages of so many blocks are kept: of those that are gathered side by side. */
const KEPT_BLOCKS = 500;

/** A tipset as the node gave it and as it was decoded. */
export interface Arrival {
  json: TipsetJson;
  facts: TipsetFacts;
}

export class Arrivals {
  readonly #node: NodeClient;
  readonly #chainId: NodeInfo['chainId'];
  readonly #pace: Pace;
  /** The newest arrivals: a head is needed again when its child comes. */
  readonly #recent = new Kept<Arrival>(RECENT_ARRIVALS);
  /** By the CID that headers name them by. */
  readonly #messages = new Kept<readonly MessageRow[]>(KEPT_BLOCKS);

  constructor({ node, info, pace }: { node: NodeClient; info: NodeInfo; pace: Pace }) {
    this.#node = node;
    this.#chainId = info.chainId;
    this.#pace = pace;
  }

  /** A tipset with its blocks' messages. Throws InvariantError and NodeError. */
  of(json: TipsetJson): Promise<Arrival> {
    return this.#recent.get(keyId(json.Cids), () => this.#arrival(json));
  }

  /** A tipset of the index, from memory or from the node again. */
  async stored(place: { id: string; key: Uint8Array }): Promise<Arrival> {
    const recent = this.#recent.known(place.id);
    return recent ?? this.of(await this.#node.chainGetTipSet(tipsetKeyOf(place.key)));
  }

  async #arrival(json: TipsetJson): Promise<Arrival> {
    const known = new Map<string, MessageRow>();
    const messages = await Promise.all(
      json.Blocks.map((block, position) => this.#included(json, block, position, known)),
    );
    return this.#pace.run(() => ({ json, facts: decodeTipset(json, messages) }));
  }

  /** A block's messages, which its header's `Messages` proves: they are asked for once. */
  #included(
    json: TipsetJson,
    { Messages: root }: TipsetJson['Blocks'][number],
    position: number,
    known: Map<string, MessageRow>,
  ): Promise<readonly MessageRow[]> {
    return this.#messages.get(root['/'], async () => {
      const cid = json.Cids[position];
      if (!cid) throw new InvariantError(5, refOf(json), 'blocks and CIDs do not correspond');
      const answer = await this.#node.chainGetBlockMessages(cid);
      return this.#pace.run(() => {
        const rows = decodeBlockMessages(answer, refOf(json), this.#chainId, known);
        checkMessages(refOf(json), rows, answer, digest(root));
        return rows;
      });
    });
  }
}
