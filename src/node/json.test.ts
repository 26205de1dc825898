import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson, parseJson } from './json.ts';

describe('JSON of nodes', () => {
  it('keeps every digit of an integer, wherever it stands', () => {
    const text =
      '[{"Method":18446744073709551615},{"Method" : 9007199254740993 ,"Nonce":1},' +
      '[0,-9223372036854775808,9007199254740991],{"7":9223372036854775807,"3":{"a":9007199254740992}}]';
    expect(parseJson(text)).toEqual([
      { Method: 18_446_744_073_709_551_615n },
      { Method: 9_007_199_254_740_993n, Nonce: 1 },
      [0, -9_223_372_036_854_775_808n, 2 ** 53 - 1],
      { 3: { a: 2n ** 53n }, 7: 2n ** 63n - 1n },
    ]);
    expect(parseJson(' 18446744073709551616 ')).toBe(2n ** 64n);
    expect(parseJson('[-36893488147419103232]')).toEqual([-(2n ** 65n)]);
  });

  it('leaves all else as it is', () => {
    const text = JSON.stringify({
      Method: 3844450837,
      Text: '"Method":18446744073709551615,\\',
      Key: ',18446744073709551615,',
      Value: '[18446744073709551615]',
      'a":1844674407370955161': 0.1234567890123456789,
    });
    const beside = `[9007199254740993,${text}]`;
    expect(parseJson(beside)).toEqual([9_007_199_254_740_993n, JSON.parse(text)]);
    expect(parseJson('{"Method":1234567890123456.5}')).toEqual({ Method: 1234567890123456.5 });
    for (const broken of ['{"Method":18446744073709551615', '[18446744073709551615,"a]', '[-]'])
      expect(() => parseJson(broken)).toThrow(SyntaxError);
  });

  it('is written as it was read', () => {
    const text = '{"Message":{"Method":18446744073709551615,"Params":"\\"Method\\":\\"1"}}';
    expect(formatJson(parseJson(text))).toBe(text);
    const document = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.bigInt(-(2n ** 64n), 2n ** 64n),
        fc.constantFrom(0, -1, 2 ** 53 - 1, 0.5, 0.1234567890123456, true, null),
        fc.string({ unit: fc.constantFrom('"', '\\', ':', ',', '[', '1', '9', 'a') }),
        fc.bigInt(0n, 2n ** 64n).map(String),
        fc.array(tie('value')),
        fc.dictionary(fc.oneof(fc.string(), fc.nat().map(String)), tie('value')),
      ),
    })).value;
    fc.assert(
      fc.property(document, (value) => {
        const json = formatJson([value]);
        const read = parseJson(json);
        expect(parseJson(formatJson(read))).toEqual(read);
        expect(digitsOf(formatJson(read))).toEqual(digitsOf(json));
      }),
      { numRuns: 500 },
    );
  });

  it('reads calls that nest as deep as they like', () => {
    const depth = 50_000;
    const text = `${'{"Method":9007199254740993,"Subcalls":['.repeat(depth)}${']}'.repeat(depth)}`;
    let call = parseJson(text) as { Method: bigint; Subcalls: [typeof call] };
    for (let level = 1; level < depth; level++) [call] = call.Subcalls;
    expect(call).toEqual({ Method: 9_007_199_254_740_993n, Subcalls: [] });
  });
});

/** All numbers of a document in the order of its text, sorted: names that are numbers come first in objects. */
function digitsOf(json: string): string[] {
  return (json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/-?[\d.]+/g) ?? []).sort();
}
