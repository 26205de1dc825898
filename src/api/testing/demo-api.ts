import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { messageListSchema } from '#explorer/message/schema.ts';
import { tokenListSchema } from '#explorer/token/schema.ts';
import { tipsetDetailSchema } from '#explorer/tipset/schema.ts';
import { indexDemo, type DemoIndex } from '#server/testing/demo-index.ts';
import { createApi } from '../app.ts';
import type { Endpoint } from '../endpoints.ts';
import type { PathPart } from '../parameters.ts';

/** Height of the index under test: messages of most kinds, some of them final. */
export const HEIGHT = 1300;

/** Numbers and accounts that the chain knows by that height: genesis' deals and later ones. */
const KNOWN: Partial<Record<PathPart, string[]>> = {
  deal: ['0', '399', '400', '403'],
  allocation: ['401', '402'],
  miner: ['f01000', 'f01080'],
  peer: ['12D3KooWSG1bNmcUMN1Niu2dncytm8JEzAwx72dzVa3KbxkLzyX9'],
  contract: ['f01049', '0x0257150f75e4ef862df84812ca7aebadaa61ace2', 'f01067'],
  name: ['plankton.fil', 'kelp', 'KELP.FIL'],
  verifier: ['f081', 'f0100'],
  client: ['f06', 'f01005', 'f01008'],
  dapp: ['exchange', 'staking', 'names', 'wrapped-fil'],
  defi: ['exchange', 'staking'],
  merchant: ['tide-works', 'empty-quay'],
};

export interface Got {
  status: number;
  headers: Headers;
  body: unknown;
}

export const errorSchema = z.strictObject({ statusCode: z.int(), message: z.string().min(3) });
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
  readonly #samples = new Map<PathPart | undefined, Promise<string[]>>();

  constructor(height = HEIGHT) {
    beforeAll(async () => {
      const demo = await indexDemo(height);
      this.#demo = demo;
      this.#api = createApi({
        explorer: demo.explorer,
        version: '1.2.3',
        tokens: '',
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
    const found = this.#find(endpoint);
    this.#samples.set(endpoint.part, found);
    return found;
  }

  async #find(endpoint: Endpoint): Promise<string[]> {
    if (endpoint.part === undefined) return [''];
    if (endpoint.part === 'height') return ['0', '83', '543', String(HEIGHT), '1', '2', '3'];
    if (endpoint.part === 'token') {
      const lists = ['/token/erc20-list', '/token/nft-list'].map((path) => this.get(path));
      return (await Promise.all(lists)).flatMap(({ body }) =>
        tokenListSchema
          .parse(body)
          .tokens.flatMap(({ address, id, ethAddress }) => [address, id, ethAddress]),
      );
    }
    const known = KNOWN[endpoint.part];
    if (known) return known;
    const lists = (await this.methods()).map((name) => this.messages(`pageSize=3&method=${name}`));
    const some = (await Promise.all(lists)).flat();
    if (endpoint.part === 'message') return some.map((message) => message.cid);
    if (endpoint.part === 'cid') {
      const tipsets = some.slice(0, 10).map(({ height }) => this.get(`/tipset/${height}`));
      return (await Promise.all(tipsets)).flatMap(({ body }) =>
        tipsetDetailSchema.parse(body).blocks.map((block) => block.cid),
      );
    }
    const fixed = ['0', '1', '2', '3', '4', '5', '6', '7', '10', '99', '1000'].map((n) => `f0${n}`);
    return [...new Set([...fixed, ...some.flatMap((m) => [m.from, m.fromId ?? m.from, m.to])])];
  }
}
