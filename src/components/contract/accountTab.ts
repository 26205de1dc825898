/** What an account's page shows of it as a contract. */
import { guessInterface, type Guesses } from '#contracts/code/guess.ts';
import type { ContractReads } from '#explorer/contract/reads.ts';
import type { ContractDetail, CreatedContracts } from '#explorer/contract/schema.ts';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { readPage } from '#format/query.ts';
import { pinned } from '../page/attempt.ts';

export const CREATED_PAGE = 10;

/** Another contract that this one is compared with. */
export interface Compared {
  /** As it was asked for. */
  readonly address: string;
  /** Null where nothing verified is there. */
  readonly contract: ContractDetail | null;
}

export interface ContractTab {
  /** Null for a contract that the index knows nothing of but its account. */
  contract: ContractDetail | null;
  /** What its code shows where nobody verified a source. */
  guesses: Guesses | null;
  /** The contract whose code it runs, where that is another one with a verified source. */
  implementation: ContractDetail | null;
  /** Null where it is compared with nothing. */
  compared: Compared | null;
  /** What it created; null when it never created any. */
  created: CreatedContracts | null;
  page: number;
  /** The head that the list of those is of. */
  head: string | null;
}

const MAX_ADDRESS = 200;

/** Reads the contract's tab as the page's address asks for it; null for another tab. */
export async function readContractTab(
  reads: ContractReads,
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
    verifiedAt(reads, contract?.proxyImpl ?? ''),
    contract?.verified === true ? verifiedAt(reads, asked) : null,
  ]);
  return {
    contract,
    guesses:
      contract === null || contract.verified || contract.byteCode === null
        ? null
        : guessInterface(fromHex(contract.byteCode)),
    implementation,
    compared:
      contract?.verified === true && asked !== '' ? { address: asked, contract: other } : null,
    created: created?.data ?? null,
    page,
    head: created?.head?.token ?? null,
  };
}

/** Null for an empty text, and where there is no contract with a verified source. */
async function verifiedAt(reads: ContractReads, address: string): Promise<ContractDetail | null> {
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
