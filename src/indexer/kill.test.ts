import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { createDatabase, maintain } from '#store/testing/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexAll, startDemo, until, type Demo } from './testing/demo.ts';
import { differences } from './testing/facts.ts';

/** A backfill of several stretches from a final height on, then a fork of two tipsets at 18,603. */
const START = 17_600;
const BACKFILL_TO = 18_590;
const END = 18_620;

const CHILD = new URL('testing/child.ts', import.meta.url).pathname;

interface Child {
  /** Heights of its commits so far. */
  heights: number[];
  kill(): Promise<void>;
}

async function startChild(nodeUrl: string, database: string): Promise<Child> {
  const child = spawn(process.execPath, [CHILD, nodeUrl, database, String(START)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const heights: number[] = [];
  let ready = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as { ready?: boolean; height?: number };
    if (said.ready) ready = true;
    if (said.height !== undefined) heights.push(said.height);
  });
  await until(() => ready || child.exitCode !== null, 'the child to start');
  expect(child.exitCode).toBeNull();
  return {
    heights,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const homes = process.env['SEXTANT_TEST_POSTGRES'] === 'off' ? ['pglite'] : ['pglite', 'postgres'];

describe.each(homes)('an indexer on %s that is killed', (home) => {
  let demo: Demo;
  let database: string;
  let drop: () => Promise<void>;
  let store: Store | null = null;

  beforeAll(async () => {
    demo = await startDemo(BACKFILL_TO);
    if (home === 'pglite') {
      database = mkdtempSync(join(tmpdir(), 'sextant-kill-'));
      drop = async () => rmSync(database, { recursive: true });
    } else {
      const { databaseUrl, name } = await createDatabase();
      database = databaseUrl;
      drop = async () => void (await maintain(`drop database "${name}" with (force)`));
    }
  });
  afterAll(async () => {
    await store?.close();
    await drop();
    await demo.close();
  });

  it('loses nothing and doubles nothing', async () => {
    const { recorded } = demo;
    // In the middle of the backfill: before its first commit, and between two of them.
    const first = await startChild(recorded.url, database);
    await sleep(150);
    await first.kill();
    const second = await startChild(recorded.url, database);
    await until(() => second.heights.length > 0, 'a commit');
    await sleep(20);
    await second.kill();
    const third = await startChild(recorded.url, database);
    await until(
      () => second.heights.includes(BACKFILL_TO) || third.heights.includes(BACKFILL_TO),
      'the end of the backfill',
    );
    // While it follows, through a fork.
    let child = third;
    let steps = 0;
    while (recorded.position().headHeight < END) {
      await recorded.stepChange();
      if (++steps % 9 !== 0) continue;
      await sleep(steps);
      await child.kill();
      child = await startChild(recorded.url, database);
    }
    const { headHeight } = recorded.position();
    await until(() => child.heights.includes(headHeight), 'the head');
    await child.kill();
    store = await openStore(
      home === 'postgres' ? { databaseUrl: database } : { dataDir: database },
    );
    // Both homes are compared with the same one.
    const straight = await openEither({
      name: 'kill_straight',
      fill: async (empty) => void (await indexAll(empty, demo.node, { startHeight: START })),
    });
    try {
      // What was there before the index began may still be coming in.
      await indexAll(store, demo.node, { startHeight: START });
      expect(await differences(store, straight)).toEqual([]);
    } finally {
      await straight.close();
    }
  }, 1_200_000);
});
