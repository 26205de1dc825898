/**
 * The tables of methods and shapes against data/fixtures/actors/dispatch: which numbers each built-in
 * actor dispatches in actors versions 8 to 19 (builtin-actors, the dispatch of each release), and what
 * their params and returns consist of (go-state-types; where its Go types leave something out, the
 * actors' own).
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readFixture } from '../testing/fixtures.ts';
import { ACTOR_KINDS } from './kinds.ts';
import { findMethod, frc42Number, methodName } from './methods.ts';
import { shapeOf } from './schemas/index.ts';
import type { Shape } from './shape.ts';

/** A word, a list of one shape, or named fields; `any`: not compared. */
type Told = string | readonly Told[] | { readonly fields: readonly (readonly [string, Told])[] };
const Told: z.ZodType<Told> = z.lazy(() =>
  z.union([
    z.string(),
    z.array(Told).length(1),
    z.object({ fields: z.array(z.tuple([z.string(), Told])) }),
  ]),
);
const Row = z.object({
  kind: z.enum(ACTOR_KINDS),
  number: z.int(),
  name: z.string(),
  params: Told,
  returns: Told,
  versions: z.tuple([z.int(), z.int()]),
});
const rows = readFixture('../actors/dispatch', Row);

/** Words whose CBOR is a byte string: what is in it is read further. */
const BYTES = new Set(['bytes', 'peer', 'multiaddr', 'calldata', 'evmReturn', 'initcode']);
const MORE_BYTES = new Set(['ethAddress', 'signature']);

/** Where a shape reads something else than is told, as a path; null where it fits. */
function misfit(told: Told, shape: Shape, path: string): string | null {
  if (told === 'any' || shape === 'any') return null;
  if (typeof shape !== 'string') {
    if (shape.form === 'maybe') return misfit(told, shape.of, path);
    if (shape.form === 'inside' || shape.form === 'call') return told === 'bytes' ? null : path;
    if (shape.form === 'oneOf') {
      const found = shape.of.map((one) => misfit(told, one, path));
      return found.includes(null) ? null : (found[0] ?? null);
    }
  }
  if (typeof told === 'string') {
    if (typeof shape !== 'string') return `${path}: ${told}, not a ${shape.form}`;
    if (told === 'bytes' && (BYTES.has(shape) || MORE_BYTES.has(shape))) return null;
    if (told === shape || (told === 'text' && shape === 'label')) return null;
    return `${path}: ${told}, not ${shape}`;
  }
  if (typeof shape === 'string') return `${path}: not ${shape}`;
  if (!('fields' in told)) {
    const [of = 'any'] = told;
    return shape.form === 'list' ? misfit(of, shape.of, `${path}[]`) : `${path}: a list`;
  }
  if (shape.form !== 'tuple') return `${path}: fields`;
  const own = Object.values(shape.fields);
  if (told.fields.length > own.length || told.fields.length < shape.least)
    return `${path}: ${told.fields.length} fields, not ${own.length}`;
  for (const [index, [name, field]] of told.fields.entries()) {
    const found = misfit(field, own[index] ?? 'none', `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

/** Names that tell more than the actors' own, which several actors share. */
const withoutFamily = (name: string): string => name.replace(/ \(\w+\)$/, '');

describe('methods of the built-in actors', () => {
  it('have their numbers and names in each version', () => {
    const differing: string[] = [];
    for (const { kind, number, name, versions } of rows)
      for (let version = versions[0]; version <= versions[1]; version++) {
        const own = withoutFamily(methodName(kind, number, version));
        if (own !== name) differing.push(`${kind} ${version} ${number}: ${name}, not ${own}`);
      }
    expect(differing).toEqual([]);
  });

  it('have the params and returns of each version', () => {
    const differing: string[] = [];
    let compared = 0;
    for (const { kind, number, name, params, returns, versions } of rows) {
      const method = findMethod(kind, number, versions[0]);
      const shape = method && shapeOf(method);
      // What any receiver takes is no method of its own.
      if (!shape) {
        expect([name, number]).toEqual(['UniversalReceiverHook', frc42Number('Receive')]);
        continue;
      }
      compared++;
      for (const found of [
        misfit(params, shape.params, 'params'),
        misfit(returns, shape.returns, 'returns'),
      ])
        if (found !== null) differing.push(`${kind} ${name} ${versions.join('–')} ${found}`);
    }
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(170);
  });
});
