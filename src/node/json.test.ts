import { describe, expect, it } from 'vitest';
import { formatJson, parseJson } from './json.ts';

describe('JSON of nodes', () => {
  it('keeps every digit of a method number', () => {
    const text = '[{"Method":18446744073709551615},{"Method" : 9007199254740993 ,"Nonce":1}]';
    expect(parseJson(text)).toEqual([
      { Method: '18446744073709551615' },
      { Method: '9007199254740993', Nonce: 1 },
    ]);
  });

  it('leaves all else as it is', () => {
    const text =
      '{"Method":3844450837,"GasLimit":10000000000000000,"Params":"\\"Method\\":18446744073709551615}"}';
    expect(parseJson(text)).toEqual(JSON.parse(text));
    const beside = `[{"Method":9007199254740993},${text}]`;
    expect(parseJson(beside)).toEqual([{ Method: '9007199254740993' }, JSON.parse(text)]);
    expect(parseJson('{"Method":1234567890123456.5}')).toEqual({ Method: 1234567890123456.5 });
    expect(() => parseJson('{"Method":18446744073709551615')).toThrow(SyntaxError);
  });

  it('is written as it was read', () => {
    const text = '{"Message":{"Method":18446744073709551615,"Params":"\\"Method\\":\\"1"}}';
    expect(formatJson(parseJson(text))).toBe(text);
  });
});
