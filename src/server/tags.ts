/**
 * `npm run tags`: what owners of storage providers called them. Takes the settings of `npm start`;
 * `-- list` tells all names with contacts, `-- remove f01234` takes one away, `-- ban f01234 why` all of
 * its owner's and lets the key sign no more, `-- bans`, `-- unban f1…`; `-- export file`, `-- import file`
 * carry them into another database. With the embedded database stop the server first. Exit code 2 when
 * it could not be done.
 */
import {
  banOwner,
  exportClaims,
  importClaims,
  listBans,
  listClaims,
  removeClaim,
  unbanOwner,
} from '#claims/moderation.ts';
import { formatAddress, formatId } from '#filecoin/address.ts';
import { openStore, type Store } from '#store/store.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { ConfigError, databaseSettings, parseConfig } from './config.ts';
import { createLog } from './log.ts';

const USAGE =
  'One of: list, remove <provider>, ban <provider or owner> [reason], bans, unban <owner>, export <file>, import <file>';

const NO_NAME = 'It has no such name.';

/** A line of a terminal: what owners wrote may hold anything. */
const lineOf = (...parts: readonly (string | null)[]): string =>
  `${parts.map((part) => (part ?? '–').replaceAll(/\p{C}/gu, '�')).join('\t')}\n`;

async function run(store: Store, order: readonly string[]): Promise<string> {
  const [what, whom, ...words] = order;
  if (what === 'list') {
    const rows = await listClaims(store);
    return rows
      .map((row) =>
        lineOf(
          formatId(row.actor_id),
          row.en,
          row.en_full,
          row.zh,
          row.zh_full,
          row.contact,
          formatAddress(row.owner),
          new Date(row.signed_at * 1000).toISOString(),
        ),
      )
      .join('');
  }
  if (what === 'bans')
    return (await listBans(store))
      .map(({ owner, reason }) => lineOf(formatAddress(owner), reason))
      .join('');
  if (whom === undefined) throw new ConfigError(USAGE);
  switch (what) {
    case 'remove':
      if (!(await removeClaim(store, whom))) throw new ConfigError(NO_NAME);
      return 'Removed.\n';
    case 'ban': {
      const gone = await banOwner(store, whom, words.join(' '));
      if (gone === null) throw new ConfigError(NO_NAME);
      return `Banned. Names removed: ${gone}.\n`;
    }
    case 'unban':
      if (!(await unbanOwner(store, whom))) throw new ConfigError('It was not banned.');
      return 'It may sign again.\n';
    case 'export':
      writeFileSync(whom, await exportClaims(store));
      return `Written to ${whom}.\n`;
    case 'import':
      return `Names taken over: ${await importClaims(store, readFileSync(whom, 'utf8'))}.\n`;
  }
  throw new ConfigError(USAGE);
}

try {
  const config = parseConfig(process.env);
  const store = await openStore({ ...databaseSettings(config), log: createLog('warn', false) });
  try {
    process.stdout.write(await run(store, process.argv.slice(2)));
  } finally {
    await store.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
