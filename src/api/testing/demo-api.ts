import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { createTagClaims } from '#claims/claims.ts';
import { bundledContent } from '#content/networks.ts';
import { messageListSchema } from '#explorer/message/schema.ts';
import { indexDemo, type DemoIndex } from '#server/testing/demo-index.ts';
import { createApi } from '../app.ts';
import type { Endpoint } from '../endpoints.ts';
import type { PartKind } from '#explorer/parts.ts';
import { findSamples } from './samples.ts';

/** Height of the index under test: messages of most kinds, some of them final. */
export const HEIGHT = 1300;

/** Of providers that their owners name, bytes. */
export const MIN_POWER = 1n;

export interface Got {
  status: number;
  headers: Headers;
  body: unknown;
}

export const errorSchema = z.strictObject({
  statusCode: z.int(),
  message: z.string().min(3),
  error: z.string().min(3),
});
export const listSchema = z.looseObject({ totalCount: z.int(), next: z.string().nullable() });

/** The rows of a list's answer. */
export function rowsOf(body: unknown): unknown[] {
  for (const [key, value] of Object.entries(z.looseObject({}).parse(body)))
    if (Array.isArray(value) && key !== 'methods' && key !== 'types') return value;
  throw new Error('no list');
}

/** What the schema keeps is all that there is: no unknown field, none missing, none of another type. */
export function expectShape(schema: z.ZodType, body: unknown): void {
  expect(schema.parse(body)).toEqual(body);
}

export const join = (path: string, query: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** The API over an index of the demo chain, for the tests of one file. */
export class DemoApi {
  /** Errors that were nobody's input, since the test began. */
  readonly failures: unknown[] = [];
  #demo: DemoIndex | null = null;
  #api: ReturnType<typeof createApi> | null = null;
  readonly #samples = new Map<PartKind | undefined, Promise<string[]>>();

  constructor(height = HEIGHT) {
    beforeAll(async () => {
      const demo = await indexDemo(height);
      this.#demo = demo;
      this.#api = createApi({
        explorer: demo.explorer,
        claims: createTagClaims({
          store: demo.store,
          explorer: demo.explorer,
          contentOf: bundledContent(),
          brand: 'Sextant',
          minPower: MIN_POWER,
        }),
        version: '1.2.3',
        onError: (error) => this.failures.push(error),
      });
    });
    beforeEach(() => {
      this.failures.length = 0;
    });
    afterAll(() => this.#demo?.close());
  }

  get demo(): DemoIndex {
    if (this.#demo === null) throw new Error('the index is not there');
    return this.#demo;
  }

  async respond(request: Request): Promise<Response> {
    if (this.#api === null) throw new Error('the API is not there');
    return this.#api.fetch(request);
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.respond(new Request(`http://x/api/v1${path}`, init));
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Got> {
    const response = await this.fetch(path, { headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) };
  }

  async messages(query: string) {
    return messageListSchema.parse((await this.get(`/message/list?${query}`)).body).messages;
  }

  async methods(): Promise<string[]> {
    return messageListSchema.parse((await this.get('/message/list')).body).methods;
  }

  /** Heights, CIDs or addresses that stand for every kind of thing in the index. */
  samples(endpoint: Endpoint): Promise<string[]> {
    const known = this.#samples.get(endpoint.part);
    if (known !== undefined) return known;
    const found = findSamples(endpoint.part, async (path) => (await this.get(path)).body);
    this.#samples.set(endpoint.part, found);
    return found;
  }
}
