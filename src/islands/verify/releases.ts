/** Compilers that the form offers, as the page tells them. */

export interface Release {
  /** Long version. */
  readonly version: string;
  /** The EVM version it compiles for when none is asked; null where it has none. */
  readonly evmVersion: string | null;
}

/** One a line: the version, and behind a space its EVM version. */
export const releaseLines = (releases: readonly Release[]): string =>
  releases.map(({ version, evmVersion }) => `${version} ${evmVersion ?? ''}`.trim()).join('\n');

/** What `releaseLines` wrote. */
export const releasesOf = (lines: string): readonly Release[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [version = '', evmVersion = null] = line.split(' ');
      return { version, evmVersion };
    });
