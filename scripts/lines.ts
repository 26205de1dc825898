/**
 * `node scripts/lines.ts`: lines of source by room, and of tests. Source is what is tracked of .ts,
 * .tsx, .astro, .css, .mjs, .cjs and .js in src, bench, scripts, public and the root; tests, what they
 * share (testing/) and e2e are counted apart.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SOURCE = /\.(ts|tsx|astro|css|mjs|cjs|js)$/;
const PLACES = /^(src|bench|scripts|public|e2e)\/|^[^/]+$/;
const TEST = /\.test\.tsx?$|\/testing\/|^e2e\//;

const room = (path: string): string => {
  const [place = '', folder = ''] = path.split('/');
  if (!path.includes('/')) return '(root)';
  return place === 'src' && path.split('/').length > 2 ? `src/${folder}` : place;
};

const lines = new Map<string, { source: number; test: number }>();
const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
for (const path of tracked) {
  if (!SOURCE.test(path) || !PLACES.test(path)) continue;
  const of = lines.get(room(path)) ?? { source: 0, test: 0 };
  of[TEST.test(path) ? 'test' : 'source'] += readFileSync(path, 'utf8').split('\n').length - 1;
  lines.set(room(path), of);
}

const row = (name: string, { source, test }: { source: number; test: number }): void =>
  console.log(`${name.padEnd(18)}${String(source).padStart(8)}${String(test).padStart(8)}`);
console.log(`${''.padEnd(18)}${'source'.padStart(8)}${'tests'.padStart(8)}`);
for (const [name, counted] of [...lines].sort(([a], [b]) => a.localeCompare(b))) row(name, counted);
const sum = (of: 'source' | 'test'): number =>
  [...lines.values()].reduce((total, counted) => total + counted[of], 0);
row('all', { source: sum('source'), test: sum('test') });
