/** What calls ask to be moved, summed up by token and holder. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { TokenDetail } from '#explorer/token/schema.ts';
import { getJson } from '../../queries/api.ts';
import { NOBODY, type Move, type Moves } from './moves.ts';

/** What the index knows of a token. */
export type TokenWords = Pick<TokenDetail, 'type' | 'symbol' | 'decimals' | 'wrapped'>;

export interface Change {
  /** 0x, in lower case. */
  readonly holder: string;
  /** Of an NFT; null for an amount. */
  readonly id: bigint | null;
  /** What the holder has more (or less) of then: attoFIL, smallest units, or pieces of an NFT. */
  readonly by: bigint;
  /** It is not known whether `by` is an amount or the id of an NFT. */
  readonly either: boolean;
}

export interface TokenChanges {
  /** The token's contract, 0x in lower case; null: FIL. */
  readonly token: string | null;
  /** Null where the index knows of no such token. */
  readonly words: TokenWords | null;
  /** Without those who get as much as they give. */
  readonly changes: readonly Change[];
}

export interface TokenMoves {
  readonly tokens: readonly TokenChanges[];
  /** There was more than is read. */
  readonly cut: boolean;
}

/** Whether the index knows what the move is read as. */
const fits = ({ only }: Move, words: TokenWords | null): boolean =>
  only === undefined ||
  (words !== null && only.some((fit) => (fit === 'wrapped' ? words.wrapped : fit === words.type)));

/** An NFT's `transferFrom` reads like an amount's: the token's standard tells. */
function resolved(move: Move, words: TokenWords | null): Move {
  if (!move.either) return move;
  if (words?.type === 'ERC721') return { ...move, id: move.value, value: 1n, either: false };
  return { ...move, either: words?.type !== 'ERC20' };
}

/** Sums of moves, FIL first, else in the order in which they come. */
export function changesOf(
  moves: readonly Move[],
  known: ReadonlyMap<string, TokenWords | null>,
): TokenChanges[] {
  const tokens = new Map<string | null, Map<string, Change>>([[null, new Map()]]);
  for (const each of moves) {
    const words = known.get(each.token ?? '') ?? null;
    if (!fits(each, words)) continue;
    const { token, id, value, either, ...ends } = resolved(each, words);
    const holders = tokens.get(token) ?? new Map<string, Change>();
    tokens.set(token, holders);
    const change = (holder: string, by: bigint): void => {
      // An id is no number to be added to another; what is burned does not make up for what is minted.
      const side = holder === NOBODY ? by < 0n : '';
      const key = `${holder} ${id ?? ''} ${either ? value : ''} ${side}`;
      holders.set(key, { holder, id, by: (holders.get(key)?.by ?? 0n) + by, either });
    };
    change(ends.from, -value);
    change(ends.to, value);
  }
  return [...tokens]
    .map(([token, holders]) => ({
      token,
      words: known.get(token ?? '') ?? null,
      changes: [...holders.values()].filter(({ by }) => by !== 0n),
    }))
    .filter(({ changes }) => changes.length > 0);
}

/** Tokens that are looked up. */
const MAX_TOKENS = 20;

async function lookUp(queries: QueryClient, { moves, cut }: Moves): Promise<TokenMoves> {
  // What tokens' standards have comes first.
  const order = [...moves.filter(({ only }) => !only), ...moves];
  const tokens = [...new Set(order.flatMap(({ token }) => token ?? []))].slice(0, MAX_TOKENS);
  const known = await Promise.all(
    tokens.map(async (token): Promise<[string, TokenWords | null]> => {
      const query = {
        queryKey: ['token', token],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          getJson<TokenDetail>(`/token/${token}`, {}, signal),
      };
      // A token that is not known, now or at all, is shown by its address.
      return [token, await queries.fetchQuery(query).catch(() => null)];
    }),
  );
  return { tokens: changesOf(moves, new Map(known)), cut };
}

/** Sums up moves, with what the index knows of the tokens. */
export function useChanges(): (moves: Moves) => Promise<TokenMoves> {
  const queries = useQueryClient();
  return (moves) => lookUp(queries, moves);
}
