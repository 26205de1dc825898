import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { blake2b256, CidError, cidOf, formatCid } from '#filecoin/encoding/cid.ts';
import { isObjectNotFound, NodeError } from '../errors.ts';
import { rejection } from '../testing/demo-node.ts';
import type { CidJson } from '../types.ts';
import { keptObjects } from './kept.ts';
import { createNodeObjects } from './objects.ts';

/** An object of `size` bytes, another for each number. */
function object(number: number, size = 40): Uint8Array {
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}
const cidOfObject = (bytes: Uint8Array): string => cidOf(blake2b256(bytes));

/** A node that has these objects; it answers when `answer` is called, or at once. */
class StandIn {
  readonly objects = new Map<string, Uint8Array>();
  readonly asked: string[] = [];
  underWay = 0;
  most = 0;
  held: (() => void)[] | null = null;
  /** Changes what is told. */
  lie: (cid: string, bytes: Uint8Array) => Uint8Array = (_, bytes) => bytes;

  add(bytes: Uint8Array): string {
    const cid = cidOfObject(bytes);
    this.objects.set(cid, bytes);
    return cid;
  }

  readonly chainReadObj = async ({ '/': cid }: CidJson): Promise<Uint8Array> => {
    this.asked.push(cid);
    this.most = Math.max(this.most, ++this.underWay);
    try {
      const { held } = this;
      if (held === null) await Promise.resolve();
      else await new Promise<void>((resolve) => held.push(resolve));
    } finally {
      this.underWay--;
    }
    const bytes = this.objects.get(cid);
    if (bytes !== undefined) return this.lie(cid, bytes);
    const words = `blockstore get: ipld: could not find ${cid}`;
    throw new NodeError('rpc', 'Filecoin.ChainReadObj', words, { code: 1 });
  };

  answer(): void {
    for (const resolve of this.held?.splice(0) ?? []) resolve();
  }
}

