/** Versions of compilers as people and tools write them. */
import { RequestError, SAID } from './error.ts';

const VERSION =
  /^v?([0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}(?:-[0-9A-Za-z.]{1,40})?)(\+commit\.[0-9a-f]{8})?/;
const MAX_VERSION = 100;

/**
 * `v0.8.17+commit.8df45f5f` from any spelling of it (without v, with the platform behind it); without
 * its commit where it was not given. @throws RequestError for anything else, `latest` included
 */
export function compilerVersion(text: string): string {
  const trimmed = text.trim();
  const bare = trimmed.replace(/^soljson-/, '').replace(/\.js$/, '');
  const match = bare.length <= MAX_VERSION ? VERSION.exec(bare) : null;
  if (!match?.[1]) throw new RequestError('compiler', SAID.badVersion, trimmed.slice(0, 40));
  return `v${match[1]}${match[2] ?? ''}`;
}

/** The same with its commit. @throws RequestError where it was not given */
export function longCompilerVersion(text: string): string {
  const version = compilerVersion(text);
  if (!version.includes('+commit.')) throw new RequestError('compiler', SAID.shortVersion, version);
  return version;
}

/** Major, minor and patch of a version; zeros when it has none. */
function versionNumbers(version: string): readonly [number, number, number] {
  const match = /^v?([0-9]+)\.([0-9]+)\.([0-9]+)/.exec(version);
  return [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0), Number(match?.[3] ?? 0)];
}

/** Whether a version is at least `minimum` (`0.6.5`). */
export function isAtLeast(version: string, minimum: string): boolean {
  const [major, minor, patch] = versionNumbers(version);
  const [leastMajor, leastMinor, leastPatch] = versionNumbers(minimum);
  if (major !== leastMajor) return major > leastMajor;
  if (minor !== leastMinor) return minor > leastMinor;
  return patch >= leastPatch;
}
