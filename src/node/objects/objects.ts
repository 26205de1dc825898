import type { ObjectSource } from '#filecoin/ipld/source.ts';
import { NodeError } from '../errors.ts';
import type { NodeClient } from '../types.ts';
import { hashesTo, objectDigest } from './check.ts';
import { keptObjects, type KeptObjects } from './kept.ts';
import { Pace } from './pace.ts';

export interface NodeObjectsOptions {
  /** What is kept of what was read, bytes. Default 256 MiB. */
  readonly cacheBytes?: number | undefined;
  /** Objects that `background` asks the node for in a second, at most. Default 500. */
  readonly backgroundPerSecond?: number | undefined;
}

/** Counts since the start. */
export interface ObjectCounts {
  /** Objects that the node told and that hash to their CID. */
  readonly read: number;
  /** Bytes of these. */
  readonly bytes: number;
  /** Objects that were kept, or on their way already. */
  readonly hits: number;
  /** Objects that the node told wrongly. */
  readonly lies: number;
  /** Objects kept now, and their bytes. */
  readonly kept: number;
  readonly keptBytes: number;
}

/**
 * Objects of the chain as a node has them (ChainReadObj). What is read at once goes in few
 * requests, each object is asked for once however many want it, and none is believed: one that
 * does not hash to its CID is an error (NodeError `nonsense`, with the CID), and so is what the node
 * does not have (`rpc`, see `isObjectNotFound`). A read that fails keeps what came well.
 */
export interface NodeObjects {
  /** For what cannot wait. */
  readonly urgent: ObjectSource;
  /**
   * For walks over large trees beside that: a request or two at a time, so many objects per second.
   * What it reads does not crowd out what `urgent` has read.
   */
  readonly background: ObjectSource;
  /** For what somebody waits for: at the rate of `background`, before its walks. */
  readonly awaited: ObjectSource;
  counts(): ObjectCounts;
}

/** Objects under way for one read, at most: what a node's client sends in eight requests. */
const URGENT_AT_ONCE = 400;
/** As many as go into one request; two of them leave most of a client's requests to others. */
const BACKGROUND_AT_ONCE = 50;
const BACKGROUND_READS = 2;
/** The share of what is kept that `background` has. */
const BACKGROUND_SHARE = 1 / 4;

/** @param node asked for each object alone: its client puts calls that come together into one request */
export function createNodeObjects(
  node: Pick<NodeClient, 'chainReadObj'>,
  options: NodeObjectsOptions = {},
): NodeObjects {
  const { cacheBytes = 256 << 20, backgroundPerSecond = 500 } = options;
  const forUrgent = keptObjects(cacheBytes * (1 - BACKGROUND_SHARE));
  const forBackground = keptObjects(cacheBytes * BACKGROUND_SHARE);
  const onTheirWay = new Map<string, Promise<Uint8Array>>();
  const pace = new Pace(BACKGROUND_READS, backgroundPerSecond);
  const counts = { read: 0, bytes: 0, hits: 0, lies: 0 };

  const ask = async (cid: string): Promise<Uint8Array> => {
    const digest = objectDigest(cid);
    const object = await node.chainReadObj({ '/': cid });
    if (!hashesTo(digest, object)) {
      counts.lies++;
      throw new NodeError(
        'nonsense',
        'Filecoin.ChainReadObj',
        `what was told as ${cid} does not hash to it`,
      );
    }
    counts.read++;
    counts.bytes += object.length;
    return object;
  };
  const shared = (cid: string): Promise<Uint8Array> => {
    const asked = onTheirWay.get(cid);
    if (asked !== undefined) {
      counts.hits++;
      return asked;
    }
    const asking = ask(cid).finally(() => onTheirWay.delete(cid));
    onTheirWay.set(cid, asking);
    return asking;
  };
  const kept = (cid: string, urgent: boolean): Uint8Array | undefined => {
    if (!urgent) return forUrgent.peek(cid) ?? forBackground.get(cid);
    const object = forUrgent.get(cid) ?? take(forBackground, cid);
    if (object !== undefined) forUrgent.set(cid, object);
    return object;
  };

  /** Objects that were not kept when this was asked for; not more than may be under way at once. */
  const fetched = async (
    cids: readonly string[],
    urgent: boolean,
    into: Map<string, Uint8Array>,
  ): Promise<void> => {
    let failure: unknown;
    const one = async (cid: string): Promise<void> => {
      try {
        const before = kept(cid, urgent);
        const object = before ?? (await shared(cid));
        into.set(cid, object);
        if (before !== undefined) counts.hits++;
        // Another who waited for it may have kept it meanwhile, for the urgent ones.
        else if (urgent) forUrgent.set(cid, take(forBackground, cid) ?? object);
        else if (forUrgent.peek(cid) === undefined) forBackground.set(cid, object);
      } catch (error) {
        failure ??= error;
      }
    };
    await Promise.all(cids.map(one));
    if (failure !== undefined) throw failure;
  };

  const source = (urgent: boolean, first: boolean): ObjectSource => ({
    async read(cids) {
      const found = new Map<string, Uint8Array>();
      const missing: string[] = [];
      for (const cid of new Set(cids)) {
        const object = kept(cid, urgent);
        if (object === undefined) missing.push(cid);
        else {
          counts.hits++;
          found.set(cid, object);
        }
      }
      const size = urgent ? URGENT_AT_ONCE : BACKGROUND_AT_ONCE;
      for (let at = 0; at < missing.length; at += size) {
        const part = missing.slice(at, at + size);
        if (urgent) await fetched(part, true, found);
        else await pace.take(part.length, () => fetched(part, false, found), first);
      }
      return cids.map((cid) => {
        const object = found.get(cid);
        if (object === undefined) throw new Error(`The object ${cid} was not read.`);
        return object;
      });
    },
  });

  return {
    urgent: source(true, true),
    background: source(false, false),
    awaited: source(false, true),
    counts: () => ({
      ...counts,
      kept: forUrgent.size + forBackground.size,
      keptBytes: forUrgent.calculatedSize + forBackground.calculatedSize,
    }),
  };
}

function take(objects: KeptObjects, cid: string): Uint8Array | undefined {
  const object = objects.peek(cid);
  objects.delete(cid);
  return object;
}
