import { writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import pino from 'pino';
import { format, resolveConfig } from 'prettier';
import { API_BASE, createApi } from '#api/app.ts';
import { type Endpoint, ENDPOINTS } from '#api/endpoints.ts';
import type { PartKind } from '#explorer/parts.ts';
import { findSamples } from '#api/testing/samples.ts';
import { readContent } from '#content/networks.ts';
import { createExplorer } from '#explorer/index.ts';
import { createApp } from '#server/http/app.ts';
import { AnswerCache } from '#server/http/cache.ts';
import { createCalls } from '#server/http/calls.ts';
import { ClientAddresses } from '#server/http/client.ts';
import { RateLimit } from '#server/http/limit.ts';
import { closeHttpServer, createHttpServer, listen } from '#server/http/server.ts';
import { createMetrics } from '#server/metrics.ts';
import type { Snapshot } from '#server/tracker.ts';
import type { Store } from '#store/store.ts';
import { report, type BenchStore } from './support.ts';

const RUNS = 100;
const WARM_UP = 10;
/** Of the things that can stand in a path, so many are asked for. */
const SAMPLES = 12;
const FILE = 'docs/calls.md';
/** Calls whose cached answers are compared with fresh ones. */
const CACHED = ['/overview', '/tipset/recent', '/message/list', '/address/f01000', '/rich-list'];
/** Connections that ask at the same time, and how often all together, after a warm-up of a quarter. */
const CONNECTIONS = 8;
const FRESH_REQUESTS = 800;
const CACHED_REQUESTS = 8000;

/** A store whose snapshots write down what is asked of them. */
function recording(store: Store): { store: Store; taken: () => RootOperationNode[] } {
  const nodes: RootOperationNode[] = [];
  // What is a part of another statement is compiled, and never asked by itself.
  const compiled = new WeakMap<object, RootOperationNode>();
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      compiled.set(queryId, node);
      return node;
    },
    transformResult({ result, queryId }) {
      const node = compiled.get(queryId);
      if (node !== undefined) nodes.push(node);
      return Promise.resolve(result);
    },
  };
  return {
    store: {
      ...store,
      snapshot: (work) => store.snapshot((trx) => work(trx.withPlugin(recorder))),
    },
    taken: () => nodes.splice(0),
  };
}

interface Times {
  p50: number;
  p99: number;
}

/** Times of two ways, taken in turns: what else the machine does hits both. */
async function timesOf(
  one: (turn: number) => Promise<void>,
  other: (turn: number) => Promise<void>,
): Promise<[Times, Times]> {
  const times: [number[], number[]] = [[], []];
  for (let turn = -WARM_UP; turn < RUNS; turn++)
    for (const [which, run] of [one, other].entries()) {
      const began = performance.now();
      await run(turn + WARM_UP);
      if (turn >= 0) times[which]?.push(performance.now() - began);
    }
  const [first, second] = times.map((list) => {
    list.sort((a, b) => a - b);
    const at = (share: number) => list[Math.floor(share * (RUNS - 1))] ?? 0;
    return { p50: at(0.5), p99: at(0.99) };
  });
  if (!first || !second) throw new Error('Nothing was measured');
  return [first, second];
}

/** So many of a list, from all over it. */
function evenly<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count);
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, i) => list[Math.floor(i * step)],
  ).filter((item) => item !== undefined);
}

function openApi(store: Store) {
  return createApi({
    explorer: createExplorer(store, { contentOf: readContent('data/fixtures/content') }),
    version: 'bench',
    onError: (error) => {
      throw error;
    },
  });
}

/**
 * Every call, never from the cache, against nothing but its own SQL in one snapshot of the same
 * driver. Lists that are made once per head are there already, in both.
 */
