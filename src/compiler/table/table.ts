/**
 * The compilers that are known: the releases of the npm package `solc` since 0.4.11. Two are in none of
 * its packages: 0.4.12 was not published, and 0.8.1 brings the compiler 0.8.0.
 */
import releases from './releases.json' with { type: 'json' };

export interface Release {
  /** e.g. `v0.8.23+commit.f704f362`: what verification services and metadata call it, with a `v`. */
  version: string;
  /** Version of the npm package; one that was published again has `-fixed` behind it. */
  package: string;
  /** The registry's hash of the packed package: `sha512-` and base64. */
  integrity: string;
  /** Of its soljson.js, in hex. */
  sha256: string;
  /**
   * The EVM version it compiles for when none is asked, as its metadata says; null where there was no
   * choice yet (before 0.4.21).
   */
  evmVersion: string | null;
}

/** All releases, the newest first. */
export const RELEASES: readonly Release[] = [...releases].reverse();

/** `0.8.23` of `v0.8.23+commit.f704f362`. */
export const shortVersion = ({ version }: Release): string => version.slice(1).replace(/\+.*/, '');

const byName = new Map(
  RELEASES.flatMap((release) => [
    [release.version.slice(1), release],
    [shortVersion(release), release],
  ]),
);

/**
 * A release by its long version (`v0.8.23+commit.f704f362`) or its short one (`0.8.23`), with or
 * without the `v` and what the compiler itself puts behind (`.Emscripten.clang`, `.Linux.g++`). Null
 * for what is none: a nightly, another commit of a version.
 */
export function findRelease(name: string): Release | null {
  const plain = name.trim().replace(/^v/, '');
  const [, long] = /^(\d+\.\d+\.\d+\+commit\.[0-9a-f]{8})(\.[\w.+]*)?$/.exec(plain) ?? [];
  return byName.get(long ?? plain) ?? null;
}

type Numbers = readonly [number, number, number];

const numbersOf = (name: string): Numbers | null => {
  const [, major, minor, patch] = /^\s*v?(\d{1,4})\.(\d{1,4})\.(\d{1,4})(?!\d)/.exec(name) ?? [];
  return patch === undefined ? null : [Number(major), Number(minor), Number(patch)];
};

/** Below 0 where `a` is the older one. */
const order = (a: Numbers, b: Numbers): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/**
 * Of these releases (newest first) those next to a version that is none of them, the older one first;
 * the one of the same numbers where another commit or a nightly was asked for. None for a name without
 * numbers.
 */
export function nearestReleases(name: string, among: readonly Release[]): readonly Release[] {
  const wanted = numbersOf(name);
  if (wanted === null) return [];
  const place = (release: Release): number => order(numbersOf(release.version) ?? wanted, wanted);
  const same = among.find((release) => place(release) === 0);
  if (same !== undefined) return [same];
  const older = among.find((release) => place(release) < 0);
  const newer = among.findLast((release) => place(release) > 0);
  return [older, newer].filter((release) => release !== undefined);
}
