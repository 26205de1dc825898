/** A contract in the words of Sourcify's second API. */
import type { ContractDetail, Proxy } from '#explorer/contract/schema.ts';
import { z } from 'zod';
import { ethOf, sourceOf, type Source } from './contract.ts';
import type { ForeignOptions } from './etherscan.ts';

/** Where a contract is: the network's id, and its address in EIP-55 case. */
export interface ContractRef {
  chainId: string;
  address: string;
}

type Match = 'exact_match' | 'match' | null;

export interface MinimalContract extends ContractRef {
  match: Match;
  creationMatch: Match;
  runtimeMatch: Match;
  verifiedAt?: string;
}

/** What is created runs: who matches the one matches the other. */
export function minimalContract(
  place: ContractRef,
  contract: ContractDetail | null,
): MinimalContract {
  const { verifiedMatch = null, verifiedBy = null, verifiedTimestamp } = contract ?? {};
  const match = verifiedMatch === 'full' ? 'exact_match' : verifiedMatch && 'match';
  return {
    match,
    creationMatch: verifiedBy === 'creation' ? match : null,
    runtimeMatch: match,
    ...place,
    ...(verifiedTimestamp == null
      ? {}
      : { verifiedAt: new Date(verifiedTimestamp * 1000).toISOString() }),
  };
}

interface Deployed {
  source: Source;
  contract: ContractDetail;
  deployment: Record<'transactionHash' | 'blockNumber' | 'transactionIndex' | 'deployer', unknown>;
}

type Field = (told: Deployed) => unknown;

const docsSchema = z.object({ userdoc: z.unknown(), devdoc: z.unknown() }).partial();
const docsOf = ({ contract }: Deployed) => docsSchema.parse(JSON.parse(contract.docs ?? '{}'));

const librariesOf = ({ contract }: Deployed) =>
  Object.fromEntries(
    contract.libraries.map(({ file, name, address }) => [`${file}:${name}`, address.toLowerCase()]),
  );

/** What is not kept of a compilation. */
const unkept: Field = () => null;

/** Every field that can be asked for; those in groups by their group and name. */
const TELL: Readonly<Record<string, Field>> = {
  matchId: unkept,
  'creationBytecode.onchainBytecode': ({ contract }) => contract.initCode,
  'creationBytecode.recompiledBytecode': unkept,
  'creationBytecode.sourceMap': unkept,
  'creationBytecode.linkReferences': unkept,
  'creationBytecode.cborAuxdata': unkept,
  'creationBytecode.transformations': unkept,
  'creationBytecode.transformationValues': (told) => ({
    libraries: librariesOf(told),
    ...(told.contract.parameters === null
      ? {}
      : { constructorArguments: told.contract.parameters }),
  }),
  'runtimeBytecode.onchainBytecode': ({ contract }) => contract.byteCode,
  'runtimeBytecode.recompiledBytecode': unkept,
  'runtimeBytecode.sourceMap': unkept,
  'runtimeBytecode.linkReferences': unkept,
  'runtimeBytecode.cborAuxdata': unkept,
  'runtimeBytecode.immutableReferences': unkept,
  'runtimeBytecode.transformations': unkept,
  'runtimeBytecode.transformationValues': (told) => ({ libraries: librariesOf(told) }),
  'deployment.transactionHash': ({ deployment }) => deployment.transactionHash,
  'deployment.blockNumber': ({ deployment }) => deployment.blockNumber,
  'deployment.transactionIndex': ({ deployment }) => deployment.transactionIndex,
  'deployment.deployer': ({ deployment }) => deployment.deployer,
  sources: ({ source }) => source.input.sources,
  'compilation.language': ({ source }) => source.input.language,
  'compilation.compiler': () => 'solc',
  'compilation.compilerVersion': ({ source }) => source.compiler,
  'compilation.compilerSettings': ({ source }) => source.input.settings,
  'compilation.name': ({ source }) => source.name,
  'compilation.fullyQualifiedName': ({ source }) => `${source.file}:${source.name}`,
  abi: ({ source }) => JSON.parse(source.abi),
  metadata: unkept,
  storageLayout: unkept,
  userdoc: (told) => docsOf(told).userdoc ?? null,
  devdoc: (told) => docsOf(told).devdoc ?? null,
  sourceIds: unkept,
  stdJsonInput: ({ source }) => source.input,
  stdJsonOutput: unkept,
  proxyResolution: ({ contract: { proxy, proxyImpl } }) => {
    const facets = proxy?.facets.map(({ address }) => address) ?? [];
    const implementations = [...facets, ...(proxyImpl === null ? [] : [proxyImpl])];
    return {
      isProxy: implementations.length > 0,
      proxyType: implementations.length === 0 ? null : proxyType(proxy?.kind),
      implementations: implementations.map((address) => ({ address })),
    };
  },
};

function proxyType(kind: Proxy['kind'] | undefined): string {
  if (kind === 'EIP-2535') return 'DiamondProxy';
  return kind === 'EIP-1167' ? 'EIP1167Proxy' : 'EIP1967Proxy';
}

export const FIELDS: readonly string[] = Object.keys(TELL);

/** Told with every answer; they may be asked for all the same. */
const ALWAYS: ReadonlySet<string> = new Set(['creationMatch', 'runtimeMatch', 'verifiedAt']);
const GROUPS: ReadonlySet<string> = new Set(
  FIELDS.flatMap((name) => (name.includes('.') ? [name.split('.', 1)[0] ?? ''] : [])),
);

export const isField = (name: string): boolean =>
  Object.hasOwn(TELL, name) || GROUPS.has(name) || ALWAYS.has(name);

/** The chosen fields of a verified contract, groups by name or in parts. */
export async function fieldsOf(
  contract: ContractDetail,
  chosen: readonly string[],
  foreign: ForeignOptions,
): Promise<Record<string, unknown>> {
  const source = sourceOf(contract);
  if (source === null) return {};
  const names = FIELDS.filter(
    (name) => chosen.includes(name) || chosen.includes(name.split('.', 1)[0] ?? name),
  );
  const deployed = names.some((name) => name.startsWith('deployment.'));
  const { createMessage, createHeight, creator } = contract;
  const hash = deployed && createMessage !== null ? await foreign.ethHash(createMessage) : null;
  const told: Deployed = {
    source,
    contract,
    deployment: {
      transactionHash: hash,
      blockNumber: createHeight === null ? null : String(createHeight),
      transactionIndex: null,
      deployer: ethOf(creator),
    },
  };
  const made: Record<string, unknown> = {};
  const groups = new Map<string, Record<string, unknown>>();
  for (const name of names) {
    const [group = name, part] = name.split('.', 2);
    const value = TELL[name]?.(told);
    if (part === undefined) made[name] = value;
    else groups.set(group, { ...groups.get(group), [part]: value });
  }
  return { ...made, ...Object.fromEntries(groups) };
}