/** Lets everything that is not held back happen. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => vi.useRealTimers());

describe('objects of a node', () => {
  it('are those asked for, in their order, whatever was read before', async () => {
    const numbers = fc.array(fc.nat(60), { maxLength: 40 });
    const reads = fc.array(fc.record({ numbers, urgent: fc.boolean() }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(reads, fc.integer({ min: 0, max: 20_000 }), async (all, cacheBytes) => {
        const node = new StandIn();
        const bytes = Array.from({ length: 61 }, (_, number) => object(number, 40 + number * 7));
        const cids = bytes.map((each) => node.add(each));
        const source = createNodeObjects(node, { cacheBytes, backgroundPerSecond: Infinity });
        // Every other read begins while the one before is under way.
        for (let at = 0; at < all.length; at += 2) {
          const pair = all.slice(at, at + 2).map(async ({ numbers: wanted, urgent }) => {
            const from = urgent ? source.urgent : source.background;
            const got = await from.read(wanted.map((number) => cids[number] ?? ''));
            expect(got).toEqual(wanted.map((number) => bytes[number]));
          });
          await Promise.all(pair);
          expect(source.counts().keptBytes).toBeLessThanOrEqual(cacheBytes);
        }
        const { read, hits, lies } = source.counts();
        expect(read).toBe(node.asked.length);
        const wanted = all.map((each) => new Set(each.numbers).size);
        expect(read + hits).toBe(wanted.reduce((sum, size) => sum + size, 0));
        expect(lies).toBe(0);
      }),
    );
  });

  it('are asked for once, however many want them', async () => {
    const node = new StandIn();
    const cids = [object(1), object(2), object(3)].map((bytes) => node.add(bytes));
    const [one = '', two = '', three = ''] = cids;
    node.held = [];
    const source = createNodeObjects(node);
    const reads = [
      source.urgent.read([one, two, one]),
      source.urgent.read([two, three]),
      source.background.read([three, one]),
    ];
    await settle();
    expect(node.asked).toEqual([one, two, three]);
    node.answer();
    const [first, , third] = await Promise.all(reads);
    expect(first).toEqual([object(1), object(2), object(1)]);
    expect(third).toEqual([object(3), object(1)]);
    await source.urgent.read(cids);
    expect(node.asked).toHaveLength(3);
    expect(source.counts()).toMatchObject({ read: 3, bytes: 120, hits: 6, kept: 3 });
  });

  it('are refused when they do not hash to their CIDs, which are named', async () => {
    const node = new StandIn();
    const cids = Array.from({ length: 9 }, (_, number) => node.add(object(number)));
    const [, , , , lied = ''] = cids;
    const lies: StandIn['lie'][] = [
      (cid, bytes) => (cid === lied ? object(77) : bytes),
      (cid, bytes) => (cid === lied ? bytes.subarray(0, 20) : bytes),
      (cid, bytes) => (cid === lied ? new Uint8Array() : bytes),
      (cid, bytes) => (cid === lied ? Uint8Array.of(...bytes, 0) : bytes),
      // The answers of a batch, exchanged.
      (cid) => object((cids.indexOf(cid) + 1) % 9),
    ];
    for (const lie of lies) {
      const source = createNodeObjects(node);
      node.lie = lie;
      const error = await rejection(source.urgent.read([lied]));
      expect(error.kind).toBe('nonsense');
      expect(error.message).toContain(lied);
      expect((await rejection(source.background.read(cids))).kind).toBe('nonsense');
      expect(source.counts().lies).toBeGreaterThan(1);
      // It is asked again, and believed when it is true.
      node.lie = (_, bytes) => bytes;
      expect(await source.urgent.read([lied])).toEqual([object(4)]);
    }
  });

  it('fail as the node does; what came well is kept', async () => {
    const node = new StandIn();
    const cids = [object(1), object(2)].map((bytes) => node.add(bytes));
    const gone = cidOfObject(object(3));
    const source = createNodeObjects(node);
    const error = await rejection(source.urgent.read([...cids, gone]));
    expect(error.kind).toBe('rpc');
    expect(isObjectNotFound(error)).toBe(true);
    expect(await source.urgent.read(cids)).toHaveLength(2);
    expect(node.asked).toHaveLength(3);
    // A failure is nobody's answer later on.
    node.add(object(3));
    expect(await source.urgent.read([gone])).toEqual([object(3)]);
  });

  it('may be of any codec, but are named by blake2b-256', async () => {
    const node = new StandIn();
    const code = object(9, 300);
    const raw = formatCid(Uint8Array.of(1, 0x55, 0xa0, 0xe4, 2, 32, ...blake2b256(code)));
    node.objects.set(raw, code);
    const source = createNodeObjects(node);
    expect(await source.urgent.read([raw])).toEqual([code]);
    const identity = formatCid(Uint8Array.of(1, 0x55, 0, 3, 1, 2, 3));
    for (const cid of [identity, '', 'bafy', 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'])
      await expect(source.urgent.read([cid])).rejects.toThrow(CidError);
    expect(node.asked).toEqual([raw]);
  });

  it('are asked for in parts; those of background few at a time and so many per second', async () => {
    const node = new StandIn();
    const cids = Array.from({ length: 1000 }, (_, number) => node.add(object(number)));
    const source = createNodeObjects(node, { backgroundPerSecond: Infinity });
    const three = [cids.slice(0, 200), cids.slice(200, 300), cids.slice(300, 400)];
    const reads = await Promise.all(three.map((part) => source.background.read(part)));
    expect(reads.flat()).toHaveLength(400);
    expect(node.most).toBeLessThanOrEqual(100);
    expect(await source.urgent.read(cids)).toHaveLength(1000);
    expect(node.most).toBe(400);
    expect(node.asked).toHaveLength(1000);
  });

  it('come to the urgent ones while background waits for its turn', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    const node = new StandIn();
    const cids = Array.from({ length: 300 }, (_, number) => node.add(object(number)));
    const source = createNodeObjects(node, { backgroundPerSecond: 100 });
    let walked = false;
    const walk = source.background.read(cids).then(() => (walked = true));
    // The first of six parts is asked for at once, each other one half a second after the last.
    await settle();
    expect(node.asked).toHaveLength(50);
    expect(await source.urgent.read(cids.slice(0, 100))).toHaveLength(100);
    expect(node.asked).toHaveLength(100);
    // What was read for others meanwhile is not asked for again; its turn was not known to be free.
    for (const asked of [100, 150, 200, 250]) {
      await vi.advanceTimersByTimeAsync(500);
      expect(node.asked).toHaveLength(asked);
    }
    await vi.advanceTimersByTimeAsync(499);
    expect(walked).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await walk;
    expect(node.asked).toHaveLength(300);
    expect(new Set(node.asked).size).toBe(300);
  });

  it('that somebody waits for come before what background waits for already', async () => {
    const node = new StandIn();
    node.held = [];
    const cids = Array.from({ length: 250 }, (_, number) => node.add(object(number)));
    const source = createNodeObjects(node, { backgroundPerSecond: Infinity });
    const walks = [0, 50, 100, 150].map((at) => source.background.read(cids.slice(at, at + 50)));
    const wanted = source.awaited.read(cids.slice(200));
    await settle();
    expect(node.asked).toEqual(cids.slice(0, 100));
    node.answer();
    await settle();
    expect(node.asked.slice(100)).toEqual([...cids.slice(200), ...cids.slice(100, 150)]);
    node.held.splice(0).forEach((resolve) => resolve());
    node.held = null;
    expect(await wanted).toHaveLength(50);
    await Promise.all(walks);
  });

  it('of background do not crowd out those of the others', async () => {
    const node = new StandIn();
    const hot = Array.from({ length: 100 }, (_, number) => node.add(object(number, 600)));
    const walked = Array.from({ length: 500 }, (_, number) => node.add(object(1000 + number, 600)));
    const source = createNodeObjects(node, {
      cacheBytes: 200_000,
      backgroundPerSecond: Infinity,
    });
    await source.urgent.read(hot);
    await source.background.read(walked);
    expect(node.asked).toHaveLength(600);
    await source.urgent.read(hot);
    expect(node.asked).toHaveLength(600);
    // What both want is the urgent ones' from then on.
    await source.urgent.read(walked.slice(-20));
    await source.background.read(walked.slice(0, 400));
    const before = node.asked.length;
    await source.urgent.read(walked.slice(-20));
    expect(node.asked).toHaveLength(before);
  });
});

describe('objects that are kept', () => {
  it('are the most recently used ones, up to their limit', () => {
    const steps = fc.array(fc.record({ number: fc.nat(30), keep: fc.boolean() }));
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 6000 }), (all, limit) => {
        const kept = keptObjects(limit);
        /** Oldest first. */
        let model: number[] = [];
        const cost = (number: number): number => 404 + number * 40;
        const total = (): number => model.reduce((sum, number) => sum + cost(number), 0);
        for (const { number, keep } of all) {
          const there = model.includes(number);
          if (keep || there) model = [...model.filter((other) => other !== number), number];
          if (keep) kept.set(String(number), object(number, number * 40 + 4));
          else expect(kept.get(String(number)) !== undefined).toBe(there);
          if (cost(number) > limit) model = model.filter((other) => other !== number);
          while (total() > limit) model.shift();
          expect(kept.calculatedSize).toBe(total());
          expect(kept.size).toBe(model.length);
        }
        for (let number = 0; number <= 30; number++)
          expect(kept.peek(String(number)) !== undefined).toBe(model.includes(number));
      }),
    );
  });
});
