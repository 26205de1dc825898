/** What a verified contract is called and how it was compiled, in words. */
import { seenName } from '#contracts/source/hidden.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import { formatInt } from '#format/number.ts';
import type { Translate } from '#i18n/translate.ts';

export const SETTINGS = ['name', 'compiler', 'optimizer', 'evm'] as const;

/** A contract's name and settings; names are cleaned of what is not seen. */
export function settingWords(
  contract: ContractDetail,
  t: Translate,
): Readonly<Record<(typeof SETTINGS)[number], string>> {
  const runs = contract.optimizeRuns ?? 0;
  const { evmVersion } = contract;
  const evm =
    evmVersion === 'default' || evmVersion === null
      ? t('contract.source.evmDefault')
      : seenName(evmVersion, 40);
  return {
    name: seenName(contract.contractName ?? ''),
    compiler: `Solidity ${contract.compiler ?? ''}`,
    optimizer:
      contract.optimize === true
        ? t('contract.source.optimized', { count: runs, n: formatInt(runs) })
        : t('contract.source.unoptimized'),
    evm: contract.viaIR === true ? `${evm} · ${t('contract.source.viaIR')}` : evm,
  };
}
