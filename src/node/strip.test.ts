import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TooLong } from './answers.ts';
import { formatJson, parseJson } from './json.ts';
import { StateCompute } from './schemas.ts';
import { readTraces } from './strip.ts';

const UNREAD = ['GasCharges', 'IpldOps', 'Logs'];
const LIMITS = {
  unread: UNREAD,
  maxKept: 1 << 30,
  maxTexts: 1 << 30,
  maxAllTexts: 1 << 30,
  maxNativeTexts: 1 << 30,
};

/** Parses first and deletes then: the slow way that the fast one must equal. */
function deleted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deleted);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !UNREAD.includes(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, deleted(member)]));
}

/** Reads pieces of the given lengths, in turn. */
function read(text: string | Buffer, lengths: readonly number[] = [Infinity], limits = LIMITS) {
  const bytes = Buffer.from(text);
  const reader = readTraces(limits);
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const end = Math.min(bytes.length, at + (lengths[turn % lengths.length] ?? 1));
    // A copy: nothing may be read behind its end.
    reader.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  return reader.end();
}

const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });

const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom('Logs', '"Logs":', ']}', '\\"', 'Trace', '"Trace":[1,2]'),
    fc.string({ unit: 'binary' }),
    fc.oneof(fc.integer(), fc.bigInt(-(2n ** 64n), 2n ** 64n), fc.double({ noNaN: true })),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(...UNREAD, '"Logs', 'Logs\\', 'x"GasCharges"', 'a', 'Trace', 'result'),
        fc.string(),
      ),
      tie('tree'),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
}));

/** JSON with spaces at every place where they may stand. */
function spaced(value: unknown, space: string): string {
  return space === ''
    ? formatJson(value)
    : formatJson(value).replaceAll(
        /"(?:[^"\\]|\\.)*"|[[\]{}:,]/g,
        (token) => `${space}${token}${space}`,
      );
}

