import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Endpoint, ENDPOINTS } from './endpoints.ts';
import { nextOf, rowsOf } from './export/stream.ts';
import { DemoApi, join } from './testing/demo-api.ts';

/** The chain forks above it: the block at FORK is replaced by two tipsets. */
const COMMON = 1501;
const FORK = 1504;
const PAGES = 6;

const api = new DemoApi(1490);

/** Fields by which a row is known again, however the rest of it changes. */
const IDENTITY = [
  ...['rank', 'height', 'cid', 'id', 'number', 'address', 'message', 'token', 'tokenId', 'name'],
  ...['type', 'kind', 'from', 'to', 'value', 'logIndex', 'transactionHash', 'client', 'provider'],
  ...[
    'dealId',
    'pieceCid',
    'sector',
    'allocation',
    'event',
    'deadline',
    'partitions',
    'tokenAddress',
  ],
];

const rowSchema = z.record(z.string(), z.unknown());

function identity(row: unknown): string {
  const fields = rowSchema.parse(row);
  return JSON.stringify(IDENTITY.map((name) => fields[name] ?? null));
}

/** Whether the fork leaves the row as it is. */
function isBelowFork(row: unknown): boolean {
  const { height } = rowSchema.parse(row);
  return typeof height !== 'number' || height < COMMON;
}

interface Walk {
  endpoint: Endpoint;
  /** Of the longest list that the samples have. */
  path: string;
  /** All of it, read before anything moved. */
  reference: unknown[];
  size: number;
  rows: unknown[];
  next: string | null;
}

const totalSchema = z.looseObject({ totalCount: z.int() });

async function startWalk(endpoint: Endpoint): Promise<Walk> {
  let longest = { path: '', total: -1 };
  for (const part of await api.samples(endpoint)) {
    const path = endpoint.path.replace(/\{\w+\}/, part);
    const { status, body } = await api.get(path);
    // The chain has gone on since the samples were known: some may be gone.
    if (status !== 200) continue;
    const total = totalSchema.safeParse(body).data?.totalCount ?? 0;
    if (total > longest.total) longest = { path, total };
  }
  const { path } = longest;
  const lines = (await (await api.fetch(`${path}.ndjson`)).text()).split('\n').slice(0, -1);
  const reference = lines.map((line): unknown => JSON.parse(line));
  const size = Math.min(100, Math.max(1, Math.ceil(reference.length / PAGES)));
  return { endpoint, path, reference, size, rows: [], next: '' };
}

async function turnPage(walk: Walk): Promise<void> {
  if (walk.next === null) return;
  const { endpoint, path, size, next } = walk;
  const name = endpoint.query.includes('limit') ? 'limit' : 'pageSize';
  const cursor = next === '' ? '' : `&before=${next}`;
  const { status, body } = await api.get(join(path, `${name}=${size}${cursor}`));
  expect([path, status]).toEqual([path, 200]);
  walk.rows.push(...rowsOf(body, endpoint.rows ?? ''));
  walk.next = nextOf(body);
}

/** An export that is read as slowly as its reader likes. */
interface Reading {
  path: string;
  head: string | null;
  /** Read before anything moved. */
  reference: unknown[];
  reader: ReadableStreamDefaultReader<Uint8Array>;
  text: string;
}

const EXPORTS = ['/message/list', '/address/f02/transfers', '/tipset/list', '/rich-list'];
const parsed = (text: string): unknown[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line): unknown => JSON.parse(line));

async function startReading(path: string): Promise<Reading> {
  const reference = parsed(await (await api.fetch(`${path}.ndjson`)).text());
  const response = await api.fetch(`${path}.ndjson`);
  const reader = response.body?.getReader();
  if (!reader) throw new Error(`${path} has no body`);
  const { value } = await reader.read();
  const text = new TextDecoder().decode(value);
  return { path, head: response.headers.get('x-head'), reference, reader, text };
}

