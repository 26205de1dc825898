/**
 * What the product answers, one file per answer, so that `diff -r` of two folders shows every change
 * of behaviour: each call of the API with samples of each of its parameters, as JSON, CSV and NDJSON,
 * its refusals, and the text of every page in all languages.
 *
 *   DEMO_EPOCH_SECONDS=0 API_RATE_LIMIT=0 LOG_LEVEL=warn npm start   (and wait until it has caught up)
 *   node scripts/answers.ts http://127.0.0.1:4321 /tmp/answers
 *
 * Two runs can only be compared over one index whose head stands still: end the server and start the
 * other build with the same DATA_DIR.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ENDPOINTS, type Endpoint } from '../src/api/endpoints.ts';
import { findSamples } from '../src/api/testing/samples.ts';
import { tipsetListSchema } from '../src/explorer/tipset/schema.ts';
import { headToken } from '../src/explorer/head.ts';
import { CHAIN_CID_PREFIX, parseCid } from '../src/filecoin/encoding/cid.ts';
import { LANGUAGES, routes } from '../e2e/support/site.ts';

const API = '/api/v1';
/** Things of one kind that a call is asked of, and of those that it is asked of with parameters. */
const MOST_PARTS = 12;
const FILTERED_PARTS = 2;
/** Longer lists are exported a page at a time. */
const MOST_EXPORTED = 400;
/** Requests that wait for their answers at the same time. */
const AT_ONCE = 6;
/** Headers that say what an answer is; the others are of the connection or the moment. */
const HEADERS = [
  'content-type',
  'content-disposition',
  'cache-control',
  'location',
  'link',
  'allow',
  'retry-after',
  'vary',
  'x-head',
];

const [site = '', folder = ''] = process.argv.slice(2);
if (site === '' || folder === '') {
  process.stderr.write('Usage: node scripts/answers.ts <base url> <folder>\n');
  process.exit(2);
}
process.env['SEXTANT_URL'] = site;

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z
        .object({
          'x-exports': z.array(z.string()).default([]),
          parameters: z.array(
            z.object({
              name: z.string(),
              in: z.string(),
              schema: z.looseObject({ enum: z.array(z.union([z.string(), z.int()])).default([]) }),
            }),
          ),
        })
        .optional(),
    }),
  ),
});

/** What parameters may be, where their document does not list it; `$` begins what earlier answers gave. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  pageSize: ['1', '7', '1000'],
  limit: ['1', '7', '1000'],
  page: ['1', '40', '100000'],
  offset: ['1', '800', '100000'],
  before: ['$next', '13000.1', '$head.3'],
  head: ['$head', '$earlier'],
  method: ['Send', 'InvokeContract', 'nothing'],
  userAddress: ['f01008', '0x0257150f75e4ef862df84812ca7aebadaa61ace2'],
  tokenName: ['token', 'zzz'],
  count: ['1', '25', '1000'],
  id: ['150', 'f099', 'kelp', 'plankton.fil', 'f01000', 'nothing', '0x12'],
  q: ['150', '0xab', 'f0100', 'plank', 'tok', 'bafy2bzacea', '12D3KooWS', 'zz'],
  address: ['f01000', 'f01008', 'f099', 'f01005'],
  height: ['0', '13000', '99999999'],
  sector: ['7', '9223372036854775807'],
  startDate: ['2026-11-20'],
  endDate: ['2026-12-20', '2026-11-18'],
  category: ['defi', 'nft', 'all'],
  samples: ['1', '7', '1000'],
};

/** What every parameter is asked with; most refuse it. */
const STRANGE = ['', 'x', '-1', '0', '1.5', '1e3', ' 1', '%00', '9'.repeat(30), 'constructor'];

/** Calls and addresses that stand in no document or list. */
const OTHERS = [
  '/api/registration/list?page=1&pageSize=5',
  '/api/registration/list?page=x',
  '/api/name/find?address=f01008',
  '/api/name/find?address=x',
  '/api/address/transactions?address=f01008',
  '/api/fns/inviteRanking',
  '/api/banner/list',
  '/api/blog/category/list',
  '/api/blog/list?limit=2',
  '/api/blog/list?category=x',
  '/api/blog/list?offset=x',
  '/api/blog/demo-chain',
  '/api/blog/none',
  '/api/v1/nothing',
  '/sitemap.xml',
  '/sitemap/messages-0.xml',
];
const OTHER_PAGES = [
  '/tipset?page=3',
  '/message?page=2&method=Send',
  '/message?page=x',
  '/rich-list?page=2&actor=account',
  '/ranks/power?continent=EU&page=1',
  '/ranks/none',
  '/space-race?region=EU',
  '/address/x',
  '/tipset/x',
  '/message/x',
  '/deal/x',
];

/** Pages that show what time it is. */
const TELLS_TIME = /styleguide|whoisyourdaddy/;
const MOMENT = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g;

interface Got {
  body: string;
  head: string | null;
}

const taken = new Set<string>();

