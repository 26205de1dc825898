/** What an account's page shows of it as a contract. */
import { offered, panelOf, type PanelMode } from '#contracts/abi/panel.ts';
import { guessInterface, type Guesses } from '#contracts/code/guess.ts';
import { hasNoCode } from '#contracts/code/traits.ts';
import type { Explorer } from '#explorer/index.ts';
import type { ContractCalls, ContractDetail, CreatedContracts } from '#explorer/contract/schema.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { readPage } from '#format/query.ts';
import { pinned } from '../page/attempt.ts';
import { facetsTogether } from './diamond.ts';

export const CREATED_PAGE = 10;

/** Another contract that this one is compared with. */
export interface Compared {
  /** As it was asked for. */
  readonly address: string;
  /** Null where nothing verified is there. */
  readonly contract: ContractDetail | null;
}

/** Parts of the tab (`?a=`): the code, and panels by the contract's own ABI or its implementation's. */
export type ContractPart = 'code' | PanelMode | `${PanelMode}-proxy`;

export interface ContractTab {
  /** Null for a contract that the index knows nothing of but its account. */
  contract: ContractDetail | null;
  /** What of it is called and who calls; null where its code's part is not shown, or nobody called. */
  calls: ContractCalls | null;
  /** What its code shows where nobody verified a source. */
  guesses: Guesses | null;
  /** The contract whose code it runs, where that is another one with a verified source; of a diamond its facets together. */
  implementation: ContractDetail | null;
  /** Null where it is compared with nothing. */
  compared: Compared | null;
  /** What it created; null when it never created any. */
  created: CreatedContracts | null;
  /** Those that it has, and the one that is shown. */
  parts: readonly ContractPart[];
  part: ContractPart;
  page: number;
  /** The head that the list of those is of. */
  head: string | null;
}

const MAX_ADDRESS = 200;

/** Why there is nothing to show of what a contract runs; `none`: it had no code when the index began. */
export function whyUnknown(
  contract: Pick<ContractDetail, 'createHeight' | 'destroyHeight' | 'byteCode'>,
): 'destroyed' | 'none' | 'older' | 'unknown' {
  if (contract.destroyHeight !== null) return 'destroyed';
  if (hasNoCode(contract)) return 'none';
  return contract.createHeight === null ? 'older' : 'unknown';
}

/** Parts by their numbers in old links. */
const NUMBERED: readonly ContractPart[] = ['code', 'read', 'write', 'read-proxy', 'write-proxy'];

/** Reads the contract's tab as the page's address asks for it; null for another tab. */
export async function readContractTab(
  reads: Explorer['contract'],
  tab: string,
  account: string,
  query: URLSearchParams,
): Promise<ContractTab | null> {
  if (tab !== 'contract') return null;
  const page = readPage(query) ?? 0;
  const contract = await known(async () => (await reads.get(account)).data);
  const created =
    contract === null || contract.createdContracts === 0
      ? null
      : await pinned(query, (head) =>
          reads.created(account, { pageSize: CREATED_PAGE, page, head }),
        );
  const asked = (query.get('compare') ?? '').trim().slice(0, MAX_ADDRESS);
  const [implementation, other] = await Promise.all([
    facetsTogether(contract) ?? verifiedAt(reads, contract?.proxyImpl ?? ''),
    contract?.verified === true ? verifiedAt(reads, asked) : null,
  ]);
  const parts = partsOf(contract, implementation);
  const part = chosenPart(parts, query, contract, implementation);
  const calls = contract !== null && part === 'code' ? (await reads.calls(account)).data : null;
  return {
    contract,
    parts,
    part,
    calls: calls?.methods.length === 0 ? null : calls,
    guesses:
      contract === null || contract.verified || contract.byteCode === null || hasNoCode(contract)
        ? null
        : await guessesOf(reads, fromHex(contract.byteCode)),
    implementation,
    compared:
      contract?.verified === true && asked !== '' ? { address: asked, contract: other } : null,
    created: created?.data ?? null,
    page,
    head: created?.head?.token ?? null,
  };
}

/** Named by this index's verified contracts first. */
async function guessesOf(reads: Explorer['contract'], code: Uint8Array): Promise<Guesses> {
  const found = guessInterface(code);
  const hashes = [...found.functions, ...found.events].map(({ hash }) => hash);
  if (hashes.length === 0) return found;
  const { data: known } = await reads.signatures(hashes);
  return known.size === 0 ? found : guessInterface(code, (hash) => known.get(hash) ?? []);
}

/**
 * What of a proxy is verified (`contract.proxy.verified`): its own source, that of the one
 * implementation whose code its calls run, both or neither. Null of other contracts; a diamond's facets
 * and the contracts that a beacon gives to others are told elsewhere.
 */
export function verifiedOfProxy({
  verified,
  proxy,
}: Pick<ContractDetail, 'verified' | 'proxy'>):
  'both' | 'implementation' | 'own' | 'neither' | null {
  if (proxy === null || proxy.kind === 'source' || proxy.implementation === null) return null;
  const named = proxy.implementationName !== null;
  if (verified) return named ? 'both' : 'own';
  return named ? 'implementation' : 'neither';
}

function partsOf(
  contract: ContractDetail | null,
  implementation: ContractDetail | null,
): readonly ContractPart[] {
  return [
    'code',
    ...(contract?.verified === true ? (['read', 'write'] as const) : []),
    ...(implementation === null ? [] : (['read-proxy', 'write-proxy'] as const)),
  ];
}

/** By `a`, a name or an old link's number; where a link names a function only (`f`), the part that has it. */
function chosenPart(
  parts: readonly ContractPart[],
  query: URLSearchParams,
  contract: ContractDetail | null,
  implementation: ContractDetail | null,
): ContractPart {
  const asked = query.get('a');
  const chosen = parts.find((part) => part === asked || String(NUMBERED.indexOf(part)) === asked);
  if (chosen !== undefined) return chosen;
  const named = query.get('f') ?? '';
  if (asked !== null || named === '') return 'code';
  const inside = (of: ContractDetail | null): PanelMode | null =>
    of?.verified === true ? panelOf(offered(of.abi, of.docs), named) : null;
  const viaProxy = inside(implementation);
  return inside(contract) ?? (viaProxy === null ? 'code' : (`${viaProxy}-proxy` as const));
}

/** Null for an empty text, and where there is no contract with a verified source. */
async function verifiedAt(
  reads: Explorer['contract'],
  address: string,
): Promise<ContractDetail | null> {
  if (address === '') return null;
  const found = await known(async () => (await reads.get(address)).data);
  return found?.verified === true ? found : null;
}

/** What was typed may be no address. */
const NOBODY: ReadonlySet<string> = new Set(['NotFound', 'BadInput']);

async function known<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && NOBODY.has(error.name)) return null;
    throw error;
  }
}
