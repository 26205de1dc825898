/**
 * State trees of a recording that knows all actors of a whole chain: they are made anew from the
 * actors when one of their objects is asked for. Only a tree with the root that the header names is
 * told of.
 */
import { parseAddress } from '#filecoin/address.ts';
import { toBase64 } from '#filecoin/encoding/bytes.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { blake2b256, cidOf } from '#filecoin/encoding/cid.ts';
import { encodeActor, encodeStateRoot } from '#filecoin/ipld/stateTree.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseJson } from '../json.ts';
import { keptObjects } from '../objects/kept.ts';
import { uint64 } from '../schemas/values.ts';
import type { Actors } from './actors.ts';
import type { Catalogue } from './catalogue.ts';
import type { Chain } from './chain.ts';
import type { RebuiltObjects } from './objects.ts';
import { notRecorded } from './refusal.ts';
import { TreeMaker, type NumberedEntry } from './treeMaker.ts';

const Cid = z.object({ '/': z.string() });
const Entry = z.object({
  Code: Cid,
  Head: Cid,
  Nonce: uint64,
  Balance: z.string().regex(/^\d+$/),
  DelegatedAddress: z.string().nullish(),
});

/** An actor as it stands in the tree. */
interface Leaf extends NumberedEntry {
  readonly head: string;
}
type State = ReadonlyMap<string, Leaf>;

/** The form of state trees since network version 18. */
const VERSION = 5;
const NO_INFO = encodeCbor([]);

/** So many states are held, and one of so many tipsets of the final chain. */
const RECENT = 32;
const MILESTONE = 100;
/** Trees that are made for an object that no tree is known to hold, at a time. */
const SEARCHED = 100;
/** Objects held, bytes: some hundred trees'. */
const KEPT_BYTES = 4 << 20;

export function rebuildStateTrees(
  catalogue: Catalogue,
  chain: Chain,
  actors: Actors,
): RebuiltObjects {
  const { roots, tipsetsOfRoot } = catalogue;
  const maker = new TreeMaker();
  const stateAt = statesOf(chain, actors, maker);
  const numberOfRoot = new Map(roots.map((cid, root) => [cid, root]));
  const objects = keptObjects(KEPT_BYTES);
  /** One tree of those that an object is part of, by its root. */
  const treeOf = new Map<string, number>();
  const made = new Set<number>();
  let heads: ReadonlySet<string> = new Set();
  let last = 0;

  const make = (root: number): void => {
    made.add(root);
    const place = tipsetsOfRoot[root]?.[0];
    const state = place === undefined ? null : stateAt(place);
    if (state === null) return;
    const leaves = [...state.values()];
    const tree = maker.make(leaves);
    const info = cidOf(blake2b256(NO_INFO));
    const object = encodeStateRoot({ version: VERSION, actors: tree.root, info });
    const cid = cidOf(blake2b256(object));
    if (cid !== roots[root]) return;
    heads = new Set(leaves.map(({ head }) => head));
    for (const [name, bytes] of [...tree.objects, [info, NO_INFO], [cid, object]] as const) {
      treeOf.set(name, root);
      objects.set(name, bytes);
    }
  };
  /** Whoever asks has learnt of the object before this process began, and asks again when it is refused. */
  const search = (cid: string): void => {
    const near = [...roots.keys()].filter((root) => !made.has(root));
    near.sort((a, b) => Math.abs(a - last) - Math.abs(b - last));
    // Upwards, as a state follows from the one before.
    const some = near.slice(0, SEARCHED).sort((a, b) => a - b);
    for (const root of some) if (!treeOf.has(cid)) make(root);
  };

  return {
    knows: (cid) => numberOfRoot.has(cid) || treeOf.has(cid),
    read(cid) {
      let object = objects.get(cid);
      if (object === undefined && !heads.has(cid)) {
        const root = numberOfRoot.get(cid) ?? treeOf.get(cid);
        if (root === undefined) search(cid);
        else {
          last = root;
          make(root);
        }
        object = objects.get(cid);
      }
      if (object === undefined) throw notRecorded(`the object ${cid}`);
      return `"${toBase64(object)}"`;
    },
  };
}

/** The actors before the messages of a tipset; null where they do not follow from what was recorded. */
function statesOf(chain: Chain, actors: Actors, maker: TreeMaker): (place: number) => State | null {
  const milestones = new Map<number, State>();
  const recent = new LRUCache<number, State>({ max: RECENT });
  const remember = (place: number, state: State): void => {
    const position = chain.finalPosition(place);
    if (position >= 0 && position % MILESTONE === 0) milestones.set(place, state);
    recent.set(place, state);
  };
  const beginning = (place: number): State =>
    new Map(
      actors
        .list(place)
        .map((id) => [id, leafOf(maker, id, parseJson(actors.entry(id, place)))] as const),
    );

  return (place) => {
    const later: number[] = [];
    let at = place;
    let state: State | undefined;
    for (;;) {
      state = recent.get(at) ?? milestones.get(at);
      if (state !== undefined) break;
      if (at === chain.final[0]) {
        state = beginning(at);
        remember(at, state);
        break;
      }
      later.push(at);
      at = chain.tipset(at).parent;
      if (at < 0) return null;
    }
    for (const next of later.reverse()) {
      const changes = Object.entries(actors.changes(next));
      state = new Map([
        ...state,
        ...changes.map(([id, entry]) => [id, leafOf(maker, id, entry)] as const),
      ]);
      remember(next, state);
    }
    return state;
  };
}

function leafOf(maker: TreeMaker, id: string, entry: unknown): Leaf {
  const { Code, Head, Nonce, Balance, DelegatedAddress } = Entry.parse(entry);
  const actor = {
    code: Code['/'],
    head: Head['/'],
    nonce: Nonce,
    balance: BigInt(Balance),
    delegated: DelegatedAddress == null ? null : parseAddress(DelegatedAddress),
  };
  return { ...maker.entry(parseAddress(id), encodeActor(actor, VERSION)), head: Head['/'] };
}
