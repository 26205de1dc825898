/** A node that plays a recording along any branch of a tree: what it tells when nothing is wrong with it. */
import { createRecordedNode, type RecordedNode } from '#node/recorded/node.ts';
import type { Player } from '#node/recorded/player.ts';
import type { Recording } from '#node/recorded/recording.ts';
import { notFound, RpcRefusal } from '#node/recorded/refusal.ts';
import { NOT_OF_LIVE_NODES } from '#node/testing/demo-node.ts';
import { atOrBelow, type Tip, type Tree } from './tree.ts';

export interface WorldOptions {
  recording: Recording;
  tree: Tree;
  /** The head at the beginning, and the newest final tipset. */
  head: Tip;
  final: Tip;
  /** Passes for a live node: tells nobody that it plays a recording, and lacks what live nodes are not asked. */
  live: boolean;
  /** Further calls that it does not have. */
  without: readonly string[];
}

type Cids = readonly { readonly '/': string }[] | null;
type MethodAnswer = (params: readonly unknown[]) => string;

export class World {
  readonly #tree: Tree;
  readonly #node: RecordedNode;
  readonly #methods: Readonly<Record<string, MethodAnswer>>;
  head: Tip;
  final: Tip;

  constructor({ recording, tree, head, final, live, without }: WorldOptions) {
    this.#tree = tree;
    this.head = head;
    this.final = final;
    const lacks = [...(live ? NOT_OF_LIVE_NODES : []), ...without];
    this.#node = createRecordedNode(recording, playerOf(recording), {}, lacks).node;
    this.#methods = {
      ChainHead: () => this.head.text,
      ChainGetTipSet: ([key]) => this.#tip(key).text,
      ChainGetTipSetByHeight: ([height, anchor]) => this.#byHeight(height, anchor).text,
      ChainGetTipSetAfterHeight: ([height, anchor]) => this.#afterHeight(height, anchor).text,
      ChainGetFinalizedTipSet: () => this.final.text,
    };
  }

  /** A result's JSON text. @throws Refusal */
  call(wireName: string, params: readonly unknown[]): string {
    const own = this.#methods[wireName.replace(/^Filecoin\./, '')];
    if (own) return own(params);
    const text = JSON.stringify(params);
    const recorded = this.#tree.recordedText(text);
    const asked = recorded === text ? params : (JSON.parse(recorded) as readonly unknown[]);
    return this.#node.call(wireName, asked).toString();
  }

  #tip(key: unknown): Tip {
    const cids = ((key as Cids) ?? []).map((cid) => cid['/']);
    if (cids.length === 0) return this.head;
    const found = this.#tree.of(cids);
    if (!found) throw notFound(cids[0] ?? '');
    return found;
  }

  #byHeight(height: unknown, anchor: unknown): Tip {
    const from = this.#tip(anchor);
    const found = Number(height) <= from.height ? atOrBelow(from, Number(height)) : null;
    if (!found) throw new RpcRefusal(1, `no tipset at height ${String(height)}`);
    return found;
  }

  #afterHeight(height: unknown, anchor: unknown): Tip {
    let found = this.#tip(anchor);
    while (found.parent !== null && found.parent.height >= Number(height)) found = found.parent;
    return found;
  }
}

/** What is told of the present beside the chain's own calls is what the recording ends with. */
function playerOf({ chain, timeline }: Recording): Player {
  const last = chain.final.at(-1) ?? timeline.last;
  const { height, cids } = chain.tipset(last);
  const at = timeline.events.at(-1)?.at ?? 0;
  return {
    head: () => last,
    knows: () => true,
    pool: () => new Map(),
    seen: () => null,
    certificate: () => null,
    position: () => ({ events: 0, headHeight: height, headKey: cids, ended: false, at }),
    next: () => null,
    epochBegins: () => false,
    epochEnd: () => at,
    advance: () => false,
    onEvent: () => () => undefined,
  };
}
