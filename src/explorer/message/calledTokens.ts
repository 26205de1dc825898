/**
 * Tokens among the contracts of an answer, and the two of its pools: by their decimals the amounts of
 * calls and events are read.
 */
import { parseAddress } from '#filecoin/address.ts';
import { tellsOfPool } from '#filecoin/evm/amounts.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { ERC20 } from '#filecoin/evm/tokens.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { resolveAddresses } from '../account/resolve.ts';
import { tokenRows, wordsOf } from '../token/rows.ts';
import type { View } from '../view.ts';
import { poolsOf } from './pools.ts';
import type { CalledPool, CalledToken } from './payloadSchema.ts';

/** A contract's function or event: its signature, where it is known. */
export interface CalledOf {
  id: Uint64 | null;
  signature?: string | null | undefined;
}

/** What the amounts of a call or an event are of, as members of it; nothing where that is no token or pool. */
export type CalledTokens = (of: CalledOf) => { token?: CalledToken; pool?: CalledPool };

/**
 * Those of these contracts that are ERC-20s or pools, asked for at once. A token that also told of NFTs
 * is left out: its numbers may be ids. Which tokens a pool has is asked only where that is told of.
 */
export async function calledTokens(view: View, calls: Iterable<CalledOf>): Promise<CalledTokens> {
  const wanted = new Set<number>();
  const asked = new Set<number>();
  for (const { id, signature } of calls) {
    if (typeof id !== 'number') continue;
    wanted.add(id);
    if (typeof signature === 'string' && tellsOfPool(signature)) asked.add(id);
  }
  const pools = await poolsOf(view, [...asked]);
  const pooled = await idsAt(
    view,
    [...pools.values()].flatMap(({ token0, token1 }) => [token0, token1]),
  );
  const tokens = new Map(
    (await tokenRows(view, [...wanted, ...pooled.values()]))
      .filter(({ standard, mixed }) => standard === ERC20 && !mixed)
      .map((row) => [row.actor_id, wordsOf(row)]),
  );
  const tokenAt = (address: string) => ({
    address,
    ...(tokens.get(pooled.get(address) ?? -1) ?? wordsOf(undefined)),
  });
  return ({ id, signature }) => {
    if (typeof id !== 'number') return {};
    const token = tokens.get(id);
    const pool =
      typeof signature === 'string' && tellsOfPool(signature) ? pools.get(id) : undefined;
    return {
      ...(token === undefined ? {} : { token }),
      ...(pool === undefined
        ? {}
        : { pool: { token0: tokenAt(pool.token0), token1: tokenAt(pool.token1) } }),
    };
  };
}

/** Actors at Ethereum addresses; those that nobody has are left out. */
async function idsAt(view: View, texts: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const parsed = [...new Set(texts)].map((text) => [text, parseAddress(text)] as const);
  const ids = await resolveAddresses(
    view,
    parsed.map(([, bytes]) => bytes),
  );
  return new Map(
    parsed.flatMap(([text, bytes]) => {
      const id = ids.get(toHex(bytes));
      return id === undefined ? [] : [[text, id] as const];
    }),
  );
}
