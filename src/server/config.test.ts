import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, indexThreads, parseConfig, siteSettings, webProcesses } from './config.ts';
import { helpText, settingRows } from './settings.ts';

function refusal(env: Record<string, string>): string {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('parseConfig', () => {
  it('fills in the defaults', () => {
    expect(parseConfig({})).toEqual({
      HOST: '127.0.0.1',
      PORT: 4321,
      PREPARED_STATEMENTS: 'on',
      DATA_DIR: '.data',
      DEMO_EPOCH_SECONDS: 30,
      ROLE: 'all',
      LOG_LEVEL: 'info',
      OPENING_RATE: 500,
      PRICE_PATH: 'price',
      CACHE_MB: 96,
      API_RATE_LIMIT: 6000,
      RPC_RATE_LIMIT: 600,
      TAG_MIN_POWER: 10n * 2n ** 40n,
      TAG_RATE_LIMIT: 30,
      VERIFY_RATE_LIMIT: 20,
      TRUSTED_PROXIES: ['127.0.0.0/8', '::1'],
    });
  });

  it('takes an empty variable as unset and ignores what is no setting', () => {
    expect(parseConfig({ PORT: ' ', NODE_URL: '', PATH: '/bin' }).PORT).toBe(4321);
  });

  it('reads numbers, roles and addresses', () => {
    const config = parseConfig({
      PORT: '0',
      DEMO_EPOCH_SECONDS: '0.25',
      ROLE: 'web',
      DATABASE_URL: 'postgres://user:secret@host/db',
      NODE_URL: 'wss://node.example/rpc/v1',
      START_HEIGHT: '0',
    });
    expect(config).toMatchObject({
      PORT: 0,
      DEMO_EPOCH_SECONDS: 0.25,
      ROLE: 'web',
      START_HEIGHT: 0,
    });
  });

  it.each([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1".'],
    [{ PORT: '1e3' }, 'PORT must be a whole number from 0 to 65535, not "1e3".'],
    [{ PORT: '0x10' }, 'PORT must be a whole number from 0 to 65535, not "0x10".'],
    [{ ROLE: 'both' }, 'ROLE must be one of all, indexer, web, not "both".'],
    [
      { NODE_URL: 'node.example:1234' },
      'NODE_URL must be an address beginning with http:// or https:// or ws:// or wss://.',
    ],
    [
      { DATABASE_URL: 'mysql://u:secret@h/d' },
      'DATABASE_URL must be an address beginning with postgres:// or postgresql://.',
    ],
    [
      { DEMO_EPOCH_SECONDS: '-3' },
      'DEMO_EPOCH_SECONDS must be a number of seconds, 0 or more, not "-3".',
    ],
    [
      { DEMO_START_HEIGHT: '2147483648' },
      'DEMO_START_HEIGHT must be a whole number from 0 to 2147483647, not "2147483648".',
    ],
    [{ HOST: 'a b' }, 'HOST must be a host name or an IP address, not "a b".'],
    [{ SITE_TELEGRAM: 'javascript:alert(1)' }, 'SITE_TELEGRAM must be an address beginning with'],
    [{ SITE_CONTACT: 'nobody' }, 'SITE_CONTACT must be a mail address, not "nobody".'],
    [{ SITE_CHAT_QR: '//evil.example/x.png' }, 'SITE_CHAT_QR must be a path on this site'],
    [{ SITE_REGISTRATION: 'a\u0007b' }, 'SITE_REGISTRATION must be text of one line'],
    [{ ROLE: 'web' }, 'ROLE=web needs DATABASE_URL'],
    [{ ROLE: 'indexer' }, 'ROLE=indexer needs DATABASE_URL'],
    [{ NODE_TOKEN: 'abc' }, 'NODE_TOKEN is set without NODE_URL'],
    [{ RECORDING_DIR: '/x', NODE_URL: 'http://a' }, 'RECORDING_DIR and NODE_URL are both set'],
    [{ SITE_REGISTRATION_URL: 'https://a.example' }, 'is set without SITE_REGISTRATION'],
    [{ SITE_APP_LINK: 'javascript://alert(1)' }, 'SITE_APP_LINK must be a link of an app'],
    [{ SITE_APP_LINK: 'wallet://data' }, 'is set without SITE_APP_URL'],
  ])('refuses %o', (env, message) => {
    expect(refusal(env)).toContain(message);
  });

  it('names every wrong variable at once and never repeats a secret', () => {
    const message = refusal({ PORT: 'x', LOG_LEVEL: 'loud', DATABASE_URL: 'redis://u:secret@h' });
    expect(message.split('\n')).toHaveLength(3);
    expect(message).not.toContain('secret');
  });
});

describe('siteSettings', () => {
  it('leaves out what is unset', () => {
    expect(siteSettings(parseConfig({}))).toEqual({
      url: null,
      telegram: null,
      contact: null,
      chatQr: null,
      registration: null,
      editUrl: null,
      mainnetUrl: null,
      calibrationUrl: null,
      app: { url: null, urlZh: null, link: null, ios: null, play: null, apk: null, counted: false },
    });
  });
  it('keeps only the origin of the public address', () => {
    expect(siteSettings(parseConfig({ SITE_URL: 'https://x.example/a/' })).url).toBe(
      'https://x.example',
    );
  });
});

describe('help', () => {
  it('lists every setting with its default and a meaning', () => {
    const rows = settingRows();
    expect(rows.every((row) => row.meaning.length > 5)).toBe(true);
    expect(rows.find((row) => row.name === 'PORT')?.default).toBe('4321');
    expect(rows.find((row) => row.name === 'ROLE')?.default).toBe('all');
    expect(rows.find((row) => row.name === 'NODE_URL')?.default).toBe('');
    for (const row of rows) expect(helpText()).toContain(`${row.name} `);
  });
});

describe("the README's table", () => {
  it('has every setting and no other; those of the site are one row', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const [, table = ''] = /\n\| Setting .*\n\|[-| ]+\n((?:\|.*\n)+)/.exec(readme) ?? [];
    const told = table
      .trimEnd()
      .split('\n')
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
      .map(([, name]) => name);
    const names = settingRows().map(({ name }) => (name.startsWith('SITE_') ? 'SITE_*' : name));
    expect(told.toSorted()).toEqual([...new Set(names)].toSorted());
  });
});

