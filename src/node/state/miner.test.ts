/** Storage miners read from the objects of a recorded chain against all that its node told of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindOfCode } from '#filecoin/actors/kinds.ts';
import { readDeadlines } from '#filecoin/actors/state/miner.ts';
import { readDeadline } from '#filecoin/actors/state/minerSectors.ts';
import { StateError } from '#filecoin/actors/state/read.ts';
import { unionOfRuns } from '#filecoin/encoding/bitsets.ts';
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import { addIntegers } from '#filecoin/encoding/integers.ts';
import type { ObjectSource } from '#filecoin/ipld/source.ts';
import { actorsOf } from '#filecoin/ipld/stateTree.ts';
import type { RecordedTipset } from '../recorded/catalogue.ts';
import { openObjects, readPart, type RecordingFile } from '../recorded/file.ts';
import { scanObjects } from '../recorded/lines.ts';
import { openRecording, type Recording } from '../recorded/recording.ts';
import { parseJson } from '../json.ts';
import * as schemas from '../schemas.ts';
import { rejection, STATE_CHAIN } from '../testing/demo-node.ts';
import type { SectorJson } from '../types.ts';
import { MinerReader, type MinerActor } from './miner.ts';

let recording: Recording;
let file: RecordingFile;
const places = new Map<string, { offset: number; length: number }>();
const objects = new Map<string, Uint8Array>();

/** JSON text of an object is its base64 in quotes. */
function objectOf(cid: string): Uint8Array {
  const known = objects.get(cid);
  if (known) return known;
  const place = places.get(cid);
  if (!place) throw new Error(`no object ${cid}`);
  const object = fromBase64(readPart(file, place).toString().slice(1, -1));
  objects.set(cid, object);
  return object;
}

/** The recorded objects; `onRead` hears of each that is read. */
const sourceOf = (onRead?: (cid: string) => void): ObjectSource => ({
  read: async (cids) =>
    cids.map((cid) => {
      onRead?.(cid);
      return objectOf(cid);
    }),
});

beforeAll(async () => {
  recording = await openRecording(STATE_CHAIN);
  const opened = await openObjects(STATE_CHAIN);
  if (opened === null) throw new Error('a recording without objects');
  file = opened;
  scanObjects(file.fd, file.size, (cid, offset, length) => places.set(cid, { offset, length }));
});
afterAll(async () => {
  await recording.close();
  await file.close();
});

interface Told {
  miner: MinerActor & { balance: bigint };
  tipset: RecordedTipset;
  /** Behind the address: `,3`. */
  more: string;
  answer: unknown;
  label: string;
}

/** What the node told of miners in answer to a call, and of which the state is known. */
async function* toldBy(method: string): AsyncGenerator<Told> {
  const { catalogue } = recording;
  for (const [subject, answers] of catalogue.states.get(method) ?? [])
    for (const [place, value] of answers) {
      const tipset = catalogue.tipsets[place];
      const root = catalogue.roots[tipset?.root ?? -1];
      const [, id, more = ''] = /^"f0(\d+)"(.*)$/.exec(subject) ?? [];
      if (!tipset || root === undefined || id === undefined || !places.has(root)) continue;
      const [actor = null] = await actorsOf(sourceOf(), root, [Number(id)]);
      const code = actor && kindOfCode(actor.code);
      if (actor === null || code?.kind !== 'storageminer') continue;
      const { head, balance } = actor;
      const answer: unknown = parseJson(catalogue.read(value).toString());
      const label = `${method} ${subject} at ${String(tipset.height)}`;
      yield { miner: { head, version: code.version, balance }, tipset, more, answer, label };
    }
}

