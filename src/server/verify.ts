/**
 * `npm run verify`: recomputes the invariants of an index and compares it with its node. Takes the
 * settings of `npm start` and, as argument, how many things of a kind are compared with the node
 * (200, or `all`). Exit code 1 when anything differs, 2 when it could not be verified.
 */
import { verify } from '#indexer/verify/index.ts';
import { openStore } from '#store/store.ts';
import { ConfigError, parseConfig } from './config.ts';
import { createLog } from './log.ts';
import { openNode } from './node.ts';

const DEFAULT_SAMPLE = 200;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function sampleOf(argument: string | undefined): number {
  if (argument === undefined) return DEFAULT_SAMPLE;
  if (argument === 'all') return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,8}$/.test(argument)) return Number(argument);
  throw new ConfigError(`${argument} is not understood: a number of samples, or all`);
}

async function run(): Promise<number> {
  const sample = sampleOf(process.argv[2]);
  const config = parseConfig(process.env);
  const log = createLog('warn', false);
  const store = await openStore({
    databaseUrl: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    log,
  });
  try {
    const row = await store.db.selectFrom('checkpoint').select('head_height').executeTakeFirst();
    // The recording stands where the index is: nothing moves while it is verified.
    const node = await openNode({ ...config, DEMO_START_HEIGHT: 0 }, log, row?.head_height ?? null);
    try {
      let total = 0;
      for await (const { name, compared, untold = 0, differences, refused, took } of verify({
        store,
        node: node.client,
        sample,
      })) {
        const seconds = (took / 1000).toFixed(1);
        const mark = differences.length === 0 ? '✓' : '✗';
        const missing = untold === 0 ? '' : `, ${untold} not told by the node`;
        say(`${mark} ${name}: ${compared} compared${missing} (${seconds} s)`);
        if (refused !== undefined) say(`    not compared: ${refused}`);
        for (const { key, expected, found } of differences)
          say(`    ${key}: expected ${expected}, found ${found}`);
        total += differences.length;
      }
      say(`\n${total} differences at height ${row?.head_height ?? '—'}`);
      return total === 0 ? 0 : 1;
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