async function benchEndpoints(store: Store): Promise<[Endpoint, Times, Times][]> {
  const recorder = recording(store);
  const api = openApi(recorder.store);
  const ask = async (path: string): Promise<string> => {
    const answer = await api.request(API_BASE + path);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  const executor = store.db.getExecutor();
  const samplesOf = new Map<PartKind | undefined, Promise<string[]>>();
  const results: [Endpoint, Times, Times][] = [];
  for (const endpoint of ENDPOINTS) {
    const { part, path: pattern } = endpoint;
    const samples =
      samplesOf.get(part) ?? findSamples(part, async (path) => JSON.parse(await ask(path)));
    samplesOf.set(part, samples);
    const statements = new Map<string, RootOperationNode[]>();
    for (const sample of evenly(await samples, SAMPLES)) {
      const path = pattern.replace(/\{\w+\}/, sample);
      if ((await api.request(API_BASE + path)).status !== 200) continue;
      recorder.taken();
      await ask(path);
      statements.set(path, recorder.taken());
    }
    const paths = [...statements.keys()];
    if (paths.length === 0) throw new Error(`${pattern}: no sample is known`);
    const pathOf = (turn: number) => paths[turn % paths.length] ?? '';
    const [call, bare] = await timesOf(
      async (turn) => {
        await ask(pathOf(turn));
        recorder.taken();
      },
      (turn) =>
        store.snapshot(async (trx) => {
          for (const node of statements.get(pathOf(turn)) ?? [])
            await trx.executeQuery(executor.compileQuery(node, { queryId: 'bench' }));
        }),
    );
    results.push([endpoint, call, bare]);
    console.log(`  ${pattern}  ${ms(call.p50)} ms, ${ratio(call.p50, bare.p50)} × its SQL`);
  }
  return results;
}

/**
 * Answers per second of processor time (of the server, its database and who asks), over some
 * connections side by side.
 */
async function perSecond(url: string, requests: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const once = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
  const askAll = async (count: number) => {
    let left = count;
    const connection = async () => {
      while (left-- > 0) await once();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  };
  await askAll(requests / 4);
  const used = process.cpuUsage();
  await askAll(requests);
  agent.destroy();
  const { user, system } = process.cpuUsage(used);
  return requests / ((user + system) / 1e6);
}

async function benchCache(store: Store): Promise<[string, number, number][]> {
  let head = 0;
  let moving = false;
  const calls = createCalls({
    api: openApi(store),
    cache: new AnswerCache(64 * 1024 * 1024),
    origin: () => 'http://bench',
    // Only the version is read: a new one is a new head.
    snapshot: () => ({ version: String(moving ? head++ : head) }) as Snapshot,
    limit: new RateLimit(0),
  });
  const log = pino({ level: 'silent' });
  const app = createApp(log, [calls]);
  const server = createHttpServer({
    app: () => app,
    clients: new ClientAddresses([]),
    metrics: createMetrics(() => null),
    log,
  });
  const base = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}${API_BASE}`;
  const results: [string, number, number][] = [];
  for (const path of CACHED) {
    moving = true;
    const fresh = await perSecond(base + path, FRESH_REQUESTS);
    moving = false;
    results.push([path, fresh, await perSecond(base + path, CACHED_REQUESTS)]);
  }
  await closeHttpServer(server, 1000);
  return results;
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const ms = (value: number): string => value.toFixed(1);
const ratio = (a: number, b: number): string => (a / b).toFixed(2);

/** Measures all calls and writes what came out to docs/calls.md. */
export async function benchCalls({ store, height, messages }: BenchStore): Promise<void> {
  const endpoints = await benchEndpoints(store);
  const cached = await benchCache(store);
  report(
    'Answers per second of processor time, not cached and cached',
    cached.map(([path, fresh, kept]) => [
      path,
      fresh.toFixed(0),
      kept.toFixed(0),
      ratio(kept, fresh),
    ]),
  );
  const text = [
    '# Calls and what they cost',
    '',
    `Made by \`npm run bench -- calls\` on the demo chain up to height ${height.toLocaleString('en')} (${messages.toLocaleString('en')} messages, embedded database). The times are of the machine that it ran on; the ratios are what counts. What each call takes and answers stands in the reference at \`/api/v1/docs\`.`,
    '',
    `## All calls, not cached`,
    '',
    `${RUNS} requests each over samples of all kinds, first pages, within the process. *SQL* is the same statements by themselves: in one snapshot, through the same driver, without what is made of them. Rankings of providers and projects, made once per head, are there already.`,
    '',
    row(['Call', 'p50, ms', 'p99, ms', 'SQL p50, ms', 'p50 ÷ SQL', 'p99 ÷ SQL p99']),
    row(['---', '---:', '---:', '---:', '---:', '---:']),
    ...endpoints.map(([{ path }, call, bare]) =>
      row([
        `\`${path}\``,
        ms(call.p50),
        ms(call.p99),
        ms(bare.p50),
        ratio(call.p50, bare.p50),
        ratio(call.p99, bare.p99),
      ]),
    ),
    '',
    '## Cached answers',
    '',
    `Answers per second of processor time over HTTP, ${CONNECTIONS} connections side by side; whoever asks is in the same process and counted, too. *Fresh*: with a new head for every request.`,
    '',
    row(['Call', 'Fresh', 'Cached', 'Cached ÷ fresh']),
    row(['---', '---:', '---:', '---:']),
    ...cached.map(([path, fresh, kept]) =>
      row([`\`${path}\``, fresh.toFixed(0), kept.toFixed(0), ratio(kept, fresh)]),
    ),
    '',
  ].join('\n');
  await writeFile(FILE, await format(text, { ...(await resolveConfig(FILE)), parser: 'markdown' }));
  console.log(`\nWritten to ${FILE}`);
}
