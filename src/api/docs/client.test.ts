import { createClient } from '@hey-api/openapi-ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { AnswerCache } from '#server/http/cache.ts';
import { createCalls } from '#server/http/calls.ts';
import { RateLimit } from '#server/http/limit.ts';
import { closeHttpServer, listen } from '#server/http/server.ts';
import { bareServer, snapshotOf } from '#server/http/testing/served.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { DemoApi, expectShape } from '../testing/demo-api.ts';
import { operationId } from './document.ts';

/** What somebody who takes the client would write: its types are checked, too. */
const USE = `
import { getAddress, messageList } from './index.ts';

export async function values(baseUrl: string): Promise<string[]> {
  const { data, error } = await messageList({ baseUrl, query: { pageSize: 5, method: 'Send' } });
  if (error) throw new Error(error.message);
  const next: string | null = data.next;
  return [...data.messages.map(({ value }): string => value), next ?? ''];
}

export async function balance(baseUrl: string, address: string): Promise<bigint> {
  const { data } = await getAddress({ baseUrl, path: { address }, throwOnError: true });
  return BigInt(data.balance);
}
`;

const callSchema = z.custom<
  (options: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
>((value) => typeof value === 'function');

const camelCase = (id: string): string =>
  id.replaceAll(/_(\w)/g, (_, c: string) => c.toUpperCase());

/** What nobody has so early on this chain, or not its largest provider or busiest contract. */
const EMPTY: ReadonlySet<string> = new Set([
  '/address/{address}/pending-messages',
  '/address/{address}/contract',
  '/address/{address}/info-changes',
  '/address/{address}/sectors/events',
  '/address/{address}/channels',
]);

const api = new DemoApi();
let folder = '';
let server: Server;
let baseUrl = '';

beforeAll(async () => {
  server = bareServer([
    createCalls({
      api: { fetch: (request) => api.respond(request) },
      cache: new AnswerCache(1_000_000),
      origin: () => 'http://x',
      snapshot: () => snapshotOf('1'),
      limit: new RateLimit(0),
    }),
  ]);
  baseUrl = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
  folder = await mkdtemp(join(tmpdir(), 'sextant-client-'));
  const document = await fetch(`${baseUrl}/api/v1/docs/openapi.json`);
  await createClient({
    input: z.record(z.string(), z.unknown()).parse(await document.json()),
    output: { path: folder, module: { extension: '.ts' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    parser: { filters: { tags: { exclude: ['planned'] } } },
    logs: { level: 'silent', file: false },
  });
  await writeFile(join(folder, 'use.ts'), USE);
});

afterAll(async () => {
  await closeHttpServer(server, 1000);
  await rm(folder, { recursive: true, force: true });
});

it('generates a client whose types hold', () => {
  const program = ts.createProgram([join(folder, 'use.ts')], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => [
      file?.fileName,
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ]);
  expect(problems).toEqual([]);
});

it('calls every endpoint of a running server through it, and knows no other', async () => {
  const client = z
    .record(z.string(), z.unknown())
    .parse(await import(pathToFileURL(join(folder, 'index.ts')).href));
  expect(new Set(Object.keys(client))).toEqual(
    new Set([
      ...ENDPOINTS.map(({ path }) => camelCase(operationId(path))),
      ...['requestShareRanks', 'requestShareMiner'],
      ...['addressTagCreateMessage', 'addressTagCreate', 'toolsVerifyContract', 'contractVerify'],
      ...['verificationJob', 'cancelVerificationJob'],
      ...['etherscanQuery', 'etherscanSubmit', 'etherscanQueryV2', 'etherscanSubmitV2'],
      ...['sourcifyVerify', 'sourcifyVerifyMetadata', 'sourcifyJob', 'sourcifyContract'],
    ]),
  );
  for (const endpoint of ENDPOINTS) {
    const name = camelCase(operationId(endpoint.path));
    const [part = ''] = await api.samples(endpoint);
    const param = /\{(\w+)\}/.exec(endpoint.path)?.[1];
    const path = param === undefined ? {} : { path: { [param]: part } };
    const { data, error, response } = await callSchema.parse(client[name])({ baseUrl, ...path });
    expect([name, response.status, error]).toEqual([name, 200, undefined]);
    expectShape(endpoint.schema, data);
  }
});

it('is told what is wrong', async () => {
  const { getTipset } = z
    .looseObject({ getTipset: callSchema })
    .parse(await import(pathToFileURL(join(folder, 'index.ts')).href));
  const { error, response } = await getTipset({ baseUrl, path: { height: 'abc' } });
  expect(response.status).toBe(400);
  expect(error).toMatchObject({ statusCode: 400 });
});

it('its examples answer with rows where this chain has any', async () => {
  const document = z.object({
    paths: z.record(
      z.string(),
      z.object({ get: z.object({ 'x-example': z.string().optional() }).optional() }),
    ),
  });
  const { paths } = document.parse(
    await (await fetch(`${baseUrl}/api/v1/docs/openapi.json`)).json(),
  );
  for (const { path, rows } of ENDPOINTS) {
    if (!path.startsWith('/address/{address}/') || rows === undefined) continue;
    const example = paths[`/api/v1${path}`]?.get?.['x-example'] ?? '';
    const [call = '', query = ''] = example.split('?');
    const file = await fetch(`${baseUrl}${call}.ndjson?${query}`);
    const isEmpty = (await file.text()) === '';
    expect.soft([path, file.status, isEmpty]).toEqual([path, 200, EMPTY.has(path)]);
  }
});
