/** Compilers that the form offers, as the page tells them. */

export interface Release {
  /** Long version. */
  readonly version: string;
  /** The EVM version it compiles for when none is asked; null where it has none. */
  readonly evmVersion: string | null;
  /** Whether this site has it, or can fetch it. */
  readonly had: boolean;
}

const NONE = '-';
const NOT_HAD = 'no';

/** One a line: the version, its EVM version, and whether it cannot be had, with spaces between. */
export const releaseLines = (releases: readonly Release[]): string =>
  releases
    .map(({ version, evmVersion, had }) =>
      [version, evmVersion ?? NONE, ...(had ? [] : [NOT_HAD])].join(' '),
    )
    .join('\n');

/** What `releaseLines` wrote. */
export const releasesOf = (lines: string): readonly Release[] =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [version = '', evmVersion = NONE, had] = line.split(' ');
      return { version, evmVersion: evmVersion === NONE ? null : evmVersion, had: had !== NOT_HAD };
    });
