import { expect, it } from 'vitest';
import { exportRows, rowsOf } from './export.ts';

it('writes nested fields as columns and quotes what has to be', () => {
  const rows = [
    { cid: 'a', value: '-5', receipt: { exitCode: 0, return: '' }, topics: ['x', 'y'], tag: null },
    { cid: 'b,"c"', extra: 'two\nlines' },
  ];
  expect(exportRows('csv', rows)).toBe(
    [
      'cid,value,receipt.exitCode,receipt.return,topics,tag,extra',
      'a,-5,0,,"[""x"",""y""]",,',
      '"b,""c""",,,,,,"two\nlines"',
      '',
    ].join('\r\n'),
  );
});

it.each([
  ['=1+1', "'=1+1"],
  ['@x', "'@x"],
  ['-1+2', "'-1+2"],
  ['+5', "'+5"],
  ['-12', '-12'],
  ['0.5', '0.5'],
])('lets no formula %s into a spreadsheet', (given, written) => {
  expect(exportRows('csv', [{ a: given }])).toBe(`a\r\n${written}\r\n`);
});

it('writes one JSON document per line', () => {
  expect(exportRows('ndjson', [{ a: 1 }, { a: '\n' }])).toBe('{"a":1}\n{"a":"\\n"}\n');
  expect(exportRows('ndjson', [])).toBe('');
});

it('finds the rows of an answer', () => {
  expect(rowsOf([1], '')).toEqual([1]);
  expect(rowsOf({ totalCount: 1, messages: [2] }, 'messages')).toEqual([2]);
  expect(rowsOf({}, 'messages')).toEqual([]);
});