describe('storage miners by objects', () => {
  it.each<{
    method: string;
    count: number;
    read: (reader: MinerReader, told: Told) => Promise<unknown>;
    schema?: { parse(answer: unknown): unknown };
  }>([
    {
      method: 'StateReadState',
      count: 1893,
      read: async (reader, { miner }) => reader.state(miner),
      schema: { parse: (answer) => (answer as { State: unknown }).State },
    },
    { method: 'StateMinerInfo', count: 1893, read: (reader, { miner }) => reader.info(miner) },
    {
      method: 'StateMinerSectorCount',
      count: 1893,
      read: (reader, { miner }) => reader.sectorCount(miner),
    },
    {
      method: 'StateMinerFaults',
      count: 1893,
      read: (reader, { miner }) => reader.faults(miner),
      schema: schemas.Bits,
    },
    {
      method: 'StateMinerRecoveries',
      count: 1893,
      read: (reader, { miner }) => reader.recoveries(miner),
      schema: schemas.Bits,
    },
    {
      method: 'StateMinerAvailableBalance',
      count: 1893,
      read: (reader, { miner, tipset }) =>
        reader.availableBalance(miner, miner.balance, tipset.height),
    },
    {
      method: 'StateMinerPartitions',
      count: 384,
      read: (reader, { miner, more }) => reader.partitions(miner, Number(more.slice(1))),
      schema: schemas.Partitions,
    },
    {
      method: 'StateMinerSectors',
      count: 8,
      read: (reader, { miner }) => reader.sectors(miner, null),
      schema: schemas.Sectors,
    },
    {
      method: 'StateMinerActiveSectors',
      count: 8,
      read: async (reader, { miner }) => {
        const deadlines = await Promise.all(
          Array.from({ length: 48 }, (_, deadline) => reader.partitions(miner, deadline)),
        );
        const active = deadlines.flat().map(({ ActiveSectors }) => ActiveSectors);
        return reader.sectors(miner, unionOfRuns(active));
      },
      schema: schemas.Sectors,
    },
  ])(
    'are as $method tells them',
    async ({ method, count, read, schema }) => {
      const reader = new MinerReader(sourceOf());
      const seen = new Set<string>();
      let compared = 0;
      for await (const told of toldBy(method)) {
        const { answer, label } = told;
        seen.add(JSON.stringify(answer));
        expect(await read(reader, told), label).toEqual(schema ? schema.parse(answer) : answer);
        compared++;
      }
      expect(compared).toBe(count);
      // What never changes proves nothing.
      expect(seen.size).toBeGreaterThan(3);
    },
    120_000,
  );

  it('are told at all tipsets but those whose state was not recorded', () => {
    const { catalogue } = recording;
    const without = catalogue.tipsets.filter(
      ({ root }) => !places.has(catalogue.roots[root] ?? ''),
    );
    expect(without.map(({ height }) => height)).toEqual([2, 3, 4]);
  });

  it('cost what changed of them', async () => {
    const reads = new Map<string, number>();
    const reader = new MinerReader(sourceOf((cid) => reads.set(cid, (reads.get(cid) ?? 0) + 1)));
    const parts = new Set<string>();
    const states = new Set<string>();
    for await (const { miner } of toldBy('StateMinerSectorCount')) {
      await reader.sectorCount(miner);
      await reader.faults(miner);
      const { Deadlines } = await reader.state(miner);
      states.add(miner.head).add(Deadlines['/']);
      for (const deadline of readDeadlines(objectOf(Deadlines['/']))) {
        parts.add(deadline);
        parts.add(readDeadline(objectOf(deadline), miner.version));
      }
    }
    // Each deadline and each array of partitions was read once, and of the rest only what they hold.
    for (const cid of parts) expect(reads.get(cid)).toBe(1);
    expect(reads.size).toBe(states.size + parts.size);
    expect(parts.size).toBeGreaterThan(50);
  });

  it('walk their sectors on from any of them', async () => {
    const reader = new MinerReader(sourceOf());
    let walked = 0;
    for await (const { miner, answer } of toldBy('StateMinerSectors')) {
      const { Sectors } = await reader.state(miner);
      const told = schemas.Sectors.parse(answer);
      for (const at of [0, 1, told.length >> 1, told.length - 1]) {
        const after = told[at]?.SectorNumber;
        if (after === undefined) continue;
        const rest: SectorJson[] = [];
        for await (const one of reader.walkSectors(
          Sectors['/'],
          miner.version,
          addIntegers(after, 1),
        ))
          rest.push(one);
        expect(rest).toEqual(told.slice(at + 1));
        walked += rest.length;
      }
    }
    expect(walked).toBeGreaterThan(100);
  });

  it('refuse what a node refuses', async () => {
    const reader = new MinerReader(sourceOf());
    const { value } = await toldBy('StateMinerSectors').next();
    const miner = (value as Told).miner;
    for (const asked of [
      reader.partitions(miner, 48),
      reader.sectors(miner, [5_000, 1]),
      reader.sectors(miner, [0, 2 ** 52]),
    ])
      expect((await rejection(asked)).kind).toBe('rpc');
    const broken = { ...miner, version: 3 };
    await expect(reader.state(broken)).rejects.toThrow(StateError);
  });
});
