/** Which values of a call, of its answer, its event or its error are amounts, and of which token. */
import type { MessageEvent } from '#explorer/message/eventSchema.ts';
import type { CalledPool, CalledToken, RevertReason } from '#explorer/message/payloadSchema.ts';
import {
  ANSWER_AMOUNTS,
  CALL_AMOUNTS,
  ERROR_AMOUNTS,
  EVENT_AMOUNTS,
  type AmountOf,
  type AmountPlace,
} from '#filecoin/evm/amounts.ts';
import type { Json } from '#format/json.ts';

/** A call with the token that it is to, and a pool's two: absent where that is none. */
export interface TokenCall {
  to: string;
  /** e.g. `transfer(address,uint256)`. */
  evmMethod: string;
  token?: CalledToken | undefined;
  pool?: CalledPool | undefined;
  decodedParams?: Json | undefined;
}

/** An amount of a token. */
export interface TokenShown {
  /** Which of the fields it is. */
  index: number;
  /** Smallest units, a decimal string. */
  units: string;
  /** An allowance that no spending makes smaller. */
  unlimited: boolean;
  /** The token's contract. */
  address: string;
  token: CalledToken;
}

/** The same of FIL: no token. */
export interface FilShown {
  index: number;
  /** attoFIL. */
  units: string;
  token: null;
}

export type ShownAmount = TokenShown | FilShown;

interface Field {
  name: string;
  type: string | null;
  value: Json;
  indexed?: boolean;
}

/** Largest number of 256 bits: an allowance of it is not used up. */
export const UNLIMITED = (2n ** 256n - 1n).toString();
const WORD = /^0x[0-9a-f]{64}$/;

/** Whose amounts they may be. */
interface Known {
  address: string;
  token?: CalledToken | undefined;
  pool?: CalledPool | undefined;
}

/** The amounts among a call's arguments. */
export function callAmounts(call: TokenCall | undefined, args: readonly Field[]): ShownAmount[] {
  if (call === undefined) return [];
  return amountsAt(CALL_AMOUNTS.get(call.evmMethod), args, { ...call, address: call.to }, args);
}

/** The amounts that a function answered; `args`: what it was called with. */
export function answerAmounts(
  call: TokenCall | undefined,
  values: readonly Field[],
  args: readonly Field[] = [],
): ShownAmount[] {
  if (call === undefined) return [];
  return amountsAt(ANSWER_AMOUNTS.get(call.evmMethod), values, { ...call, address: call.to }, args);
}

/**
 * What a token's or a pool's function answered, as a number, where its source is not verified: `decoded`
 * is then the word itself. Null for what is no amount.
 */
export function answerFields(
  call: TokenCall | undefined,
  decoded: Json | undefined,
): { name: string; type: string; value: Json }[] | null {
  if (call === undefined || (call.token ?? call.pool) === undefined) return null;
  const [place, more] = ANSWER_AMOUNTS.get(call.evmMethod) ?? [];
  if (place === undefined || place.name !== undefined || more !== undefined) return null;
  if (typeof decoded !== 'string' || !WORD.test(decoded)) return null;
  return [{ name: '', type: 'uint256', value: BigInt(decoded).toString() }];
}

/** The amounts that an event tells. */
export function eventAmounts({
  name,
  decoded,
  address,
  token,
  pool,
}: Partial<Pick<MessageEvent, 'name' | 'decoded' | 'address' | 'token' | 'pool'>>): ShownAmount[] {
  if (name == null || decoded == null || address === undefined) return [];
  return amountsAt(EVENT_AMOUNTS.get(name), decoded, { address, token, pool }, []);
}

/** The amounts of a token's own error. */
export function errorAmounts({ text, args, token, address }: RevertReason): TokenShown[] {
  if (address === undefined || args == null) return [];
  return amountsAt(ERROR_AMOUNTS.get(text), args, { address, token }, []).filter(isOfToken);
}

const isOfToken = (amount: ShownAmount): amount is TokenShown => amount.token !== null;

/** What a token's own error says that there was, and that was needed, of it; null where it says no such thing. */
export interface ShortAmounts {
  /** `balance` of who sends, or what was allowed to be spent. */
  of: 'balance' | 'allowance';
  have: TokenShown;
  needed: TokenShown;
}

export function shortAmounts(revert: RevertReason): ShortAmounts | null {
  const [have, needed, more] = errorAmounts(revert);
  if (have === undefined || needed === undefined || more !== undefined) return null;
  const of = revert.text.includes('Allowance') ? 'allowance' : 'balance';
  return { of, have, needed };
}

/** `args`: of the call, whose first one says which way a swap goes. */
function amountsAt(
  places: readonly AmountPlace[] | undefined,
  fields: readonly Field[],
  known: Known,
  args: readonly Field[],
): ShownAmount[] {
  return (places ?? []).flatMap((place) => amountAt(place, fields, known, args) ?? []);
}

function amountAt(
  place: AmountPlace,
  fields: readonly Field[],
  known: Known,
  args: readonly Field[],
): ShownAmount | null {
  const field = fields[place.at];
  // An indexed number of these events is the id of an NFT.
  if (field === undefined || field.indexed === true) return null;
  if (!/^uint(112|256)$/.test(field.type ?? '')) return null;
  if (place.name !== undefined && field.name !== place.name) return null;
  const { value } = field;
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) return null;
  if (place.of === 'fil') return { index: place.at, units: value, token: null };
  const of = tokenAt(place.of, known, args);
  if (of === null) return null;
  const unlimited = place.allowance === true && value === UNLIMITED;
  if (of.token.decimals === null && !unlimited) return null;
  return { index: place.at, units: value, unlimited, ...of };
}

/** Which token it is; null where that is not known. */
function tokenAt(
  of: Exclude<AmountOf, 'fil'>,
  { address, token, pool }: Known,
  args: readonly Field[],
): Pick<TokenShown, 'address' | 'token'> | null {
  if (of === 'own') return token === undefined ? null : { address, token };
  if (of === 'token0' || of === 'token1') {
    if (pool === undefined) return null;
    const { address: own, ...words } = pool[of];
    return { address: own, token: words };
  }
  const zeroForOne = args[0]?.value;
  if (typeof zeroForOne !== 'boolean') return null;
  return tokenAt(zeroForOne === (of === 'in') ? 'token0' : 'token1', { address, token, pool }, []);
}
