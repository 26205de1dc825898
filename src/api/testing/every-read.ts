/**
 * Every read that an index is ever asked for: all calls of the API with every parameter that they
 * take, and the explorer's reads that no call offers. What they ask of the database is written down.
 */
import type { CompiledQuery, Kysely } from 'kysely';
import { BadInput, createExplorer, Gone, NotFound, type Explorer } from '#explorer/index.ts';
import { innerNames } from '#explorer/read.ts';
import { READS } from '#explorer/reads.ts';
import { readContent } from '#content/networks.ts';
import { SAMPLE_CONTENT } from '#server/testing/demo-index.ts';
import { SITEMAP_KINDS } from '#explorer/sitemap/reads.ts';
import type { Database } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { ENDPOINTS, type Endpoint, type Query } from '../endpoints.ts';
import { nextOf, rowsOf } from '../export/stream.ts';
import { readSamples, type Samples } from './read-samples.ts';

export interface Asked {
  /** A call that asked it. */
  by: string;
  query: CompiledQuery;
}

export interface EveryRead {
  asked: Asked[];
  /** Reads of the explorer that nothing here called. */
  unread: string[];
  /** Calls that answered in another shape, or never with anything. */
  failures: string[];
}

/** Lists that nothing fills yet. */
const EMPTY: ReadonlySet<string> = new Set(['/stats/verified-contracts']);
/** One statement is looked at with so many different values. */
const MAX_PER_STATEMENT = 12;
const PLACES: ReadonlySet<string> = new Set([
  'pageSize',
  'limit',
  'page',
  'offset',
  'before',
  'head',
]);

/** Reads that no call of the API offers. */
/** The demo chain's wrapped FIL, and an address that nobody has. */
const WRAPPED = '0x7ce9a4ce26b6669562bbc6f623a7f5e17237c24d';
const NOBODY = `0x${'ab'.repeat(20)}`;
const OTHERS: Record<string, (explorer: Explorer) => Promise<unknown>> = {
  'network.status': (explorer) => explorer.network.status(),
  'network.facts': (explorer) => explorer.network.facts(),
  'mempool.since': (explorer) => explorer.mempool.since(new Set()),
  'contract.signatures': (explorer) =>
    explorer.contract.signatures(['0xa9059cbb', `0x${'ab'.repeat(32)}`]),
  'sitemap.shards': (explorer) => explorer.sitemap.shards(),
  'sitemap.shard': async (explorer) => {
    for (const kind of SITEMAP_KINDS) await explorer.sitemap.shard(kind, 3);
  },
  'merchant.list': (explorer) => explorer.merchant.list(),
  'race.get': (explorer) => explorer.race.get(),
  'label.of': (explorer) => explorer.label.of([WRAPPED, NOBODY]),
  'tag.claimant': (explorer) => explorer.tag.claimant('f01000'),
  'editorial.banners': (explorer) => explorer.editorial.banners(),
  'editorial.noticeCategories': (explorer) => explorer.editorial.noticeCategories(),
  'editorial.notices': (explorer) => explorer.editorial.notices(),
  'editorial.notice': (explorer) => explorer.editorial.notice('1').catch(refused),
};

/**
 * Asks everything of a store. `logged` is its connection, whose statements are told to the
 * function that `listen` is given.
 */
export async function everyRead(
  store: Store,
  logged: Kysely<Database>,
  listen: (hear: (query: CompiledQuery) => void) => void,
): Promise<EveryRead> {
  const samples = await readSamples(store);
  const asked: Asked[] = [];
  const times = new Map<string, number>();
  const failures: string[] = [];
  let by = '';
  listen((query) => {
    const known = times.get(query.sql) ?? 0;
    times.set(query.sql, known + 1);
    if (/^\s*(select|with)/i.test(query.sql) && known < MAX_PER_STATEMENT)
      asked.push({ by, query });
  });
  const snapshot: Store['snapshot'] = (work) => logged.transaction().execute(work);
  const explorer = createExplorer(
    { ...store, db: logged, snapshot },
    { contentOf: readContent(SAMPLE_CONTENT) },
  );
  for (const endpoint of ENDPOINTS) {
    let rows = 0;
    for (const part of endpoint.part === undefined ? [''] : samples.parts[endpoint.part])
      await askAll(endpoint, samples, async (query) => {
        by = `${endpoint.path} of ${part || 'all'} ${JSON.stringify(query)}`;
        const answer = await endpoint.read(explorer, part, query).catch(refused);
        if (!answer) return null;
        if (!endpoint.schema.safeParse(answer.data).success)
          failures.push(`${by}: not in its shape`);
        rows += endpoint.rows === undefined ? 1 : rowsOf(answer.data, endpoint.rows).length;
        return nextOf(answer.data);
      });
    if (rows === 0 && !EMPTY.has(endpoint.path))
      failures.push(`${endpoint.path}: never an answer with anything in it`);
  }
  for (const [name, read] of Object.entries(OTHERS)) {
    by = name;
    await read(explorer);
  }
  const unread = innerNames(READS).filter((name) => !Object.hasOwn(OTHERS, name));
  return { asked, unread, failures };
}

/** Passes over what a caller is told; throws everything else. */
function refused(error: unknown): void {
  if (!(error instanceof BadInput || error instanceof NotFound || error instanceof Gone))
    throw error;
}

/** A call with each value of each parameter, alone and with every way to turn the list's pages. */
async function askAll(
  { query: names, parameters }: Endpoint,
  samples: Samples,
  ask: (query: Query) => Promise<string | null>,
): Promise<void> {
  const valuesOf = (name: string): readonly string[] => {
    const values = parameters[name]?.enum?.map(String) ?? samples.values[name];
    if (values === undefined) throw new Error(`No sample of ${name}`);
    return values;
  };
  const filters = names
    .filter((name) => !PLACES.has(name))
    .flatMap((name) => valuesOf(name).map((value) => ({ [name]: value })));
  for (const filter of [{}, ...filters]) {
    const next = await ask(filter);
    for (const name of names)
      if (PLACES.has(name))
        for (const value of valuesOf(name)) await ask({ ...filter, [name]: value });
    if (next !== null) await ask({ ...filter, before: next });
  }
}
