/** The process: reads its settings, runs its roles, stops when told to. */
import { fileURLToPath } from 'node:url';
import { ConfigError, parseConfig, type Config } from './config.ts';
import { createLog } from './log.ts';
import { run, type Running } from './run.ts';
import { helpText } from './settings.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const USAGE_EXIT = 2;

function say(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${text}\n`);
}

function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(process.stderr, `${error.message}\nSettings: npm start -- --help`);
    process.exit(USAGE_EXIT);
  }
}

const [argument] = process.argv.slice(2);
if (argument === '--help' || argument === '-h') {
  say(process.stdout, helpText());
  process.exit(0);
}
if (argument !== undefined) {
  say(process.stderr, `${argument} is not understood. Settings: npm start -- --help`);
  process.exit(USAGE_EXIT);
}

const config = readConfig();
process.env.NODE_ENV ??= 'production';
const log = createLog(config.LOG_LEVEL, process.stdout.isTTY);
let running: Running | null = null;
let stopping = false;

async function stop(signal: NodeJS.Signals): Promise<void> {
  // Whoever asks twice does not want to wait.
  if (stopping) process.exit(1);
  stopping = true;
  log.info(`Stopping (${signal})`);
  try {
    await running?.close();
    log.info('Stopped');
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'Not everything could be closed');
    process.exit(1);
  }
}

process.on('SIGINT', (signal) => void stop(signal));
process.on('SIGTERM', (signal) => void stop(signal));
// One request or one call to the node must not take the others down; it is a defect all the same.
process.on('unhandledRejection', (error) => log.error({ err: error }, 'Unhandled rejection'));

try {
  running = await run(config, log, ROOT);
  log.info(
    `Sextant ${config.ROLE === 'indexer' ? 'indexes; health' : 'answers'} at ${running.url}`,
  );
} catch (error) {
  log.fatal(error instanceof Error ? error.message : String(error));
  log.debug({ err: error }, 'Where it failed');
  process.exit(1);
}
