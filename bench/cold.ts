/**
 * `npm run bench -- cold`: calls and pages that nobody has asked for yet (CACHE_MB=0), of a web process
 * over PostgreSQL, beside statements of a fixed text, asked by this process and by a bare HTTP server. BENCH_SECONDS (1.5) is how long each is asked in
 * each of BENCH_ROUNDS (3), BENCH_WARM (8) how long before them, BENCH_ONLY a part of the names of what is asked; DATABASE_URL an index of the demo chain that is there already, unset: one is made.
 */
import { Agent, get } from 'node:http';
import { Pool } from 'pg';
import { sql } from 'kysely';
import { API_BASE } from '#api/app.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import { formatId } from '#filecoin/address.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { createDatabase, setup } from '#store/testing/server.ts';
import { openStore, type Store } from '#store/store.ts';
import { LISTED, runStatement, type StatementName } from './coldStatements.ts';
import { databaseMs, spentBetween, webMs } from './processor.ts';
import { start, stop } from './product.ts';
import { openBenchStore, report } from './support.ts';

const CONNECTIONS = 16;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1.5);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Until Node has compiled what it is asked: a server that has run for an hour is what visitors meet. */
const WARM = Number(process.env['BENCH_WARM'] ?? 8);
const ONLY = process.env['BENCH_ONLY'] ?? '';
/** Of each kind of thing so many are asked for in turn. */
const SAMPLES = 200;

/** Of a statement that is not prepared by name. */
const PLANNED = ', planned each time';

/** One kind of request. */
interface Case {
  name: string;
  beside: StatementName;
  /** The process whose processor time is told. */
  url: string;
  ask(turn: number): Promise<void>;
}

/** What can stand in paths, from all over the index. */
interface Things {
  /** Executed messages; their CIDs by `seq`. */
  messages: number;
  cids: string[];
  digests: Uint8Array[];
  heights: number[];
  tokens: string[];
  /** By kind. */
  accounts: Map<string, string[]>;
}

async function thingsOf({ db }: Store): Promise<Things> {
  const { rows: executed } = await sql<{ cid: Uint8Array; height: number; count: number }>`
    with total as (select count(*)::int8 as count from execution)
    select cid, height, count from execution, total
    where seq % greatest(1, count / ${SAMPLES}) = 0 order by seq limit ${SAMPLES}`.execute(db);
  const { rows: actors } = await sql<{ id: number; kind: number }>`
    select id, kind from (
      select id, kind, row_number() over (partition by kind order by id) as place from actor
      where kind is not null and deleted_height is null
    ) a where place <= ${SAMPLES}`.execute(db);
  const tokens = await db.selectFrom('token').select('actor_id').limit(SAMPLES).execute();
  const text = (id: number): string => formatId(id);
  const accounts = Map.groupBy(actors, ({ kind }) => ACTOR_KINDS[kind] ?? '');
  return {
    messages: executed[0]?.count ?? 0,
    cids: executed.map(({ cid }) => cidOf(cid)),
    digests: executed.map(({ cid }) => cid),
    heights: executed.map(({ height }) => height),
    tokens: tokens.map(({ actor_id: id }) => text(id)),
    accounts: new Map([...accounts].map(([kind, rows]) => [kind, rows.map(({ id }) => text(id))])),
  };
}

/** Paths of the API and of pages, by their names. */
function pathsOf({ messages, cids, heights, tokens, accounts }: Things) {
  const pages = Math.floor(messages / LISTED);
  const lists = Array.from({ length: SAMPLES }, (_, i) => Math.floor((i * pages) / SAMPLES));
  const searched = [...cids.slice(0, 40), ...heights.slice(0, 40).map(String), ...tokens];
  const providers = accounts.get('storageminer') ?? [];
  return new Map<string, { paths: string[]; page?: string[] }>([
    [
      'list of messages',
      {
        paths: lists.map((page) => `/message/list?pageSize=${LISTED}&page=${page}`),
        page: lists.map((page) => `/message?page=${page + 1}`),
      },
    ],
    ['message', { paths: cids.map((cid) => `/message/${cid}`) }],
    ['tipset', { paths: heights.map((height) => `/tipset/${height}`) }],
    ...[...accounts].map(
      ([kind, all]) => [kind, { paths: all.map((address) => `/address/${address}`) }] as const,
    ),
    [
      'brief of a provider',
      { paths: providers.map((address) => `/miner/${address}/brief`), page: [] },
    ],
    ['token', { paths: tokens.map((address) => `/token/${address}`) }],
    [
      'search',
      {
        paths: searched.map((text) => `/search?id=${text}`),
        page: searched.map((text) => `/search?q=${text}`),
      },
    ],
  ]);
}

/** Of the product and of the bare server. */
interface Urls {
  product: string;
  bare: string;
}

