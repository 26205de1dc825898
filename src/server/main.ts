/** The process: reads its settings, runs its roles, stops when told to. */
import { fileURLToPath } from 'node:url';
import cluster from 'node:cluster';
import { ConfigError, parseConfig, webProcesses, type Config } from './config.ts';
import { createLog } from './log.ts';
import { runProcesses } from './processes/run.ts';
import { Worker } from './processes/worker.ts';
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

async function stop(signal: NodeJS.Signals | null): Promise<void> {
  // Whoever asks twice does not want to wait.
  if (stopping) process.exit(1);
  stopping = true;
  if (signal !== null) log.info(`Stopping (${signal})`);
  try {
    await running?.close();
    if (signal !== null) log.info('Stopped');
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'Not everything could be closed');
    process.exit(1);
  }
}

/** One of several web processes; null for any other. */
const worker = cluster.isWorker ? new Worker(webProcesses(config), () => void stop(null)) : null;
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, (signal) => {
    // A terminal's Ctrl-C reaches all: a web process stops when the primary tells it to.
    if (worker === null) void stop(signal);
  });
// One request or one call to the node must not take the others down; it is a defect all the same.
process.on('unhandledRejection', (error) => log.error({ err: error }, 'Unhandled rejection'));

try {
  if (worker !== null) {
    running = await run(config, log, ROOT, worker);
    worker.listening(running.url);
  } else {
    running =
      webProcesses(config) > 1 ? await runProcesses(config, log) : await run(config, log, ROOT);
    log.info(
      `Sextant ${config.ROLE === 'indexer' ? 'indexes; health' : 'answers'} at ${running.url}`,
    );
  }
} catch (error) {
  log.fatal(error instanceof Error ? error.message : String(error));
  log.debug({ err: error }, 'Where it failed');
  process.exit(1);
}
