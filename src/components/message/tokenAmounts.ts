/** Which values of a token's call, of its answer, its event or its error are amounts of that token. */
import type { MessageEvent } from '#explorer/message/eventSchema.ts';
import type { CalledToken, RevertReason } from '#explorer/message/schema.ts';
import type { Json } from '#format/json.ts';

/** A call with the token that it is to: absent where that is no ERC-20. */
export interface TokenCall {
  to: string;
  /** e.g. `transfer(address,uint256)`. */
  evmMethod: string;
  token?: CalledToken | undefined;
}

export interface ShownAmount {
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

interface Field {
  name: string;
  type: string | null;
  value: Json;
  indexed?: boolean;
}

/** Where the amount stands, and whether it is what somebody else may spend. */
interface Place {
  at: number;
  allowance?: true;
}
type Places = ReadonlyMap<string, Place>;

/** `mint(uint256)` is left out: lending tokens count the token that is lent in it, not themselves. */
const CALLS: Places = new Map<string, Place>([
  ['transfer(address,uint256)', { at: 1 }],
  ['transferFrom(address,address,uint256)', { at: 2 }],
  ['transferAndCall(address,uint256)', { at: 1 }],
  ['transferAndCall(address,uint256,bytes)', { at: 1 }],
  ['approve(address,uint256)', { at: 1, allowance: true }],
  ['approveAndCall(address,uint256,bytes)', { at: 1, allowance: true }],
  ['increaseAllowance(address,uint256)', { at: 1, allowance: true }],
  ['decreaseAllowance(address,uint256)', { at: 1, allowance: true }],
  ['permit(address,address,uint256,uint256,uint8,bytes32,bytes32)', { at: 2, allowance: true }],
  ['mint(address,uint256)', { at: 1 }],
  ['burn(uint256)', { at: 0 }],
  ['burn(address,uint256)', { at: 1 }],
  ['burnFrom(address,uint256)', { at: 1 }],
]);

const ANSWERS: Places = new Map<string, Place>([
  ['totalSupply()', { at: 0 }],
  ['balanceOf(address)', { at: 0 }],
  ['allowance(address,address)', { at: 0, allowance: true }],
]);

const EVENTS: Places = new Map<string, Place>([
  ['Transfer(address,address,uint256)', { at: 2 }],
  ['Approval(address,address,uint256)', { at: 2, allowance: true }],
  ['Mint(address,uint256)', { at: 1 }],
  ['Burn(address,uint256)', { at: 1 }],
]);

/** `InsufficientBalance(uint256,uint256)` is left out: libraries say it of FIL. */
const ERRORS: ReadonlyMap<string, readonly Place[]> = new Map<string, readonly Place[]>([
  ['ERC20InsufficientBalance(address,uint256,uint256)', [{ at: 1 }, { at: 2 }]],
  ['ERC20InsufficientAllowance(address,uint256,uint256)', [{ at: 1, allowance: true }, { at: 2 }]],
  ['InsufficientBalance(address,uint256,uint256)', [{ at: 1 }, { at: 2 }]],
]);

/** Largest number of 256 bits: an allowance of it is not used up. */
export const UNLIMITED = (2n ** 256n - 1n).toString();
const WORD = /^0x[0-9a-f]{64}$/;

/** The amount among a call's arguments; null where it has none that is known. */
export function callAmount(
  call: TokenCall | undefined,
  args: readonly Field[],
): ShownAmount | null {
  return call === undefined ? null : amountAt(CALLS.get(call.evmMethod), args, call.to, call.token);
}

/** The amount that a token's function answered; null where it answers none. */
export function answerAmount(
  call: TokenCall | undefined,
  values: readonly Field[],
): ShownAmount | null {
  return call === undefined
    ? null
    : amountAt(ANSWERS.get(call.evmMethod), values, call.to, call.token);
}

/**
 * What a token's function answered, as a number, where its source is not verified: `decoded` is then the
 * word itself. Null for what is no amount.
 */
export function answerFields(
  call: TokenCall | undefined,
  decoded: Json | undefined,
): { name: string; type: string; value: Json }[] | null {
  if (call?.token === undefined || !ANSWERS.has(call.evmMethod)) return null;
  if (typeof decoded !== 'string' || !WORD.test(decoded)) return null;
  return [{ name: '', type: 'uint256', value: BigInt(decoded).toString() }];
}

/** The amount that a token's event tells; null where it tells none that is known. */
export function eventAmount({
  name,
  decoded,
  address,
  token,
}: Partial<Pick<MessageEvent, 'name' | 'decoded' | 'address' | 'token'>>): ShownAmount | null {
  if (name == null || decoded == null || address === undefined) return null;
  return amountAt(EVENTS.get(name), decoded, address, token);
}

/** The amounts of a token's own error. */
export function errorAmounts({ text, args, token, address }: RevertReason): ShownAmount[] {
  if (address === undefined || args == null) return [];
  return (ERRORS.get(text) ?? []).flatMap((place) => amountAt(place, args, address, token) ?? []);
}

/** What a token's own error says that there was, and that was needed, of it; null where it says no such thing. */
export interface ShortAmounts {
  /** `balance` of who sends, or what was allowed to be spent. */
  of: 'balance' | 'allowance';
  have: ShownAmount;
  needed: ShownAmount;
}

export function shortAmounts(revert: RevertReason): ShortAmounts | null {
  const [have, needed, more] = errorAmounts(revert);
  if (have === undefined || needed === undefined || more !== undefined) return null;
  const of = revert.text.includes('Allowance') ? 'allowance' : 'balance';
  return { of, have, needed };
}

function amountAt(
  place: Place | undefined,
  fields: readonly Field[],
  address: string,
  token: CalledToken | undefined,
): ShownAmount | null {
  const field = place && fields[place.at];
  if (token === undefined || field === undefined) return null;
  // An indexed number of these events is the id of an NFT.
  if (field.type !== 'uint256' || field.indexed === true) return null;
  const { value } = field;
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) return null;
  const unlimited = place?.allowance === true && value === UNLIMITED;
  if (token.decimals === null && !unlimited) return null;
  return { index: place?.at ?? 0, units: value, unlimited, address, token };
}
