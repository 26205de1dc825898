/** What these APIs tell of a verified contract, taken from what the explorer tells. */
import type { ContractDetail } from '#explorer/contract/schema.ts';
import { ethAddressOf, isAddress, parseAddress } from '#filecoin/address.ts';
import { z } from 'zod';

/** A contract whose source is verified. */
export interface Source {
  contract: ContractDetail;
  name: string;
  file: string;
  compiler: string;
  /** JSON as text. */
  abi: string;
  /** Standard JSON input, without what the compiler is asked to tell. */
  input: {
    language: string;
    sources: Record<string, { content: string }>;
    settings: Record<string, unknown>;
  };
}

/** What stands in it is passed on as it is. */
const settingsSchema = z.looseObject({});

/** Null unless it is verified. */
export function sourceOf(contract: ContractDetail | null): Source | null {
  if (contract === null || !contract.verified) return null;
  const { contractName, contractFile, compiler, abi, settings } = contract;
  if (contractName === null || contractFile === null || compiler === null) return null;
  return {
    contract,
    name: contractName,
    file: contractFile,
    compiler,
    abi: abi ?? '[]',
    input: {
      language: 'Solidity',
      sources: Object.fromEntries(
        contract.sourceFiles.map(({ name, content }) => [name, { content }]),
      ),
      settings: settingsSchema.parse(JSON.parse(settings ?? '{}')),
    },
  };
}

/** An address as Ethereum's tools write it; null for none, and for one that they cannot write. */
export const ethOf = (address: string | null): string | null =>
  address !== null && isAddress(address) ? ethAddressOf(parseAddress(address)) : null;
