/** What the EVM calls accounts that are typed by their Filecoin addresses. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { filecoinAddressesIn, type Draft, type KnownAddresses } from '#contracts/abi/draft.ts';
import type { AbiParam } from '#filecoin/evm/abi.ts';
import { ApiError, getJson } from '../queries/api.ts';

/** 0x, or null where the chain knows nobody by that address. */
export function accountQuery(address: string) {
  return {
    queryKey: ['account', address],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string | null> => {
      try {
        const path = `/address/${encodeURIComponent(address)}`;
        return (await getJson<{ ethAddress: string | null }>(path, {}, signal)).ethAddress;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  };
}

/** An address of nobody, or one that could not be looked up. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount';
  readonly address: string;
  constructor(address: string, options?: ErrorOptions) {
    super(`no account ${address}`, options);
    this.address = address;
  }
}

/** Of all addresses in what was typed. @throws UnknownAccount */
async function lookUp(
  queries: QueryClient,
  params: readonly AbiParam[],
  drafts: readonly Draft[],
): Promise<KnownAddresses> {
  const typed = params.flatMap((param, at) => filecoinAddressesIn(param, drafts[at] ?? ''));
  const found = await Promise.all(
    [...new Set(typed)].map(async (address): Promise<[string, string]> => {
      const eth = await queries.fetchQuery(accountQuery(address)).catch((cause: unknown) => {
        throw new UnknownAccount(address, { cause });
      });
      if (eth === null) throw new UnknownAccount(address);
      return [address, eth];
    }),
  );
  return new Map(found);
}

export function useLookUp(): (
  params: readonly AbiParam[],
  drafts: readonly Draft[],
) => Promise<KnownAddresses> {
  const queries = useQueryClient();
  return (params, drafts) => lookUp(queries, params, drafts);
}