async function readRest(reading: Reading): Promise<unknown[]> {
  for (;;) {
    const { done, value } = await reading.reader.read();
    if (done) return parsed(reading.text);
    reading.text += new TextDecoder().decode(value);
  }
}

describe('reading on while the chain goes on', () => {
  it('loses no row and gives none twice, through new heads and a fork', async () => {
    const { node } = api.demo;
    while (node.position().headHeight < FORK) await node.stepChange();
    await api.demo.caughtUp();
    const replaced = (await api.get('/info')).headers.get('x-head');
    const lists = ENDPOINTS.filter(({ query }) => query.includes('before'));
    for (const { path, query } of lists) expect([path, ...query]).toContain('head');
    const walks: Walk[] = [];
    for (const endpoint of lists) walks.push(await startWalk(endpoint));
    const moving = walks.filter(({ reference }) => reference.length > PAGES);
    expect(moving.length).toBeGreaterThan(lists.length / 3);
    for (const walk of walks) await turnPage(walk);
    const readings = [];
    for (const path of EXPORTS) readings.push(await startReading(path));
    for (let change = 0; change < PAGES; change += 1) {
      await node.stepChange();
      await api.demo.caughtUp();
      for (const walk of walks) await turnPage(walk);
    }
    expect(node.position().headHeight).toBeGreaterThan(FORK + 5);
    expect((await api.get(`/tipset/list?head=${replaced}`)).status).toBe(410);
    for (const reading of readings) {
      const { path, reference, head } = reading;
      const read = (await readRest(reading)).map(identity);
      expect([path, read.length]).toEqual([path, reference.length]);
      expect([path, read]).toEqual([path, reference.map(identity)]);
      // Whose head was replaced cannot be taken up again: no other list is given in its place.
      const rest = await api.fetch(`${path}.ndjson?before=${head}.3`);
      expect([path, rest.status]).toEqual([path, path === '/rich-list' ? 200 : 410]);
    }
    for (const walk of walks) {
      while (walk.next !== null) await turnPage(walk);
      const { path, rows, reference } = walk;
      const read = rows.map(identity);
      expect([path, new Set(read).size]).toEqual([path, read.length]);
      expect([path, rows.filter(isBelowFork).map(identity)]).toEqual([
        path,
        reference.filter(isBelowFork).map(identity),
      ]);
    }
  }, 240_000);

  it('takes up any export at any row', async () => {
    const lists = ENDPOINTS.filter(({ query, rows }) => rows && query.includes('before'));
    for (const endpoint of lists) {
      const { path, reference } = await startWalk(endpoint);
      const head = (await api.get(path)).headers.get('x-head');
      for (const rows of [0, 1, Math.floor(reference.length / 2), reference.length]) {
        const rest = await api.fetch(`${path}.ndjson?before=${head}.${rows}`);
        expect([path, rows, rest.status]).toEqual([path, rows, 200]);
        expect([path, rows, parsed(await rest.text()).map(identity)]).toEqual([
          path,
          rows,
          reference.slice(rows).map(identity),
        ]);
      }
    }
  }, 120_000);

  it('takes up a broken export where its head still stands', async () => {
    for (const path of EXPORTS) {
      const { reference, reader, text, head } = await startReading(path);
      await reader.cancel();
      const taken = parsed(text);
      expect(taken.length).toBeGreaterThan(0);
      await api.demo.node.stepChange();
      await api.demo.caughtUp();
      const rest = await api.fetch(`${path}.ndjson?before=${head}.${taken.length}`);
      // It goes on at the head that it began at, so that it can break again.
      expect(rest.headers.get('x-head')).toBe(head);
      expect((await api.get('/info')).headers.get('x-head')).not.toBe(head);
      const whole = [...taken, ...parsed(await rest.text())].map(identity);
      expect([path, whole]).toEqual([path, reference.map(identity)]);
    }
  }, 60_000);
});
