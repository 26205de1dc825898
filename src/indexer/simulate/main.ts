/**
 * `npm run simulate -- <seeds> [kind]`: as many seeds from 1 on, or `<first>-<last>`, with all kinds of
 * trouble or one. Exit code 1 when a seed ends with differences, or a kind never struck.
 */
import { KINDS } from './kinds.ts';
import { Simulation, type Outcome } from './simulate.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const [argument = '30', only] = process.argv.slice(2);
const match = /^(?:(\d+)-)?(\d+)$/.exec(argument);
if (!match) {
  process.stderr.write(`${argument} is no number of seeds, nor <first>-<last>\n`);
  process.exit(2);
}
const first = Number(match[1] ?? 1);
const last = Number(match[2]);

const simulation = await Simulation.open();
const outcomes: Outcome[] = [];
const began = performance.now();
for (let seed = first; seed <= last; seed++) {
  const outcome = await simulation.run(seed, only === undefined ? {} : { only: [only] });
  outcomes.push(outcome);
  const { stretch, differences, counts, tipsets, deepest, reorganisations, kills, ms } = outcome;
  const struck = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const words = `${stretch.chain} ${stretch.from}: ${tipsets} tipsets, ${kills} kills, ${reorganisations} reorganisations (deepest ${deepest}), ${struck} strikes, ${Math.round(ms)} ms`;
  say(`${differences.length === 0 ? '✓' : '✗'} ${seed} ${words}`);
  if (differences.length > 0) {
    say(`  struck: ${[...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')}`);
    for (const difference of differences) say(`  ${difference.slice(0, 600)}`);
  }
}
await simulation.close();
const seconds = (performance.now() - began) / 1000;
say(`\n${outcomes.length} seeds in ${seconds.toFixed(0)} s`);
let failed = outcomes.some(({ differences }) => differences.length > 0);
for (const { name } of KINDS) {
  if (only !== undefined && name !== only) continue;
  const count = outcomes.reduce((sum, { counts }) => sum + (counts.get(name) ?? 0), 0);
  say(`${String(count).padStart(6)} ${name}`);
  if (count === 0) failed = true;
}
process.exitCode = failed ? 1 : 0;
