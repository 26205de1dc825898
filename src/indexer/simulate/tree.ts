/**
 * The tipsets of a recording as a tree, and twins of them: tipsets with the same messages, receipts and
 * states in other blocks, so that branches of any length can be made that lose against their originals.
 */
import { headerDigest, headerFromJson, type BlockHeaderJson } from '#filecoin/block.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { Recording } from '#node/recorded/recording.ts';

export interface Tip {
  readonly height: number;
  readonly cids: readonly string[];
  /** Null for the recording's first one. */
  readonly parent: Tip | null;
  /** The recorded tipset that it is, or is the twin of. */
  readonly place: number;
  readonly twin: boolean;
  /** As ChainGetTipSet tells it. */
  readonly text: string;
  readonly weight: bigint;
}

interface TipsetText {
  Cids: { '/': string }[];
  Blocks: (BlockHeaderJson & Record<string, unknown>)[];
  Height: number;
}

export class Tree {
  readonly #recording: Recording;
  readonly #recorded = new Map<number, Tip>();
  readonly #byKey = new Map<string, Tip>();
  /** CIDs of twins' blocks, and the ones that they stand for. */
  readonly #originals = new Map<string, string>();

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Tipsets of the branch that won, oldest first, by height. */
  final(from: number, to: number): Tip[] {
    const { chain } = this.#recording;
    const places = chain.final.filter((place) => {
      const { height } = chain.tipset(place);
      return height >= from && height <= to;
    });
    return places.map((place) => this.recorded(place));
  }

  recorded(place: number): Tip {
    const known = this.#recorded.get(place);
    if (known) return known;
    const { catalogue, chain } = this.#recording;
    const { cids, height, parent, value } = chain.tipset(place);
    const text = catalogue.read(value).toString('utf8');
    const tip: Tip = {
      height,
      cids,
      parent: parent < 0 ? null : this.recorded(parent),
      place,
      twin: false,
      text,
      weight: weightOf(JSON.parse(text) as TipsetText),
    };
    this.#recorded.set(place, tip);
    this.#byKey.set(cids.join(), tip);
    return tip;
  }

  /** The tipset of this key; recorded ones are known by place, so that all that were taken from here are. */
  of(cids: readonly string[]): Tip | null {
    const known = this.#byKey.get(cids.join());
    if (known) return known;
    const place = this.#recording.catalogue.tipsetOfKey.get(
      `[${cids.map((cid) => `{"/":"${cid}"}`).join(',')}]`,
    );
    return place === undefined ? null : this.recorded(place);
  }

  /** Ends of recorded branches that lost, whose fork is among these. */
  lost(among: readonly Tip[]): Tip[] {
    const { catalogue, chain } = this.#recording;
    const forks = new Set(among.map(({ place }) => place));
    const parents = new Set(catalogue.tipsets.map(({ parent }) => parent));
    return catalogue.tipsets.flatMap((_, place) => {
      if (chain.finalPosition(place) >= 0 || parents.has(place)) return [];
      let at = place;
      while (at >= 0 && chain.finalPosition(at) < 0) at = chain.tipset(at).parent;
      return forks.has(at) ? [this.recorded(place)] : [];
    });
  }

  /** Twins of a stretch of one branch, oldest first, standing on the parent of its first. */
  twins(stretch: readonly Tip[], salt: number): Tip[] {
    const made: Tip[] = [];
    let parent = stretch[0]?.parent ?? null;
    for (const original of stretch) {
      const json = JSON.parse(original.text) as TipsetText;
      const Parents = (parent?.cids ?? []).map((cid) => ({ '/': cid }));
      const Blocks = json.Blocks.map((block) => ({ ...block, Parents, ForkSignaling: salt }));
      const cids = Blocks.map((block) => cidOf(headerDigest(headerFromJson(block))));
      cids.forEach((cid, at) => this.#originals.set(cid, original.cids[at] ?? ''));
      const Cids = cids.map((cid) => ({ '/': cid }));
      const { height, place, weight } = original;
      const text = JSON.stringify({ ...json, Cids, Blocks });
      const tip: Tip = { height, cids, parent, place, twin: true, text, weight };
      this.#byKey.set(cids.join(), tip);
      made.push(tip);
      parent = tip;
    }
    return made;
  }

  /** A text with the blocks that were recorded in place of their twins. */
  recordedText(text: string): string {
    if (this.#originals.size === 0) return text;
    return text.replace(/bafy2bza[a-z2-7]{54}/g, (cid) => this.#originals.get(cid) ?? cid);
  }
}

/** From the child of `below` to `tip`, oldest first. Throws RangeError when `below` is no ancestor. */
export function branchOf(tip: Tip, below: Tip): Tip[] {
  const branch: Tip[] = [];
  for (let at: Tip | null = tip; at !== below; at = at.parent) {
    if (at === null || at.height <= below.height) throw new RangeError('not on this branch');
    branch.push(at);
  }
  return branch.reverse();
}

/** The newest ancestor-or-self at or below a height. */
export function atOrBelow(tip: Tip, height: number): Tip | null {
  let at: Tip | null = tip;
  while (at !== null && at.height > height) at = at.parent;
  return at;
}

/** The tipset's own weight, as far as its header tells. */
function weightOf({ Blocks }: TipsetText): bigint {
  return BigInt(Blocks[0]?.ParentWeight ?? 0);
}
