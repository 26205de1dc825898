/** Settings that were found in a file, to be shown instead of asked. */
import type { VerificationRequest } from '../request/types.ts';

export type FoundKey =
  | 'compiler'
  | 'contract'
  | 'files'
  | 'evmVersion'
  | 'viaIR'
  | 'optimizer'
  | 'runs'
  | 'details'
  | 'libraries'
  | 'remappings'
  | 'metadata'
  | 'revertStrings';

/** A setting with its value: a switch, or a text as compilers write it; null: the compiler's own. */
export interface Found {
  readonly key: FoundKey;
  readonly value: boolean | string | null;
}

const some = (key: FoundKey, value: string | null): Found[] =>
  value === null || value === '' ? [] : [{ key, value }];

/** Those that differ between projects always; the others where they are set. */
export function foundSettings({ compiler, input, target }: VerificationRequest): readonly Found[] {
  const { optimizer, evmVersion, viaIR, libraries, remappings, metadata, revertStrings } =
    input.settings;
  const named = [...libraries].flatMap(([file, names]) =>
    [...names].map(([name, address]) => `${file === '' ? '' : `${file}:`}${name} ${address}`),
  );
  const enabled = optimizer?.enabled ?? false;
  return [
    { key: 'compiler', value: compiler },
    ...some('contract', target.name),
    { key: 'files', value: String(input.sources.size) },
    { key: 'evmVersion', value: evmVersion },
    { key: 'viaIR', value: viaIR },
    { key: 'optimizer', value: enabled },
    ...(enabled || optimizer?.runs !== undefined
      ? [
          {
            key: 'runs' as const,
            value: optimizer?.runs === undefined ? null : String(optimizer.runs),
          },
        ]
      : []),
    ...some('details', optimizer?.details ? JSON.stringify(optimizer.details) : null),
    ...some('libraries', named.join('\n')),
    ...some('remappings', remappings.join('\n')),
    ...some('metadata', metadata ? JSON.stringify(metadata) : null),
    ...some('revertStrings', revertStrings),
  ];
}
