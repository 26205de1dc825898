/** Tokens among the contracts of an answer: by their decimals the amounts of calls and events are read. */
import { ERC20 } from '#filecoin/evm/tokens.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { tokenRows, wordsOf } from '../token/rows.ts';
import type { View } from '../view.ts';
import type { CalledToken } from './schema.ts';

/** The token that an actor is, as a member of its call or event; nothing where it is none. */
export type CalledTokens = (id: Uint64 | null) => { token?: CalledToken };

/**
 * Those of these actors that are ERC-20s, asked for at once. One that also told of NFTs is left out: its
 * numbers may be ids.
 */
export async function calledTokens(
  view: View,
  ids: Iterable<Uint64 | null>,
): Promise<CalledTokens> {
  const wanted = [...ids].filter((id) => typeof id === 'number');
  const tokens = new Map(
    (await tokenRows(view, wanted))
      .filter(({ standard, mixed }) => standard === ERC20 && !mixed)
      .map((row) => [row.actor_id, wordsOf(row)]),
  );
  return (id) => {
    const token = typeof id === 'number' ? tokens.get(id) : undefined;
    return token === undefined ? {} : { token };
  };
}
