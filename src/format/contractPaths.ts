/** Where a contract's source, ABI and verification are: apart from paths.ts, which every page's script loads. */
import type { PathLocale } from './paths.ts';

function at(lang: PathLocale, page: string, query: Readonly<Record<string, string>>): string {
  return `/${lang}/contract${page}?${new URLSearchParams(query).toString()}`;
}

export const contractPaths = {
  /** Where a source is handed in, for this contract where it is known. */
  verify: (lang: PathLocale, address?: string) =>
    address === undefined ? `/${lang}/contract` : at(lang, '', { address }),
  abi: (lang: PathLocale, address: string, format: 'json' | 'text' = 'json') =>
    at(lang, '/abi', format === 'json' ? { address } : { address, format }),
  /** Raw: what the compiler was given, the ABI, one of the sources (by its number, from 1). */
  input: (lang: PathLocale, address: string) => at(lang, '/input.json', { address }),
  /** `facets`: not its own, but what the facets of a diamond offer together. */
  rawAbi: (lang: PathLocale, address: string, facets = false) =>
    at(lang, '/abi.json', facets ? { address, facets: '1' } : { address }),
  /** What a panel may call of it. */
  interface: (lang: PathLocale, address: string, facets = false) =>
    at(lang, '/interface.json', facets ? { address, facets: '1' } : { address }),
  source: (lang: PathLocale, address: string, file: number) =>
    at(lang, '/source.txt', { address, file: String(file) }),
} as const;
