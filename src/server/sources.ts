/**
 * `npm run sources`: verified sources of contracts. Takes the settings of `npm start`; `-- export <file>`
 * writes all of them as lines of JSON, `-- import <file>` takes them into this database and tells what it
 * left out. With the embedded database stop the server first. Exit code 1 when something was left out,
 * 2 when it could not be done.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openStore, type Store } from '#store/store.ts';
import { exportSources, importSources } from '#verification/exchange.ts';
import { ConfigError, databaseSettings, parseConfig } from './config.ts';
import { createLog } from './log.ts';

const USAGE = 'One of: export <file>, import <file>';

async function run(store: Store, order: readonly string[]): Promise<number> {
  const [what, file, ...others] = order;
  if (file === undefined || others.length > 0) throw new ConfigError(USAGE);
  if (what === 'export') {
    await pipeline(Readable.from(exportSources(store)), createWriteStream(file));
    process.stdout.write(`Written to ${file}.\n`);
    return 0;
  }
  if (what !== 'import') throw new ConfigError(USAGE);
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  const { builds, codes, left } = await importSources(store, lines);
  for (const { line, why } of left)
    process.stderr.write(`Line ${line} is left out: ${why.replaceAll(/\p{C}/gu, '�')}\n`);
  process.stdout.write(`${builds} builds and ${codes} codes taken over.\n`);
  return left.length === 0 ? 0 : 1;
}

try {
  const config = parseConfig(process.env);
  const store = await openStore({ ...databaseSettings(config), log: createLog('warn', false) });
  try {
    process.exitCode = await run(store, process.argv.slice(2));
  } finally {
    await store.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
