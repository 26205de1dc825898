/** Likely causes of another code in words, and the settings that would do away with them. */
import type { Cause } from '#contracts/match/explain.ts';
import type { Asked, LibraryRow } from '#contracts/upload/request.ts';
import type { Release } from './releases.ts';
import type { Words } from './words.ts';

export function causeWords(cause: Cause, words: Words): string {
  switch (cause.kind) {
    case 'otherContract': {
      const { file, name, address, role = 'implementation', now = false } = cause;
      if (address === undefined) return words('verify.cause.otherContract', { file, name });
      const key = now ? (`verify.cause.${role}` as const) : (`verify.cause.${role}Before` as const);
      return words(key, { file, name, address });
    }
    case 'proxy': {
      const { address, name } = cause;
      return name === null
        ? words('verify.cause.proxy', { address })
        : words('verify.cause.proxyVerified', { address, name });
    }
    case 'source':
      if (cause.facets !== undefined) return words('verify.cause.notFacets', { n: cause.facets });
      return cause.address === undefined
        ? words('verify.cause.source')
        : words('verify.cause.notImplementation', { address: cause.address });
    case 'constructorArguments':
      return words(`verify.cause.${cause.fault}`);
    case 'library': {
      const { name, address } = cause;
      return address === null
        ? words('verify.cause.librarySeveral', { name })
        : words('verify.cause.library', { name, address });
    }
    case 'compilerVersion':
      return cause.chain === null
        ? words('verify.cause.compilerOld')
        : words('verify.cause.compilerVersion', { chain: cause.chain });
    case 'metadataHash':
      // Only compilers before 0.6 hash that way, whatever is set.
      if (cause.chain === 'bzzr0') return words('verify.cause.compilerOld');
      return cause.chain === 'absent'
        ? words('verify.cause.metadataAbsent')
        : words('verify.cause.metadataHash', { chain: cause.chain });
    case 'evmVersion':
      return words('verify.cause.evmVersion', { chain: words(`verify.evm.${cause.chain}`) });
    case 'viaIR':
      return words(cause.chain ? 'verify.cause.viaIROn' : 'verify.cause.viaIROff');
    case 'optimizer':
      return words(cause.chain ? 'verify.cause.optimizerOn' : 'verify.cause.optimizerOff');
    default:
      return words(`verify.cause.${cause.kind}`);
  }
}

/** What to try of the versions that look alike in code. */
const TRY_EVM = {
  byzantium: 'byzantium',
  constantinople: 'paris',
  shanghai: 'shanghai',
  cancun: 'cancun',
} as const;

function withLibrary(
  rows: readonly LibraryRow[],
  name: string,
  address: string,
): readonly LibraryRow[] {
  const known = rows.some((row) => row.name.trim() === name);
  return known
    ? rows.map((row) => (row.name.trim() === name ? { ...row, address } : row))
    : [...rows, { file: '', name, address }];
}

/** The settings that the cause asks for; null where it asks for none, or they stand so already. */
export function fixOf(
  cause: Cause,
  asked: Asked,
  releases: readonly Release[],
): Partial<Asked> | null {
  const fix = wanted(cause, asked, releases);
  if (fix === null) return null;
  const changed = Object.entries(fix).some(
    ([key, value]) => JSON.stringify(asked[key as keyof Asked]) !== JSON.stringify(value),
  );
  return changed ? fix : null;
}

function wanted(cause: Cause, asked: Asked, releases: readonly Release[]): Partial<Asked> | null {
  switch (cause.kind) {
    case 'compilerVersion': {
      const found = releases.find(({ version }) => version.startsWith(`v${cause.chain ?? ''}+`));
      return found === undefined ? null : { compiler: found.version };
    }
    case 'constructorArguments':
      return { constructorArguments: '' };
    case 'library':
      return cause.address === null
        ? null
        : { libraries: withLibrary(asked.libraries, cause.name, cause.address) };
    case 'metadataHash':
      return cause.chain === 'bzzr0' ? null : { metadata: cause.chain };
    case 'evmVersion':
      return { evmVersion: TRY_EVM[cause.chain] };
    case 'viaIR':
      return { viaIR: cause.chain };
    case 'optimizer':
      return { optimize: cause.chain };
    default:
      return null;
  }
}
