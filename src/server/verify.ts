/**
 * `npm run verify`: recomputes the invariants of an index and compares it with its node. Takes the
 * settings of `npm start` and, as arguments, how many things of a kind are compared with the node
 * (200, or `all`), and `repair`, which mends what is wrong. Exit code 1 when anything differs (still),
 * 2 when it could not be verified.
 */
import { repair } from '#indexer/verify/repair/index.ts';
import { damageKey, verify, type CheckResult, type VerifyOptions } from '#indexer/verify/index.ts';
import { openStore } from '#store/store.ts';
import { ConfigError, databaseSettings, parseConfig } from './config.ts';
import { createLog } from './log.ts';
import { openNode } from './node.ts';

const DEFAULT_SAMPLE = 200;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface Order {
  sample: number;
  repair: boolean;
}

function orderOf(parameters: readonly string[]): Order {
  const order = { sample: DEFAULT_SAMPLE, repair: false };
  for (const argument of parameters)
    if (argument === 'repair') order.repair = true;
    else if (argument === 'all') order.sample = Number.POSITIVE_INFINITY;
    else if (/^[1-9]\d{0,8}$/.test(argument)) order.sample = Number(argument);
    else
      throw new ConfigError(`${argument} is not understood: a number of samples, all, or repair`);
  return order;
}

function sayResult(result: CheckResult): void {
  const { name, compared, untold = 0, differences, refused, noted = [], took } = result;
  const seconds = (took / 1000).toFixed(1);
  const mark = differences.length === 0 ? '✓' : '✗';
  const missing = untold === 0 ? '' : `, ${untold} not told by the node`;
  say(`${mark} ${name}: ${compared} compared${missing} (${seconds} s)`);
  for (const note of noted) say(`    let pass: ${note}`);
  if (refused !== undefined) say(`    not compared: ${refused}`);
  for (const { key, expected, found } of differences)
    say(`    ${key}: expected ${expected}, found ${found}`);
}

/** All differences, once they are told. */
async function verified(options: VerifyOptions) {
  const found: CheckResult['differences'] = [];
  for await (const result of verify(options)) {
    sayResult(result);
    found.push(...result.differences);
  }
  return found;
}

async function run(): Promise<number> {
  const { sample, repair: mending } = orderOf(process.argv.slice(2));
  const config = parseConfig(process.env);
  const log = createLog('warn', false);
  const store = await openStore({ ...databaseSettings(config), log });
  try {
    const row = await store.db.selectFrom('checkpoint').select('head_height').executeTakeFirst();
    // The recording stands where the index is: nothing moves while it is verified.
    const node = await openNode({ ...config, DEMO_START_HEIGHT: 0 }, log, row?.head_height ?? null);
    try {
      const options = { store, node: node.client, sample };
      let found = await verified(options);
      const tried = new Set<string>();
      while (mending) {
        const damages = found
          .flatMap(({ damage }) => damage ?? [])
          .filter((damage) => !tried.has(damageKey(damage)));
        if (damages.length === 0) break;
        for (const damage of damages) tried.add(damageKey(damage));
        say('');
        for await (const { what, left } of repair({ ...options, damages }))
          say(left === null ? `mended: ${what}` : `not mended: ${what}: ${left}`);
        say('');
        found = await verified(options);
      }
      if (mending && found.length > 0)
        say('What is left cannot be mended in place: it comes with an index that is built anew.');
      say(`\n${found.length} differences at height ${row?.head_height ?? '—'}`);
      return found.length === 0 ? 0 : 1;
    } finally {
      await node.close();
    }
  } finally {
    await store.close();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
