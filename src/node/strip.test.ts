import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StateCompute } from './schemas.ts';
import { dropMembers } from './strip.ts';

const NAMES = ['GasCharges', 'IpldOps', 'Logs'];

/** Parses first and deletes then: the slow way that the fast one must equal. */
function deleted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deleted);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !NAMES.includes(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, deleted(member)]));
}

function drop(text: string): string {
  return dropMembers(Buffer.from(text), NAMES).toString('utf8');
}

describe('dropMembers', () => {
  it('gives what parsing and deleting gives, on a real mainnet trace', () => {
    const fixture = new URL(
      '../../data/fixtures/node/state-compute-2907480.json.zst',
      import.meta.url,
    );
    const whole = zstdDecompressSync(readFileSync(fixture));
    expect(whole.length).toBeGreaterThan(14_000_000);
    const stripped = dropMembers(whole, NAMES);
    expect(stripped.length).toBeLessThan(700_000);
    const parsed = JSON.parse(stripped.toString('utf8')) as { height: number; answer: unknown };
    expect(parsed).toEqual(deleted(JSON.parse(whole.toString('utf8'))));
    expect(parsed.height).toBe(2907480);
    const trace = StateCompute.parse(parsed.answer);
    expect(trace.Trace.filter(({ Msg }) => Msg.From !== 'f00')).toHaveLength(99);
    expect(trace.Trace).toHaveLength(102);
    expect(JSON.stringify(trace).match(/"Subcalls"/g)).toHaveLength(553);
  });

  it.each([
    ['{"GasCharges":[1,2],"a":1}', '{"a":1}'],
    ['{"a":1,"GasCharges":[{"x":"]}"}]}', '{"a":1}'],
    ['{"IpldOps":null,"Logs":[],"a":1}', '{"a":1}'],
    ['{"IpldOps":[],"Logs":[]}', '{}'],
    ['{"a":[{"Logs":["\\\\"]},{"Logs":["\\""],"b":2}]}', '{"a":[{},{"b":2}]}'],
    ['{ "a" : 1 , "Logs" : [ 1 , 2 ] , "b" : 2 }', '{ "a" : 1  , "b" : 2 }'],
    ['{"Logs":{"a":[1]},"b":"Logs","c":"\\"Logs\\":[1]"}', '{"b":"Logs","c":"\\"Logs\\":[1]"}'],
    ['{"x\\"Logs":[1],"Logs":"a,b","y":-1.5e3}', '{"x\\"Logs":[1],"y":-1.5e3}'],
    ['{"a":1,"Logs":12,"b":true}', '{"a":1,"b":true}'],
    ['["Logs"]', '["Logs"]'],
  ])('drops from %s', (text, expected) => {
    expect(drop(text)).toBe(expected);
  });

  it('equals parsing and deleting on any JSON, spaced or not', () => {
    const key = fc.oneof(
      fc.constantFrom(...NAMES, '"Logs', 'Logs\\', 'x"GasCharges"', 'a'),
      fc.string(),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        fc.constantFrom('Logs', '"Logs":', ']}', '\\"'),
        fc.string({ unit: 'binary' }),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 5, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2), (value, spaces) => {
        const text = JSON.stringify(value, null, spaces);
        expect(JSON.parse(drop(text))).toEqual(deleted(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  it('ends on text that is no JSON', () => {
    for (const text of ['"Logs":', '{"Logs":[', '{"Logs":"\\', '{,"Logs":]'])
      expect(typeof drop(text)).toBe('string');
  });
});
