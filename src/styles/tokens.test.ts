import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
);

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

function of(name: string, theme: 'light' | 'dark'): string {
  const token = tokens.get(name);
  if (token === undefined) throw new Error(`no colour --${name}`);
  return token[theme];
}

const GROUNDS = ['paper', 'surface', 'sunken', 'hover'];
const TEXTS = [
  'ink',
  'soft',
  'muted',
  'accent',
  'accent-strong',
  'good',
  'wait',
  'warn',
  'fail',
  'orphan',
];
const TINTED = [
  'good',
  'wait',
  'warn',
  'fail',
  'orphan',
  'transfer',
  'contract',
  'proof',
  'market',
  'multisig',
  'system',
];

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const textPairs: [text: string, ground: string][] = [
    ...TEXTS.flatMap((text) => GROUNDS.map((ground): [string, string] => [text, ground])),
    ...TINTED.map((name): [string, string] => [name, `${name}-ground`]),
    ...TINTED.map((name): [string, string] => ['ink', `${name}-ground`]),
    ['accent', 'accent-ground'],
    ['ink', 'accent-ground'],
    ['soft', 'accent-ground'],
    ['muted', 'accent-ground'],
    ['ink', 'accent-line'],
    ['on-accent', 'accent'],
  ];
  test.each(textPairs)('%s on %s reads (4.5:1)', (text, ground) => {
    expect(contrast(of(text, theme), of(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['edge', 'series-1', 'series-2', 'series-3', 'series-4', 'series-5'])(
    '%s is seen on paper and surface (3:1)',
    (name) => {
      for (const ground of ['paper', 'surface'])
        expect(contrast(of(name, theme), of(ground, theme))).toBeGreaterThanOrEqual(3);
    },
  );
});

test('every colour of the tokens is known to this test or a hairline', () => {
  const known = new Set([
    ...GROUNDS,
    ...TEXTS,
    ...TINTED.flatMap((name) => [name, `${name}-ground`]),
    'line',
    'edge',
    'accent-ground',
    'accent-line',
    'on-accent',
    ...[1, 2, 3, 4, 5].map((n) => `series-${n}`),
  ]);
  expect([...tokens.keys()].filter((name) => !known.has(name))).toEqual([]);
});

test('every property that a style reads is set somewhere', () => {
  const sources = globSync('src/**/*.{css,astro,ts,tsx}').map((file) => readFileSync(file, 'utf8'));
  const set = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/(--[a-z][\w-]*)\s*:|['"](--[a-z][\w-]*)['"]/g)].map(
        ([, written, named]) => written ?? named,
      ),
    ),
  );
  const read = sources.flatMap((source) =>
    [...source.matchAll(/var\((--[a-z][\w-]*)/g)].map(([, name]) => name),
  );
  expect(read.length).toBeGreaterThan(500);
  expect(read.filter((name) => !set.has(name))).toEqual([]);
});