describe('web processes', () => {
  const postgres = { DATABASE_URL: 'postgres://localhost/sextant' };

  it.each<[Record<string, string>, number, number]>([
    [{}, 16, 1],
    [postgres, 1, 1],
    [postgres, 2, 1],
    [postgres, 8, 7],
    [postgres, 64, 16],
    [{ ...postgres, WEB_PROCESSES: '4' }, 2, 4],
    [{ ...postgres, WEB_PROCESSES: '4', ROLE: 'web' }, 2, 4],
    [{ ...postgres, WEB_PROCESSES: '4', ROLE: 'indexer' }, 2, 1],
  ])('of %j on %i processors are %i', (env, processors, count) => {
    expect(webProcesses(parseConfig(env), processors)).toBe(count);
  });

  it('are refused over the embedded database', () => {
    expect(refusal({ WEB_PROCESSES: '2' })).toContain('WEB_PROCESSES=2 needs DATABASE_URL');
    expect(webProcesses(parseConfig({ WEB_PROCESSES: '1' }))).toBe(1);
  });
});

describe('threads of a backfill', () => {
  const postgres = { DATABASE_URL: 'postgres://localhost/sextant' };

  it.each<[Record<string, string>, number, number]>([
    [{}, 1, 0],
    [{}, 2, 0],
    [{}, 16, 1],
    [postgres, 2, 0],
    [postgres, 4, 2],
    [postgres, 64, 4],
    [{ INDEX_THREADS: '0' }, 64, 0],
    [{ INDEX_THREADS: '7' }, 2, 7],
  ])('of %j on %i processors are %i', (env, processors, threads) => {
    expect(indexThreads(parseConfig(env), processors)).toBe(threads);
  });
});
