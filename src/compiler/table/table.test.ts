import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { findRelease, nearestReleases, RELEASES, shortVersion } from './table.ts';

const require = createRequire(import.meta.url);

it('has every release but the two that no package brings, the newest first', () => {
  const last: Record<string, number> = { '0.4': 26, '0.5': 17, '0.6': 12, '0.7': 6, '0.8': 37 };
  const expected = Object.entries(last).flatMap(([series, end]) =>
    Array.from({ length: end + 1 }, (_, patch) => `${series}.${patch}`),
  );
  const absent = ['0.4.12', '0.8.1', ...expected.slice(0, 11)];
  expect(RELEASES.map(shortVersion)).toEqual(
    expected.filter((version) => !absent.includes(version)).reverse(),
  );
});

it('each row names its compiler, its package and their hashes', () => {
  for (const release of RELEASES) {
    expect(release.version).toMatch(/^v\d+\.\d+\.\d+\+commit\.[0-9a-f]{8}$/);
    expect(release.package.replace('-fixed', '')).toBe(shortVersion(release));
    expect(release.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    expect(release.sha256).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(new Set(RELEASES.map(({ sha256 }) => sha256)).size).toBe(RELEASES.length);
});

it.each(['solc', 'solc-0.8.23'])('what is installed as %s is in the table', (name) => {
  const { version } = require(`${name}/package.json`) as { version: string };
  const bytes = readFileSync(require.resolve(`${name}/soljson.js`));
  const row = RELEASES.find((release) => release.package === version);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(row?.sha256);
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity: string }>;
  };
  expect(lock.packages[`node_modules/${name}`]?.integrity).toBe(row?.integrity);
});

it.each([
  ['v0.8.23+commit.f704f362', '0.8.23-fixed'],
  ['0.8.23+commit.f704f362', '0.8.23-fixed'],
  ['0.8.23+commit.f704f362.Emscripten.clang', '0.8.23-fixed'],
  ['0.8.23+commit.f704f362.Linux.g++', '0.8.23-fixed'],
  ['v0.8.23', '0.8.23-fixed'],
  ['0.4.11', '0.4.11'],
  [' 0.8.7 ', '0.8.7-fixed'],
])('%s is the package %s', (name, expected) => {
  expect(findRelease(name)?.package).toBe(expected);
});

it.each([
  'v0.8.24-nightly.2023.12.1+commit.12345678',
  'v0.8.23+commit.00000000',
  '0.8.23-fixed',
  '0.8.1',
  '0.4.12',
  '0.4.10',
  '0.8',
  'latest',
  '',
  '__proto__',
  'constructor',
])('%s is none', (name) => {
  expect(findRelease(name)).toBeNull();
});

it.each([
  ['v0.8.1+commit.df193b15', ['0.8.0', '0.8.2']],
  ['0.4.12', ['0.4.11', '0.4.13']],
  ['0.4.10', ['0.4.11']],
  ['0.5.18', ['0.5.17', '0.6.0']],
  ['0.8.99', ['0.8.37']],
  ['v0.8.23+commit.00000000', ['0.8.23']],
  ['v0.8.24-nightly.2023.12.1+commit.12345678', ['0.8.24']],
  ['0.8.12345', []],
  ['0.8', []],
  ['vyper:0.3.10', []],
])('next to %s are %j', (name, expected) => {
  expect(nearestReleases(name, RELEASES).map(shortVersion)).toEqual(expected);
});

it.each([
  ['0.4.20', null],
  ['0.4.21', 'byzantium'],
  ['0.5.4', 'byzantium'],
  ['0.5.5', 'petersburg'],
  ['0.5.14', 'istanbul'],
  ['0.8.4', 'istanbul'],
  ['0.8.5', 'berlin'],
  ['0.8.7', 'london'],
  ['0.8.18', 'paris'],
  ['0.8.20', 'shanghai'],
  ['0.8.25', 'cancun'],
  ['0.8.30', 'prague'],
  ['0.8.31', 'osaka'],
])('%s compiles for %s', (version, evm) => {
  expect(findRelease(version)?.evmVersion).toBe(evm);
});
