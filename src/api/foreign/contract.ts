/** What these APIs tell of a verified contract, taken from what the explorer tells. */
import type { ContractDetail } from '#explorer/contract/schema.ts';
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
  input: { language: string; sources: Record<string, { content: string }>; settings: Settings };
  /** Library's file and name, its address: those of the settings and those that the chain’s code told. */
  libraries: readonly { file: string; name: string; address: string }[];
}

const settingsSchema = z.looseObject({
  libraries: z.record(z.string(), z.record(z.string(), z.string())).optional(),
});
type Settings = z.infer<typeof settingsSchema>;

/** Null unless it is verified. */
export function sourceOf(contract: ContractDetail | null): Source | null {
  if (contract === null || !contract.verified) return null;
  const { contractName, contractFile, compiler, abi, settings } = contract;
  if (contractName === null || contractFile === null || compiler === null) return null;
  const read = settingsSchema.parse(JSON.parse(settings ?? '{}'));
  const named = Object.entries(read.libraries ?? {}).flatMap(([file, names]) =>
    Object.entries(names).map(([name, address]) => ({ file, name, address })),
  );
  const known = new Set(named.map(({ file, name }) => `${file}:${name}`));
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
      settings: read,
    },
    libraries: [
      ...named,
      ...contract.libraries.filter(({ file, name }) => !known.has(`${file}:${name}`)),
    ],
  };
}
