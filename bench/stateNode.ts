/**
 * A node that has nothing but the objects of large state trees, in a thread of its own: that of the
 * first state, and for each tipset what changed of it. It answers ChainReadObj.
 */
import { createHash, type BinaryLike } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { toBase64 } from '#filecoin/encoding/bytes.ts';
import { blake2b256, cidOf, digestOf } from '#filecoin/encoding/cid.ts';
import { encodeLink } from '#filecoin/ipld/buildAmt.ts';
import {
  encodeHamtNode,
  HAMT_BIT_WIDTH,
  HamtKind,
  MAX_BUCKET,
  type HamtEntry,
  type Pointer,
} from '#filecoin/ipld/hamtNode.ts';
import {
  actorKey,
  encodeActor,
  encodeStateRoot,
  type StateActor,
} from '#filecoin/ipld/stateTree.ts';
import { TreeEntry } from '#filecoin/ipld/tree.ts';
import type { ToldActor } from './stateTipset.ts';

export interface StateNodeOptions {
  /** Actors with ids below this number, each of its own head, but else alike. */
  readonly actors: number;
  readonly like: StateActor;
  /** Other ones that the first state has besides, and those that change in each further one. */
  readonly told: readonly (readonly ToldActor[])[];
}

export interface StateNode {
  readonly url: string;
  /** Roots of the states. */
  readonly roots: readonly string[];
  /** Objects of the first state. */
  readonly objects: number;
  readonly worker: Worker;
}

export function startStateNode(options: StateNodeOptions): Promise<StateNode> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options });
  return new Promise((resolve, reject) => {
    worker.once('message', (ready: Omit<StateNode, 'worker'>) => resolve({ ...ready, worker }));
    worker.once('error', reject);
  });
}

const STATE_VERSION = 5;
const kind = new HamtKind(HAMT_BIT_WIDTH);
const WIDTH = 2 ** HAMT_BIT_WIDTH;
/** Levels of nodes that are made one by one, so that not all actors are held at once. */
const SPLIT_LEVELS = 2;

class Trees {
  readonly objects = new Map<string, Uint8Array>();
  readonly #actor: Uint8Array;
  readonly #headAt: number;

  constructor(like: StateActor) {
    this.#actor = encodeActor(like, STATE_VERSION);
    this.#headAt = Buffer.from(this.#actor).indexOf(digestOf(like.head));
  }

  put(object: Uint8Array): Uint8Array {
    const digest = blake2b256(object);
    this.objects.set(cidOf(digest), object);
    return digest;
  }

  #like(id: number): HamtEntry {
    const raw = this.#actor.slice();
    raw.set(sha256(`head of ${String(id)}`), this.#headAt);
    return entryOf(id, raw);
  }

  /** Digest of the root of a tree of the actors with ids below `count`, these among them or besides. */
  grow(count: number, others: readonly ToldActor[]): Uint8Array {
    const otherIds = new Set(others.map(({ id }) => id));
    const groups = Array.from({ length: WIDTH ** SPLIT_LEVELS }, (): number[] => []);
    for (let id = 0; id < count; id++) {
      if (otherIds.has(id)) continue;
      const hash = sha256(actorKey(id));
      groups[((hash[0] ?? 0) << 2) | ((hash[1] ?? 0) >> 6)]?.push(id);
    }
    const groupOf = ({ place: [first = 0, second = 0] }: HamtEntry) => first * WIDTH + second;
    const told = Map.groupBy(others.map(toldEntry), groupOf);
    const top = Array.from({ length: WIDTH }, (_, first): Pointer => {
      const pointers = Array.from({ length: WIDTH }, (__, second): Pointer => {
        const group = first * WIDTH + second;
        const ids = groups[group] ?? [];
        const entries = ids.map((id) => this.#like(id)).concat(told.get(group) ?? []);
        return this.#pointer(second, entries, SPLIT_LEVELS);
      });
      return { slot: first, holds: encodeLink(this.put(nodeOf(pointers))) };
    });
    return this.put(encodeHamtNode(top, false));
  }

  #pointer(slot: number, entries: readonly HamtEntry[], depth: number): Pointer {
    if (entries.length <= MAX_BUCKET) return { slot, holds: entries };
    const bySlot = Map.groupBy(entries, ({ place }) => place[depth] ?? 0);
    const pointers = Array.from({ length: WIDTH }, (_, below) =>
      this.#pointer(below, bySlot.get(below) ?? [], depth + 1),
    );
    return { slot, holds: encodeLink(this.put(nodeOf(pointers))) };
  }

  /** Digest of the node that this one becomes when these of its entries change. */
  change(digest: Uint8Array, entries: readonly HamtEntry[], depth = 0): Uint8Array {
    const node = this.objects.get(cidOf(digest)) ?? new Uint8Array();
    const bySlot = Map.groupBy(entries, ({ place }) => place[depth] ?? 0);
    const pointers = kind.slots(node).map((slot): Pointer => {
      const changed = bySlot.get(slot.slot) ?? [];
      const link = kind.link(slot)?.subarray(-digest.length);
      if (link === undefined) {
        const now = new Map(changed.map((entry) => [String(entry.key), entry]));
        const holds = kind.entries(slot).map((entry) => now.get(String(entry.key)) ?? entry);
        return { slot: slot.slot, holds };
      }
      const below = changed.length === 0 ? link : this.change(link, changed, depth + 1);
      return { slot: slot.slot, holds: encodeLink(below) };
    });
    return this.put(encodeHamtNode(pointers, false));
  }

  stateRoot(actors: Uint8Array): string {
    const [tree, info] = [cidOf(actors), cidOf(this.put(Uint8Array.of(0x80)))];
    return cidOf(this.put(encodeStateRoot({ version: STATE_VERSION, actors: tree, info })));
  }
}

function sha256(data: BinaryLike): Uint8Array {
  return createHash('sha256').update(data).digest();
}

function entryOf(id: number, raw: Uint8Array): HamtEntry {
  return new TreeEntry(actorKey(id), raw, kind.place);
}

function nodeOf(pointers: readonly Pointer[]): Uint8Array {
  return encodeHamtNode(
    pointers.filter(({ holds }) => holds.length > 0),
    false,
  );
}

function toldEntry({ id, actor }: ToldActor): HamtEntry {
  return entryOf(id, encodeActor(actor, STATE_VERSION));
}

interface Call {
  readonly id: number;
  readonly params: readonly { readonly '/': string }[];
}

/** A call's answer, or those of a batch. */
function answers(trees: Trees, body: string): string {
  const answer = ({ id, params: [cid] }: Call) => {
    const object = trees.objects.get(cid?.['/'] ?? '');
    return object === undefined
      ? { jsonrpc: '2.0', id, error: { code: 1, message: 'not found' } }
      : { jsonrpc: '2.0', id, result: toBase64(object) };
  };
  const calls = JSON.parse(body) as Call | Call[];
  return JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls));
}

function serve({ actors, like, told: [first = [], ...changes] }: StateNodeOptions): void {
  const trees = new Trees(like);
  let root = trees.grow(actors, first);
  const roots = [trees.stateRoot(root)];
  const objects = trees.objects.size;
  for (const changed of changes) {
    root = trees.change(root, changed.map(toldEntry));
    roots.push(trees.stateRoot(root));
  }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray()).toString('utf8');
      response.setHeader('content-type', 'application/json').end(answers(trees, body));
    })();
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    parentPort?.postMessage({ url: `http://127.0.0.1:${String(port)}/rpc/v1`, roots, objects });
  });
}

if (!isMainThread) serve(workerData as StateNodeOptions);
