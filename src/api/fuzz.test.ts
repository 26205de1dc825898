import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { API_BASE } from './app.ts';
import { openApiDocument } from './docs/document.ts';
import { ENDPOINTS } from './endpoints.ts';
import { nextOf } from './export/stream.ts';
import { DemoApi, errorSchema } from './testing/demo-api.ts';
import { HOSTILE } from './testing/hostile.ts';

/** FUZZ_SEED and FUZZ_REQUESTS choose other ones, e.g. to repeat a run. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 10_000);

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  schema: z.looseObject({
    type: z.enum(['string', 'integer']),
    enum: z.array(z.union([z.string(), z.int()])).optional(),
    minimum: z.int().optional(),
    maximum: z.int().optional(),
  }),
});

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        'x-planned': z.boolean().default(false),
        'x-exports': z.array(z.string()).default([]),
        parameters: z.array(parameterSchema),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

type Parameter = z.infer<typeof parameterSchema>;

const api = new DemoApi();

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** As a browser would send it; what is not text in Unicode as the bytes of WTF-8. */
const encode = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';

it(`answers ${REQUESTS} generated requests by its document (FUZZ_SEED=${SEED})`, async () => {
  const random = numbersFrom(SEED);
  const below = (n: number): number => Math.floor(random() * n);
  const oneOf = (values: readonly string[]): string => values[below(values.length)] ?? '';
  const { paths } = documentSchema.parse(JSON.parse(openApiDocument(API_BASE, '1', 'http://x')));
  const calls = ENDPOINTS.map((endpoint) => {
    const operation = paths[API_BASE + endpoint.path]?.['get'];
    if (operation === undefined) throw new Error(`${endpoint.path} is not in the document`);
    return { endpoint, operation };
  });
  /** Values that some call takes: what answers gave, put where it may not belong. */
  const words = [
    'Send',
    'InvokeContract',
    'reward',
    'burn-fee',
    'ERC20',
    '2026-11-14',
    'live',
    '1000000000',
  ];
  for (const { endpoint } of calls) words.push(...(await api.samples(endpoint)));
  const cursors: string[] = [];

  const integer = ({ schema: { minimum = 0, maximum = 2 ** 31 } }: Parameter): string =>
    String(
      [minimum - 1, minimum, minimum + 1, below(200), maximum, maximum + 1, -below(100), 2 ** 53][
        below(8)
      ],
    );
  const valueOf = (parameter: Parameter): string => {
    const { name, schema } = parameter;
    const dice = random();
    if (dice < 0.15) return oneOf(HOSTILE);
    if (dice < 0.25) return oneOf(words);
    if (schema.enum !== undefined) return oneOf(schema.enum.map(String));
    if (schema.type === 'integer') return integer(parameter);
    if (name === 'before' || name === 'head') return oneOf(cursors);
    return oneOf(words);
  };

  const seen = new Map<number, number>();
  for (let done = 0; done < REQUESTS; done += 1) {
    const call = calls[below(calls.length)];
    if (call === undefined) throw new Error('There are no calls');
    const { endpoint, operation } = call;
    const query: string[] = [];
    let path = endpoint.path;
    const parts = await api.samples(endpoint);
    for (const parameter of operation.parameters)
      if (parameter.in === 'path') {
        const text = random() < 0.6 ? oneOf(parts) : valueOf(parameter);
        // Without its part a path is that of another call.
        path = path.replace(`{${parameter.name}}`, () => encode(text === '' ? '-' : text));
      } else if (random() < 0.35) query.push(`${parameter.name}=${encode(valueOf(parameter))}`);
    const format = random() < 0.05 ? oneOf(operation['x-exports']) : '';
    const url = `${path}${format === '' ? '' : `.${format}`}?${query.join('&')}`;
    const response = await api.fetch(url, {
      headers: { Locale: oneOf(['en', 'zh', 'ko', 'xx', '']) },
    });
    const { status } = response;
    seen.set(status, (seen.get(status) ?? 0) + 1);
    const where = `request ${done} of seed ${SEED}: ${url} → ${status}`;
    const isTold = Object.hasOwn(operation.responses, String(status));
    if (!isTold || status >= 500) expect.fail(where);
    const text = await response.text();
    if (status === 200 && format !== '') continue;
    const body: unknown = JSON.parse(text);
    const parsed = (status === 200 ? endpoint.schema : errorSchema).safeParse(body);
    if (!parsed.success || !isDeepStrictEqual(parsed.data, body))
      expect.fail(`${where}: ${text.slice(0, 500)}`);
    const told = [nextOf(body), response.headers.get('x-head')];
    cursors.push(...told.filter((value) => value !== null));
    if (cursors.length > 1000) cursors.splice(0, 500);
  }
  console.log(`${REQUESTS} requests of seed ${SEED}:`, Object.fromEntries([...seen].sort()));
  expect(api.failures).toEqual([]);
  expect(seen.get(200) ?? 0).toBeGreaterThan(REQUESTS / 4);
  expect(seen.get(400) ?? 0).toBeGreaterThan(REQUESTS / 20);
}, 600_000);
