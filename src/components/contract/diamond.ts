/** A diamond (EIP-2535) as one contract. */
import { seenName } from '#contracts/source/hidden.ts';
import type { ContractDetail } from '#explorer/contract/schema.ts';
import type { Translate } from '#i18n/translate.ts';
import { columns } from '../list/columns.ts';

/** Facets that are named in a sentence. */
const MOST_NAMES = 5;

/** What a diamond's verified facets offer at its address; null for what is none, or has none verified. */
export function facetsTogether(contract: ContractDetail | null): ContractDetail | null {
  const { facets = [], facetsAbi = null, facetsDocs = null } = contract?.proxy ?? {};
  if (contract === null || facetsAbi === null) return null;
  const names = facets.flatMap(({ name }) => (name === null ? [] : [seenName(name)]));
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return {
    ...contract,
    verified: true,
    contractName: names.length > MOST_NAMES ? `${shown} …` : shown,
    abi: facetsAbi,
    docs: facetsDocs,
  };
}

/** The table of its facets: the number of their functions has its word where rows have no heads. */
export const facetColumns = (t: Translate) =>
  columns(t, {
    facet: { label: t('contract.proxy.facet'), at: 'id' },
    name: { label: t('contract.column.contract'), at: 'what' },
    selectors: { label: t('contract.proxy.selectors'), align: 'end', fold: true, at: 'value' },
  });