function casesOf(things: Things, { product, bare }: Urls, pool: Pool, agent: Agent): Case[] {
  const fetched = (url: string) =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent }, (response) => {
        // A search leads to what it finds.
        if (![200, 302].includes(response.statusCode ?? 0))
          reject(new Error(`${url}: ${response.statusCode}`));
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
  const all: Case[] = [];
  for (const [name, { paths, page = paths }] of pathsOf(things)) {
    const beside = name.startsWith('list') ? '25 joined rows' : 'one joined row';
    for (const [kind, base, list] of [
      ['call', API_BASE, paths],
      ['page', '/en', page],
    ] as const)
      if (list.length > 0)
        all.push({
          name: `${name}, ${kind}`,
          beside,
          url: product,
          ask: (turn) => fetched(product + base + (list[turn % list.length] ?? '')),
        });
  }
  const { digests, messages } = things;
  const pages = Math.floor(messages / LISTED);
  const listed = (turn: number): [from: number, to: number] => {
    const from = ((turn * 7919) % pages) * LISTED;
    return [from, from + LISTED];
  };
  const digest = (turn: number) => digests[turn % digests.length] ?? new Uint8Array();
  const statement = (name: StatementName, prepared: boolean): Case => ({
    name: prepared ? name : name + PLANNED,
    beside: name,
    url: product,
    async ask(turn) {
      const values = name === '25 joined rows' ? listed(turn) : [digest(turn)];
      const { length } = await runStatement(pool, name, values, prepared);
      if (length === 0) throw new Error(`${name}: no rows`);
    },
  });
  return [
    statement('25 joined rows', true),
    statement('25 joined rows', false),
    statement('one joined row', true),
    statement('one joined row', false),
    {
      name: '25 joined rows, bare HTTP',
      beside: '25 joined rows',
      url: bare,
      ask(turn) {
        const [from, to] = listed(turn);
        return fetched(`${bare}/list?from=${from}&to=${to}`);
      },
    },
    {
      name: 'one joined row, bare HTTP',
      beside: 'one joined row',
      url: bare,
      ask: (turn) => fetched(`${bare}/message?digest=${toHex(digest(turn))}`),
    },
    ...all,
  ];
}

interface Measured {
  perSecond: number;
  /** Of the web process and of its database, for one answer. */
  webMs: number;
  databaseMs: number;
}

/** Over some connections side by side, after `warm` seconds that do not count. */
async function measured({ ask, url }: Case, pool: Pool, warm: number): Promise<Measured> {
  let turn = 0;
  const askFor = async (ms: number): Promise<number> => {
    const began = performance.now();
    const before = turn;
    const connection = async (): Promise<void> => {
      while (performance.now() - began < ms) await ask(turn++);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return ((turn - before) * 1000) / (performance.now() - began);
  };
  await askFor(warm * 1000);
  const web = await webMs(url);
  const database = await databaseMs(pool);
  const before = turn;
  const perSecond = await askFor(SECONDS * 1000);
  const count = turn - before;
  return {
    perSecond,
    webMs: ((await webMs(url)) - web) / count,
    databaseMs: spentBetween(database, await databaseMs(pool)) / count,
  };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(databaseUrl: string): Promise<void> {
  const store = await openStore({ databaseUrl });
  const things = await thingsOf(store);
  await store.close();
  const bare = await start({ DATABASE_URL: databaseUrl }, 'bench/coldBare.ts');
  const product = await start({
    DATABASE_URL: databaseUrl,
    ROLE: 'web',
    CACHE_MB: '0',
    API_RATE_LIMIT: '0',
    HOST: '127.0.0.1',
  });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  try {
    const cases = casesOf(things, { product: product.url, bare: bare.url }, pool, agent).filter(
      ({ name, beside }) => name.startsWith(beside) || name.includes(ONLY),
    );
    const all = new Map<string, { of: Measured; share: number; ofPlanned: number }[]>();
    for (let round = 0; round < ROUNDS; round++) {
      const rates = new Map<string, number>();
      for (const one of cases) {
        const of = await measured(one, pool, round === 0 ? WARM : SECONDS / 4);
        rates.set(one.name, of.perSecond);
        const share = of.perSecond / (rates.get(one.beside) ?? NaN);
        const ofPlanned = of.perSecond / (rates.get(one.beside + PLANNED) ?? NaN);
        all.set(one.name, [...(all.get(one.name) ?? []), { of, share, ofPlanned }]);
      }
    }
    report(
      `Answers, ${CONNECTIONS} connections, nothing kept: per second, as a share of one statement (prepared by name; planned each time), processor time of Node and PostgreSQL for each`,
      cases.map(({ name, beside }) => {
        const rounds = all.get(name) ?? [];
        const figure = (pick: (one: (typeof rounds)[number]) => number, digits: number) =>
          median(rounds.map(pick)).toFixed(digits);
        const own = name === beside || name === beside + PLANNED;
        return [
          name,
          figure(({ of }) => of.perSecond, 0),
          own ? '' : figure(({ share }) => share, 3),
          own ? '' : figure(({ ofPlanned }) => ofPlanned, 3),
          own ? '' : `of ${beside}`,
          own ? '' : `${figure(({ of }) => of.webMs, 2)} ms`,
          `${figure(({ of }) => of.databaseMs, 2)} ms`,
        ];
      }),
    );
  } finally {
    agent.destroy();
    await pool.end();
    await stop(product.child);
    await stop(bare.child);
  }
}

/** @param height of the demo chain that is indexed where there is no index yet */
export async function benchCold(height: number): Promise<void> {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined) return measure(given);
  const stopDatabase = setup();
  try {
    const { databaseUrl } = await createDatabase();
    await (await openBenchStore(height, databaseUrl)).close();
    await measure(databaseUrl);
  } finally {
    await stopDatabase();
  }
}
