/** The settings: what each may be, its default, what it means. */
import { z } from 'zod';
import { isAddressRange } from './http/client.ts';

/** A whole number written in decimal. */
function whole(from: number, to: number) {
  const expected = `a whole number from ${from} to ${to}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, expected)
    .transform(Number)
    .refine((value) => value >= from && value <= to, expected);
}

/** An absolute address of one of the given schemes. */
function address(schemes: readonly string[]) {
  const expected = `an address beginning with ${schemes.map((s) => `${s}://`).join(' or ')}`;
  return z
    .string()
    .max(2000, expected)
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      expected,
    );
}

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `one of ${values.join(', ')}`);

const line = (max: number) =>
  z
    .string()
    .max(max, `at most ${max} characters`)
    // Control characters would end up in pages and logs.
    .regex(/^\P{Cc}*$/u, 'text of one line');

const web = address(['http', 'https']);
/** This machine, as the host of an address. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const HEIGHT_LIMIT = 2 ** 31 - 1;

/**
 * Every setting, in the order of `--help`. `describe` is its meaning there and in the README; a
 * setting without a default may stay unset.
 */
export const settings = z.object({
  HOST: line(255)
    .regex(/^[^\s/]+$/, 'a host name or an IP address')
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 to serve other machines'),
  PORT: whole(0, 65535)
    .prefault('4321')
    .describe('Port of pages, API and websocket; 0 takes a free one'),
  NODE_URL: address(['http', 'https', 'ws', 'wss'])
    .optional()
    .describe(
      'JSON-RPC of a Filecoin node (http or ws, the other is derived); unset: a recorded chain',
    ),
  NODE_TOKEN: line(4096).optional().describe('Bearer token for the node'),
  DATABASE_URL: address(['postgres', 'postgresql'])
    .optional()
    .describe('PostgreSQL 15 or later; unset: an embedded database in DATA_DIR'),
  PREPARED_STATEMENTS: oneOf(['on', 'off'])
    .default('on')
    .describe(
      'Whether frequent reads are prepared by name on PostgreSQL; off behind a pooler that lends a connection for one transaction',
    ),
  DATA_DIR: line(4096)
    .default('.data')
    .describe('Folder of the embedded database and of fetched compilers'),
  RECORDING_DIR: line(4096)
    .optional()
    .describe('Folder of another recorded chain to be played instead of the demo chain'),
  DEMO_START_HEIGHT: whole(0, HEIGHT_LIMIT)
    .optional()
    .describe('Where the head of the recorded chain begins; unset: 700 epochs before its end'),
  DEMO_EPOCH_SECONDS: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, 'a number of seconds, 0 or more')
    .transform(Number)
    .prefault('30')
    .describe('Seconds between two tipsets of the recorded chain; 0: all at once'),
  DEMO_NODE_PORT: whole(0, 65535)
    .optional()
    .describe("Port of the recorded chain's JSON-RPC; unset or 0: a free one"),
  ROLE: oneOf(['all', 'indexer', 'web'])
    .default('all')
    .describe('What this process does; indexer and web need DATABASE_URL'),
  WEB_PROCESSES: whole(1, 64)
    .optional()
    .describe(
      'Processes that answer at the one PORT, each with a cache of its own; unset: one less than there are processors, 16 at most, with the embedded database 1',
    ),
  START_HEIGHT: whole(0, HEIGHT_LIMIT)
    .optional()
    .describe(
      'First height of a new index; unset: the genesis of a young chain, else the last finalised day',
    ),
  PASS_HEIGHT: whole(0, HEIGHT_LIMIT)
    .optional()
    .describe(
      'A height at which sums of gas or balances need not add up, when the index has stopped there: the difference becomes a transfer of type rebalance, which /health and npm run verify tell; unset: none',
    ),
  INDEX_THREADS: whole(0, 64)
    .optional()
    .describe(
      'Threads that ask the node and decode during a backfill, 0: none beside the main one; unset: two less than there are processors, 4 at most, with the embedded database 1',
    ),
  OPENING_RATE: whole(1, 1_000_000)
    .prefault('500')
    .describe(
      'Objects of the state per second that the node is asked for, at most, while an index takes over in the background what there was before its first height',
    ),
  CACHE_MB: whole(0, 100_000)
    .prefault('96')
    .describe('Memory for answers and pages that are kept per head, MB; 0: each is made anew'),
  API_RATE_LIMIT: whole(0, 1_000_000)
    .prefault('6000')
    .describe('Calls of /api per minute and client; 0: any number'),
  RPC_RATE_LIMIT: whole(0, 1_000_000)
    .prefault('600')
    .describe('Calls of /rpc/v1 per minute and client, each of a batch counted; 0: any number'),
  TAG_MIN_POWER: z
    .string()
    .regex(/^\d{1,30}$/, 'a whole number of bytes')
    .transform(BigInt)
    .prefault('10995116277760')
    .describe('Adjusted power in bytes from which on an owner may name a storage provider'),
  TAG_RATE_LIMIT: whole(0, 1_000_000)
    .prefault('30')
    .describe('Calls per minute and client that ask for a name or sign it; 0: any number'),
  TRUSTED_PROXIES: line(2000)
    .transform((text) => (text === 'none' ? [] : text.split(',').map((range) => range.trim())))
    .refine(
      (ranges) => ranges.every(isAddressRange),
      'addresses or ranges joined by commas, or none',
    )
    .prefault('127.0.0.0/8,::1')
    .describe('Proxies that are believed about whom they speak for (X-Forwarded-For), or none'),
  COMPILER_REGISTRY: web
    .optional()
    .describe(
      'npm registry from which Solidity compilers are fetched when first used, e.g. https://registry.npmjs.org/; unset: only the two that are installed',
    ),
  COMPILER_SLOTS: whole(1, 64)
    .optional()
    .describe(
      'Compilations at a time, each of up to 1 GB and 45 seconds; unset: one less than there are processors, at least 1',
    ),
  VERIFY_RATE_LIMIT: whole(0, 1_000_000)
    .prefault('20')
    .describe('Sources per minute and client that are handed in to be verified; 0: any number'),
  PRICE_URL: web
    .refine(
      (text) => text.startsWith('https://') || LOCAL_HOSTS.has(new URL(text).hostname),
      'an https address, or http on this machine',
    )
    .optional()
    .describe('JSON document with the price of FIL, asked every 5 minutes; unset: no prices'),
  PRICE_PATH: line(200)
    .regex(/^[^.\s]+(\.[^.\s]+)*$/, 'names joined by dots, e.g. filecoin.usd')
    .default('price')
    .describe('Where the number stands in that document, e.g. filecoin.usd'),
  IP_DATABASE: line(4096)
    .optional()
    .describe("File of an IP database in MaxMind's format (City); unset: nobody's place is shown"),
  CONTENT_DIR: line(4096)
    .optional()
    .describe(
      'Folder whose files take the place of those in src/content/networks; unset: only those',
    ),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('What is logged'),
  SITE_URL: web.optional().describe('Public address of the site, for links to it from elsewhere'),
  SITE_TELEGRAM: web.optional().describe('Official chat group, in the header'),
  SITE_CONTACT: line(254)
    .regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'a mail address')
    .optional()
    .describe('Contact mail address, in the footer'),
  SITE_CHAT_QR: line(2000)
    .regex(/^\/[^/\\]/, 'a path on this site, e.g. /chat-qr.png')
    .optional()
    .describe("Picture of the chat group's QR code (path on this site), in the Chinese footer"),
  SITE_REGISTRATION: line(200).optional().describe('Registration number, in the footer'),
  SITE_REGISTRATION_URL: web.optional().describe('Where the registration number leads'),
  SITE_EDIT_URL: web
    .optional()
    .describe(
      'Where files of the repository are edited, e.g. https://github.com/…/edit/main; wiki articles link there',
    ),
  SITE_MAINNET_URL: web.optional().describe('This explorer for mainnet, in the network menu'),
  SITE_CALIBRATION_URL: web
    .optional()
    .describe('This explorer for the calibration network, in the network menu'),
  SITE_APP_URL: web
    .optional()
    .describe('Where a wallet’s app is told of and downloaded; a button on phones leads there'),
  SITE_APP_URL_ZH: web.optional().describe('The same page in Chinese'),
  SITE_APP_LINK: line(500)
    .regex(
      /^(?!(https?|javascript|data|file|blob):)[a-z][a-z0-9+.-]*:\/\/\S*$/i,
      'a link of an app',
    )
    .optional()
    .describe('Link that opens that app where it is installed, e.g. wallet://data'),
  SITE_APP_IOS: web.optional().describe('The app in the App Store, in the footer'),
  SITE_APP_PLAY: web.optional().describe('The app in Google Play, in the footer'),
  SITE_APP_APK: web.optional().describe('The app as an Android package, in the footer'),
  SITE_APP_VIEWS: web
    .optional()
    .describe(
      'Host of the wallet’s provider, told by this server which of the three was chosen (POST /api/v1/page/view); unset: nobody is',
    ),
});

/** One line of the table of settings. */
export interface SettingRow {
  name: string;
  /** As written in the environment; empty when there is none. */
  default: string;
  meaning: string;
}

/** The table of settings, from the schema. */
export function settingRows(): SettingRow[] {
  return Object.entries(settings.shape).map(([name, schema]) => {
    const filled: unknown =
      schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
        ? schema.def.defaultValue
        : '';
    return { name, default: String(filled), meaning: schema.description ?? '' };
  });
}

/** What `npm start -- --help` prints. */
export function helpText(): string {
  const rows = [{ name: 'Setting', default: 'Default', meaning: 'Meaning' }, ...settingRows()];
  const width = (pick: (row: SettingRow) => string) => Math.max(...rows.map((r) => pick(r).length));
  const first = width((r) => r.name);
  const second = width((r) => r.default);
  const table = rows.map(
    (r) => `  ${r.name.padEnd(first)}  ${r.default.padEnd(second)}  ${r.meaning}`,
  );
  return [
    'Sextant: an explorer and data service for Filecoin.',
    '',
    'Usage: npm start [-- --help]',
    '',
    'Settings are environment variables:',
    '',
    ...table,
    '',
  ].join('\n');
}