/** Names are read by people and by file systems: what is long or strange is told apart by its hash. */
function fileOf(name: string): string {
  const plain = name.replaceAll(/[^\w.=-]+/g, '_').slice(0, 120);
  const file = `${plain}.${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  if (taken.has(file)) throw new Error(`${name} is asked for twice`);
  taken.add(file);
  return join(folder, file);
}

async function asked(path: string): Promise<{ answer: Response; body: string }> {
  for (let attempt = 1; ; attempt++)
    try {
      const answer = await fetch(site + path, { redirect: 'manual' });
      return { answer, body: await answer.text() };
    } catch (error) {
      if (attempt === 3) throw error;
    }
}

/** Asks, and writes down what comes: `shown` says how the body is written. */
async function keep(path: string, shown: (body: string) => string): Promise<Got> {
  const { answer, body } = await asked(path);
  const headers = HEADERS.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [`${name}: ${value}\n`];
  });
  const text = `GET ${path}\n${answer.status}\n${headers.join('')}\n${shown(body)}\n`;
  await writeFile(fileOf(path), text.replaceAll(site, 'http://site'));
  return { body, head: answer.headers.get('x-head') };
}

const asIs = (body: string): string => body;
const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 1);

/** The text of a page, a line for each piece of it: without markup, scripts, styles and its clock. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style|svg)\b[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}

async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await work(item);
    }),
  );
}

const listSchema = z.looseObject({ totalCount: z.int(), next: z.string().nullable() });

/** As many as fit, from the first to the last. */
function spread<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, items.length / most);
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

async function keepCall(endpoint: Endpoint, exports: readonly string[], choices: Choices) {
  const all = await findSamples(endpoint.part, async (path) =>
    JSON.parse((await asked(API + path)).body),
  );
  const parts = spread([...new Set(all)], MOST_PARTS);
  const at = (part: string, format = '') =>
    API + endpoint.path.replace(/\{\w+\}/, encodeURIComponent(part)) + format;
  for (const [number, part] of parts.entries()) {
    const { body, head } = await keep(at(part), asIs);
    if (number >= FILTERED_PARTS && number < parts.length - 1) continue;
    const list = listSchema.safeParse(JSON.parse(body)).data;
    const told: Record<string, string> = {
      $next: list?.next ?? '13000.2',
      $head: head ?? '',
      '$head.3': `${head}.3`,
      $earlier: earlier,
    };
    const queries = [...choices].flatMap(([name, { values, refuses }]) =>
      [
        ...new Set([
          ...values.map((value) => told[value] ?? value),
          ...(number === 0 ? refuses : []),
        ]),
      ].map((value) => `?${name}=${value.includes('%') ? value : encodeURIComponent(value)}`),
    );
    for (const query of queries) await keep(at(part) + query, asIs);
    for (const format of exports) {
      const size = [...choices.keys()].find((name) =>
        ['pageSize', 'limit', 'count'].includes(name),
      );
      if (size !== undefined) await keep(`${at(part, `.${format}`)}?${size}=25`, asIs);
      if (list === undefined || list.totalCount <= MOST_EXPORTED)
        await keep(at(part, `.${format}`), asIs);
    }
  }
  if (endpoint.part !== undefined)
    for (const part of ['x', '0x12', 'f01', '99999999', 'f099999999'])
      if (!parts.includes(part)) await keep(at(part), asIs);
  for (const name of choices.keys()) await keep(`${at(parts[0] ?? '')}?${name}=1&${name}=2`, asIs);
  for (const locale of ['zh', 'ko']) await keep(`${at(parts[0] ?? '')}?locale=${locale}`, asIs);
}

type Choices = ReadonlyMap<string, { values: readonly string[]; refuses: readonly string[] }>;

/** A head that is some tipsets older than the newest. */
async function earlierHead(): Promise<string> {
  const { body } = await asked(`${API}/tipset/list?pageSize=1&page=30`);
  const [tipset] = tipsetListSchema.parse(JSON.parse(body)).tipsets;
  if (tipset === undefined) throw new Error('The index has too few tipsets');
  const key = tipset.blocks.map(({ cid }) => parseCid(cid).subarray(CHAIN_CID_PREFIX.length));
  return headToken(tipset.height, Buffer.concat(key));
}

await mkdir(folder, { recursive: true });
const earlier = await earlierHead();
const { body } = await keep(`${API}/docs/openapi.json`, indented);
await keep(`${API}/docs`, textOf);
const { paths } = documentSchema.parse(JSON.parse(body));
await inTurn(ENDPOINTS, async (endpoint) => {
  const call = paths[API + endpoint.path]?.get;
  if (call === undefined) throw new Error(`${endpoint.path} is not in the document`);
  const choices = call.parameters
    .filter(({ name, in: place }) => place === 'query' && name !== 'locale')
    .map(({ name, schema }): [string, { values: string[]; refuses: string[] }] => [
      name,
      { values: [...schema.enum.map(String), ...(VALUES[name] ?? [])], refuses: STRANGE },
    ]);
  await keepCall(endpoint, call['x-exports'], new Map(choices));
});
await inTurn(OTHERS, (path) => keep(path, asIs));
const pages = [...Object.values(await routes()), ...OTHER_PAGES].flatMap((path) =>
  LANGUAGES.map((language) => `/${language}${path === '/' ? '' : path}`),
);
await inTurn([...new Set(pages)], (path) =>
  keep(path, TELLS_TIME.test(path) ? (html) => textOf(html).replaceAll(MOMENT, '…') : textOf),
);
process.stdout.write(`${taken.size} answers in ${folder}\n`);
