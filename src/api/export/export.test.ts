import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Endpoint, ENDPOINTS, type Query } from '../endpoints.ts';
import { columnsOf } from './columns.ts';
import { exportList, nextOf, rowsOf, splitExport } from './stream.ts';
import { csvHeader, csvRow, ndjsonRow } from './text.ts';

const receipt = z.object({ exitCode: z.int(), return: z.string() }).meta({ id: 'TestReceipt' });
const schema = z.object({
  totalCount: z.int(),
  rows: z.array(
    z.object({
      cid: z.string(),
      value: z.string().optional(),
      receipt: receipt.nullish(),
      topics: z.array(z.string()).optional(),
      decoded: z.json().optional(),
      shape: z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]).optional(),
    }),
  ),
});

it('has a column for every field, whatever the rows are', () => {
  const columns = columnsOf(schema, 'rows');
  expect(csvHeader(columns)).toBe(
    'cid,value,receipt.exitCode,receipt.return,topics,decoded,shape.a,shape.b\r\n',
  );
  expect(
    csvRow(columns, {
      cid: 'b,"c"',
      value: '-5',
      receipt: { exitCode: 0, return: '' },
      topics: ['x', 'y'],
      decoded: { To: 'f01' },
      shape: { b: 2 },
    }),
  ).toBe('"b,""c""",-5,0,,"[""x"",""y""]","{""To"":""f01""}",,2\r\n');
  expect(csvRow(columns, { cid: 'two\nlines', receipt: null })).toBe('"two\nlines",,,,,,,\r\n');
  expect(() => columnsOf(schema, 'other')).toThrow('other');
});

it('finds rows within a field, which may be null', () => {
  const nested = z.object({ proxy: z.object({ rows: schema.shape.rows }).nullable() });
  expect(columnsOf(nested, 'proxy.rows')).toEqual(columnsOf(schema, 'rows'));
});

it('knows the columns of every list', () => {
  for (const { schema: answer, rows } of ENDPOINTS)
    if (rows !== undefined) expect(columnsOf(answer, rows).length).toBeGreaterThan(1);
});

it.each([
  ['=1+1', "'=1+1"],
  ['@x', "'@x"],
  ['-1+2', "'-1+2"],
  ['+5', "'+5"],
  ['\n=1+1', '"\'\n=1+1"'],
  ['＝1+1', "'＝1+1"],
  ['＠x', "'＠x"],
  ['-12', '-12'],
  ['0.5', '0.5'],
])('lets no formula %s into a spreadsheet', (given, written) => {
  expect(csvRow([['a']], { a: given })).toBe(`${written}\r\n`);
});

it('writes one JSON document per line', () => {
  expect(ndjsonRow({ a: '\n' })).toBe('{"a":"\\n"}\n');
});

it('finds the rows of an answer, and where they go on', () => {
  expect(rowsOf([1], '')).toEqual([1]);
  expect(rowsOf({ totalCount: 1, messages: [2] }, 'messages')).toEqual([2]);
  expect(rowsOf({}, 'messages')).toEqual([]);
  expect(rowsOf({ proxy: { upgrades: [3] } }, 'proxy.upgrades')).toEqual([3]);
  expect(rowsOf({ proxy: null }, 'proxy.upgrades')).toEqual([]);
  expect(rowsOf({ a: { list: [1] }, b: { list: [2] } }, ['a.list', 'b.list'])).toEqual([1, 2]);
  expect(nextOf({ next: '7' })).toBe('7');
  expect(nextOf({ next: null })).toBe(null);
  expect(nextOf([1])).toBe(null);
});

it('takes only the ending of an export off a path', () => {
  expect(splitExport('/a/b.csv')).toEqual({ path: '/a/b', format: 'csv' });
  expect(splitExport('/a/kelp.fil')).toEqual({ path: '/a/kelp.fil', format: null });
});

it('reads a list to its end', async () => {
  const rows = Array.from({ length: 250 }, (_, a) => ({ a }));
  const endpoint: Endpoint = {
    path: '/list',
    tag: 'network',
    summary: '',
    query: ['limit', 'offset', 'before'],
    parameters: {},
    schema: z.object({ rows: z.array(z.object({ a: z.int() })) }),
    rows: 'rows',
    read: () => Promise.reject(new Error('not asked')),
  };
  const read = async ({ limit, offset, before }: Query) => {
    const from = Number(before ?? offset ?? 0);
    const to = from + Number(limit);
    const next = to < rows.length ? String(to) : null;
    return { head: null, data: { rows: rows.slice(from, to), next } };
  };
  const lines = async (query: Query) => {
    const { body } = await exportList(endpoint, 'ndjson', query, read);
    return (await new Response(body).text()).split('\n').slice(0, -1);
  };
  expect((await lines({})).length).toBe(250);
  expect((await lines({ offset: '30' })).map((line) => JSON.parse(line).a)).toEqual(
    rows.slice(30).map(({ a }) => a),
  );
  expect((await lines({ limit: '7' })).length).toBe(7);
});