describe('reading traces', () => {
  it('gives what parsing and deleting gives, on a real mainnet trace', () => {
    const fixture = new URL(
      '../../data/fixtures/node/state-compute-2907480.json.zst',
      import.meta.url,
    );
    const { height, answer } = parseJson(
      zstdDecompressSync(readFileSync(fixture)).toString('utf8'),
    ) as { height: number; answer: unknown };
    expect(height).toBe(2907480);
    const reply = Buffer.from(formatJson({ jsonrpc: '2.0', id: 1, result: answer }));
    expect(reply.length).toBeGreaterThan(14_000_000);
    const told = read(reply, [65_536, 1, 7, 100_003], { ...LIMITS, maxKept: 700_000 });
    expect(told).toEqual({ jsonrpc: '2.0', id: 1, result: deleted(answer) });
    const trace = StateCompute.parse((told as { result: unknown }).result);
    expect(trace.Trace.filter(({ Msg }) => Msg.From !== 'f00')).toHaveLength(99);
    expect(trace.Trace).toHaveLength(102);
    expect(formatJson(trace).match(/"Subcalls"/g)).toHaveLength(553);
  });

  it.each([
    ['{"GasCharges":[1,2],"a":1}', '{"a":1}'],
    ['{"a":1,"GasCharges":[{"x":"]}"}]}', '{"a":1}'],
    ['{"IpldOps":null,"Logs":[],"a":1}', '{"a":1}'],
    ['{"IpldOps":[],"Logs":[]}', '{}'],
    ['{"a":[{"Logs":["\\\\"]},{"Logs":["\\""],"b":2}]}', '{"a":[{},{"b":2}]}'],
    ['{ "a" : 1 , "Logs" : [ 1 , 2 ] , "b" : 2 }', '{"a":1,"b":2}'],
    ['{"Logs":{"a":[1]},"b":"Logs","c":"\\"Logs\\":[1]"}', '{"b":"Logs","c":"\\"Logs\\":[1]"}'],
    ['{"x\\"Logs":[1],"Logs":"a,b","y":-1.5e3}', '{"x\\"Logs":[1],"y":-1.5e3}'],
    ['{"a":1,"Logs":12,"b":true}', '{"a":1,"b":true}'],
    ['["Logs"]', '["Logs"]'],
    ['{"result":{"Trace":[],"Root":1}}', '{"result":{"Trace":[],"Root":1}}'],
    ['{"result":{"Trace":[ 5 , [] , {"Logs":1} ]}}', '{"result":{"Trace":[5,[],{}]}}'],
    ['{"result":{"Trace":[0],"Trace":[7,8]}}', '{"result":{"Trace":[7,8]}}'],
    ['[{"result":{"Trace":[3]}},{"result":{"Trace":null}}]', undefined],
    ['[{"error":{"Trace":[3]}},{"result":{"Trace":["a",{"Trace":[4]}]}}]', undefined],
  ])('reads %s', (text, expected = text) => {
    for (const length of [Infinity, 1, 2, 3])
      expect(read(text, [length])).toEqual(JSON.parse(expected));
  });

  it('equals parsing and deleting on any JSON, spaced or not, in any pieces', () => {
    const replies = fc.oneof(
      tree,
      fc.record({ id: fc.nat(), result: fc.record({ Root: tree, Trace: fc.array(tree) }) }),
      fc.array(fc.record({ result: fc.record({ Logs: tree, Trace: tree, a: tree }) })),
    );
    fc.assert(
      fc.property(replies, fc.constantFrom('', ' ', '\n\t'), lengths, (value, space, pieces) => {
        const told = parseJson(formatJson(value));
        const outer = typeof told === 'object' ? told : [told];
        expect(read(spaced(outer, space), pieces)).toEqual(deleted(outer));
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses text that is no JSON, in any pieces', () => {
    for (const text of [
      '"Logs":',
      '{"Logs":[',
      '{"Logs":"\\',
      '{,"Logs":]',
      '{"result":{"Trace":[1,]}}',
      '{"result":{"Trace":[,1]}}',
      '{"result":{"Trace":[1 2]}}',
      '{"result":{"Trace":[1}}}',
      '{"result":{"Trace":[{]]}}',
      '{"result":{"Trace":[1],"x"}}',
      '{"result":{"Trace" x:[1]}}',
      '{"result":{"Trace":[1',
      '{"result":{"Trace":["a',
      ']]]]',
      '',
    ])
      for (const length of [Infinity, 1, 2, 3])
        expect(() => read(text, [length]), text).toThrow(SyntaxError);
  });

  it('does not throw but for the reasons that it names, whatever comes', () => {
    const bits = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '1',
      ' ',
      '"Trace":[',
      '{"result":{',
      '"Logs":',
    );
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 30 }), lengths, (parts, pieces) => {
        try {
          read(parts.join(''), pieces);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('takes no more than may be left, however much was dropped', () => {
    const limits = { ...LIMITS, maxKept: 10_000 };
    const items = Array.from({ length: 50 }, (_, n) => ({ n, GasCharges: ['x'.repeat(5000)] }));
    const reply = { result: { Trace: items } };
    expect(read(JSON.stringify(reply), [100], limits)).toEqual(deleted(reply));
    const long = { result: { Trace: items.map(({ n }) => ({ n, kept: 'x'.repeat(500) })) } };
    expect(() => read(JSON.stringify(long), [100], limits)).toThrow(TooLong);
    const outside = { result: { Root: 'x'.repeat(20_000) } };
    expect(() => read(JSON.stringify(outside), [100], limits)).toThrow(TooLong);
  });
});

describe('payloads of calls', () => {
  const payload = fc.oneof(
    fc.integer({ min: 0, max: 30_000 }).map((size) => 'ABCDEFGH'.repeat(size >> 3)),
    fc.constantFrom('A'.repeat(1024), 'A'.repeat(1028), 'A'.repeat(2048), '', null),
  );
  const call = fc.record({
    Msg: fc.record({ Params: payload }),
    MsgRct: fc.record({ Return: payload }),
  });
  const item = fc.record({
    Msg: fc.record({ Params: payload }),
    MsgRct: fc.record({ Return: payload }),
    ExecutionTrace: fc.record({
      Msg: fc.record({ Params: payload }),
      Subcalls: fc.array(
        fc.record({ Msg: fc.record({ Params: payload }), Subcalls: fc.array(call) }),
      ),
    }),
  });
  const maxTexts = 65_536;
  const maxAllTexts = 160_000;

  it('are bounded together, those of the message and of its first call aside', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 4 }), lengths, (Trace, pieces) => {
        const text = JSON.stringify({ result: { Trace } });
        const limits = { ...LIMITS, maxTexts, maxAllTexts };
        const told = read(text, [Infinity], limits) as { result: { Trace: typeof Trace } };
        // However it comes.
        expect(
          read(
            text,
            pieces.map((length) => length * 50),
            limits,
          ),
        ).toEqual(told);
        let leftOfAll = maxAllTexts;
        for (const [index, one] of told.result.Trace.entries()) {
          const whole = Trace[index];
          expect({ ...one, ExecutionTrace: one.ExecutionTrace.Msg }).toEqual({
            ...whole,
            ExecutionTrace: whole?.ExecutionTrace.Msg,
          });
          const kept = textsOf(one.ExecutionTrace.Subcalls);
          const asked = textsOf(whole?.ExecutionTrace.Subcalls);
          const before = Math.min(maxTexts, leftOfAll);
          let left = before;
          for (const [at, cut] of kept.entries()) {
            const full = asked[at] ?? '';
            const most = Math.max(1024, Math.floor(left / 32 / 4) * 4);
            expect(cut === full.slice(0, most)).toBe(true);
            if (cut.length > 1024) left -= cut.length;
          }
          expect(kept).toHaveLength(asked.length);
          expect(left).toBeGreaterThanOrEqual(0);
          leftOfAll -= before - left;
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are bounded for each reply alone, so that a batch reads as its replies do', () => {
    const params = 'A'.repeat(60_000);
    const reply = {
      result: { Trace: [{ a: { b: [{ c: [{ Params: params }, { Params: params }] }] } }] },
    };
    const limits = { ...LIMITS, maxTexts: 1 << 20, maxAllTexts: 1 << 16 };
    const alone = read(JSON.stringify(reply), [4096], limits);
    expect(alone).not.toEqual(reply);
    expect(read(JSON.stringify([reply, reply]), [4096], limits)).toEqual([alone, alone]);
  });

  it('with escapes are whole: cutting one could change what is left', () => {
    const escaped = '"\\u0000'.repeat(10_000);
    const reply = {
      result: { Trace: [{ a: { b: [{ c: { Params: `${'A'.repeat(1000)}${escaped}`, d: 1 } }] } }] },
    };
    const limits = { ...LIMITS, maxTexts: 0 };
    expect(read(JSON.stringify(reply), [1000], limits)).toEqual(reply);
    const plain = {
      result: { Trace: [{ a: { b: [{ c: { Params: 'A'.repeat(5000), d: 1 } }] } }] },
    };
    expect(read(JSON.stringify(plain), [7], limits)).toEqual({
      result: { Trace: [{ a: { b: [{ c: { Params: 'A'.repeat(1024), d: 1 } }] } }] },
    });
  });

  it('of methods that no contract calls at will are whole, up to a limit of their own', () => {
    const long = 'A'.repeat(5000);
    const cut = 'A'.repeat(1024);
    const call = (method: unknown, params: string, result: string) => ({
      Msg: { Method: method, Params: params },
      MsgRct: { Return: result },
    });
    const trace = (...calls: object[]) => ({
      result: { Trace: [{ ExecutionTrace: { Subcalls: calls } }] },
    });
    const limits = { ...LIMITS, maxTexts: 0, maxNativeTexts: 20_000 };
    const asked = [0, 1, 2, 6, 1023, 1024, 3844450837, 1000000500, '2', null];
    const whole = new Set<unknown>([1, 2, 1023]);
    for (const method of asked)
      for (const space of ['', ' ', '\n '])
        for (const length of [Infinity, 3, 1000]) {
          const kept = whole.has(method) ? long : cut;
          expect(
            read(spaced(trace(call(method, long, long)), space), [length], limits),
            String(method),
          ).toEqual(trace(call(method, kept, kept)));
        }
    // Another method's number does not stay with the next call; the limit is all calls' together.
    const proposal = call(2, long, long);
    expect(
      read(JSON.stringify(trace(proposal, call(0, long, ''), proposal, proposal)), [64], limits),
    ).toEqual(trace(proposal, call(0, cut, ''), proposal, call(2, cut, cut)));
  });
});

/** All texts of a document, in its order. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
