import { availableParallelism } from 'node:os';
import type { z } from 'zod';
import { type CompileQueue, Queue } from '#compiler/queue.ts';
import type { StoreOptions } from '#store/store.ts';
import type { SiteSettings } from './locals.ts';
import { settings } from './settings.ts';

/** More than these wait for the one that writes. */
const MAX_THREADS = 4;
/** More than these, each with a few connections, leave a PostgreSQL of usual settings none for others. */
const MOST_WEB_PROCESSES = 16;

/** A setting that the operator got wrong; `message` names it and says what is expected. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

export type Config = z.infer<typeof settings>;

/** Values that must not be repeated in an error or a log. */
const SECRET: ReadonlySet<string> = new Set([
  'NODE_TOKEN',
  'NODE_URL',
  'DATABASE_URL',
  'PRICE_URL',
]);

/**
 * Reads the configuration from an environment. An empty variable counts as unset; variables that
 * are no settings are ignored.
 * @throws ConfigError naming every wrong variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given: Record<string, string> = {};
  for (const name of Object.keys(settings.shape)) {
    const value = env[name]?.trim();
    if (value !== undefined && value !== '') given[name] = value;
  }
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const wrong = new Map<string, string>();
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0]);
      const value = given[name] ?? '';
      const shown = SECRET.has(name) ? '' : `, not "${value.slice(0, 80)}"`;
      if (!wrong.has(name)) wrong.set(name, `${name} must be ${issue.message}${shown}.`);
    }
    throw new ConfigError([...wrong.values()].join('\n'));
  }
  const config = parsed.data;
  if (config.ROLE !== 'all' && config.DATABASE_URL === undefined)
    throw new ConfigError(
      `ROLE=${config.ROLE} needs DATABASE_URL: the embedded database serves one process only.`,
    );
  if ((config.WEB_PROCESSES ?? 1) > 1 && config.DATABASE_URL === undefined)
    throw new ConfigError(
      `WEB_PROCESSES=${config.WEB_PROCESSES} needs DATABASE_URL: the embedded database serves one process only.`,
    );
  if (config.NODE_TOKEN !== undefined && config.NODE_URL === undefined)
    throw new ConfigError('NODE_TOKEN is set without NODE_URL; a recorded chain takes no token.');
  if (config.RECORDING_DIR !== undefined && config.NODE_URL !== undefined)
    throw new ConfigError('RECORDING_DIR and NODE_URL are both set: one of them is followed.');
  if (config.SITE_REGISTRATION_URL !== undefined && config.SITE_REGISTRATION === undefined)
    throw new ConfigError('SITE_REGISTRATION_URL is set without SITE_REGISTRATION.');
  if (config.SITE_APP_LINK !== undefined && config.SITE_APP_URL === undefined)
    throw new ConfigError('SITE_APP_LINK is set without SITE_APP_URL.');
  return config;
}

/**
 * Threads that gather for a backfill: what is set, else as many as have a processor beside the
 * indexer and the database.
 */
export function indexThreads(
  { INDEX_THREADS, DATABASE_URL }: Config,
  processors = availableParallelism(),
): number {
  const most = DATABASE_URL === undefined ? 1 : MAX_THREADS;
  return INDEX_THREADS ?? Math.max(0, Math.min(processors - 2, most));
}

/** Processes that answer: what is set, else as many as have a processor beside the database. */
export function webProcesses(
  { ROLE, WEB_PROCESSES, DATABASE_URL }: Config,
  processors = availableParallelism(),
): number {
  if (ROLE === 'indexer' || DATABASE_URL === undefined) return 1;
  return WEB_PROCESSES ?? Math.max(1, Math.min(processors - 1, MOST_WEB_PROCESSES));
}

/** Where sources wait to be compiled. */
export function compileQueue({ COMPILER_SLOTS: slots }: Config): CompileQueue {
  return new Queue(slots === undefined ? {} : { slots });
}

/** Which database, and how it is spoken with. */
export function databaseSettings(
  config: Config,
): Pick<StoreOptions, 'databaseUrl' | 'dataDir' | 'prepared'> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PREPARED_STATEMENTS } = config;
  return { databaseUrl, dataDir, prepared: PREPARED_STATEMENTS === 'on' };
}

/** Where the price of FIL is asked for; null without a provider. */
export function priceSource(config: Config): { url: string; path: string } | null {
  return config.PRICE_URL === undefined ? null : { url: config.PRICE_URL, path: config.PRICE_PATH };
}

/** The part of the configuration that pages show. */
export function siteSettings(config: Config): SiteSettings {
  return {
    url: config.SITE_URL === undefined ? null : new URL(config.SITE_URL).origin,
    telegram: config.SITE_TELEGRAM ?? null,
    contact: config.SITE_CONTACT ?? null,
    chatQr: config.SITE_CHAT_QR ?? null,
    registration:
      config.SITE_REGISTRATION === undefined
        ? null
        : { text: config.SITE_REGISTRATION, url: config.SITE_REGISTRATION_URL ?? null },
    editUrl: config.SITE_EDIT_URL?.replace(/\/+$/, '') ?? null,
    mainnetUrl: config.SITE_MAINNET_URL ?? null,
    calibrationUrl: config.SITE_CALIBRATION_URL ?? null,
    app: {
      url: config.SITE_APP_URL ?? null,
      urlZh: config.SITE_APP_URL_ZH ?? null,
      link: config.SITE_APP_LINK ?? null,
      ios: config.SITE_APP_IOS ?? null,
      play: config.SITE_APP_PLAY ?? null,
      apk: config.SITE_APP_APK ?? null,
      counted: config.SITE_APP_VIEWS !== undefined,
    },
  };
}
