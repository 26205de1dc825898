/**
 * What calls of contracts ask for, and what came of them: by the movements of tokens and FIL where they
 * were executed, else by what the function is called with.
 */
import type { CalledToken } from '#explorer/message/payloadSchema.ts';
import type { MessageDetail } from '#explorer/message/schema.ts';
import type { TokenTransfer } from '#explorer/token/transferSchema.ts';
import type { NameService } from '#filecoin/networks/index.ts';
import { contractCall, type ContractArgument } from '../contractCall.ts';
import { callAmounts, UNLIMITED } from '../tokenAmounts.ts';
import { ethForm, isNull } from '#filecoin/forms.ts';
import { account, type SlotValue, type Said } from './types.ts';

export type ContractMessage = Pick<
  MessageDetail,
  | 'from'
  | 'to'
  | 'value'
  | 'evmMethod'
  | 'token'
  | 'pool'
  | 'decodedParams'
  | 'decodedReturnValue'
  | 'transfers'
  | 'transfersTruncated'
  | 'tokenTransfers'
  | 'tokenTransfersTruncated'
>;

/** So many kinds of tokens are told in one sentence. */
const MOST = 3;

/** A longer label of a name is nobody's. */
const MAX_LABEL = 64;

/** The word of a contract that answers `true`, as tokens of ERC-20 do. */
const TRUE = `0x${'0'.repeat(63)}1`;
const NOTHING: CalledToken = { name: null, symbol: null, decimals: null };
const same = (one: string, other: string): boolean => ethForm(one) === ethForm(other);
const code = (text: string): SlotValue => ({ kind: 'code', text });

function tokenOf(moved: TokenTransfer, units = moved.amount): SlotValue {
  const { name, symbol, decimals, type, tokenId } = moved;
  const words = { name, symbol, decimals: type === 'ERC20' ? decimals : null };
  return {
    kind: 'token',
    units,
    address: moved.token,
    words,
    ...(tokenId === undefined ? {} : { item: tokenId }),
  };
}

/** The one movement of a call that moved nothing else. */
function oneTransfer(message: ContractMessage): Said | null {
  const [moved, more] = message.tokenTransfers;
  if (moved === undefined || more !== undefined || movesFil(message)) return null;
  const value = tokenOf(moved);
  const target = account(moved.to);
  const other = account(moved.from);
  if (target === undefined || other === undefined) return null;
  if (isNull(moved.from)) return { action: 'tokenMint', places: { value, target } };
  if (isNull(moved.to))
    return same(moved.from, message.from)
      ? { action: 'tokenBurn', places: { value } }
      : { action: 'tokenBurnOf', places: { value, other } };
  return same(moved.from, message.from)
    ? { action: 'tokenTransfer', places: { value, target } }
    : { action: 'tokenTransferFrom', places: { value, other, target } };
}

const movesFil = ({ value, transfers }: ContractMessage): boolean =>
  value !== '0' || transfers.some(({ type }) => type === 'transfer');

interface Flows {
  gave: SlotValue[];
  got: SlotValue[];
}

/** What the sender gave and got in all, each token once; null where that is not all told. */
function flowsOf(message: ContractMessage): Flows | null {
  const { from, transfers, tokenTransfers } = message;
  if (message.transfersTruncated || message.tokenTransfersTruncated) return null;
  const sums = new Map<string, { sum: bigint; moved: TokenTransfer | null }>();
  const add = (key: string, amount: bigint, moved: TokenTransfer | null) => {
    const before = sums.get(key)?.sum ?? 0n;
    sums.set(key, { sum: before + amount, moved });
  };
  for (const { type, from: payer, to, value } of transfers) {
    if (type !== 'transfer') continue;
    if (same(payer, from)) add('', -BigInt(value), null);
    if (same(to, from)) add('', BigInt(value), null);
  }
  for (const moved of tokenTransfers) {
    const key = `${moved.token} ${moved.tokenId ?? ''}`;
    if (same(moved.from, from)) add(key, -BigInt(moved.amount), moved);
    if (same(moved.to, from)) add(key, BigInt(moved.amount), moved);
  }
  const flows: Flows = { gave: [], got: [] };
  for (const { sum, moved } of sums.values()) {
    if (sum === 0n) continue;
    const size = (sum < 0n ? -sum : sum).toString();
    const place: SlotValue = moved === null ? { kind: 'fil', value: size } : tokenOf(moved, size);
    flows[sum < 0n ? 'gave' : 'got'].push(place);
  }
  return flows.gave.length <= MOST && flows.got.length <= MOST ? flows : null;
}

const inOne = (places: readonly SlotValue[]): SlotValue | undefined =>
  places.length > 1 ? { kind: 'list', places } : places[0];

/** FIL into a token of the same amount, or back. */
function wrapped(name: string, { gave, got }: Flows, to: string): Said | null {
  const [paid, ...more] = gave;
  const [taken, ...others] = got;
  if (paid === undefined || taken === undefined || more.length + others.length > 0) return null;
  const isOf = (place: SlotValue, fil: SlotValue): boolean =>
    place.kind === 'token' &&
    fil.kind === 'fil' &&
    same(place.address, to) &&
    place.units === fil.value &&
    place.words.decimals === 18;
  if (/^deposit/i.test(name) && isOf(taken, paid))
    return { action: 'wrap', places: { value: paid, got: taken } };
  if (/^withdraw/i.test(name) && isOf(paid, taken))
    return { action: 'unwrap', places: { value: paid, got: taken } };
  return null;
}

/** What was exchanged, by an executed call. */
function exchanged(message: ContractMessage, name: string): Said | null {
  const flows = flowsOf(message);
  if (flows === null || flows.gave.length + flows.got.length === 0) return null;
  const value = inOne(flows.gave);
  const got = inOne(flows.got);
  const method = code(message.evmMethod.replaceAll(',', ', '));
  const wrap = wrapped(name, flows, message.to);
  if (wrap !== null) return wrap;
  if (value !== undefined && got !== undefined)
    return /swap/i.test(name)
      ? { action: 'swap', places: { value, got } }
      : { action: 'exchange', places: { value, got, method } };
  // Value alone is told by the call itself.
  if (got !== undefined) return { action: 'receive', places: { got, method } };
  return value?.kind === 'fil'
    ? null
    : { action: 'give', places: { ...(value && { value }), method } };
}

/** Second-level names of the network's services, by their controllers. */
function named(
  message: ContractMessage,
  name: string,
  args: readonly ContractArgument[],
  services: readonly NameService[],
): Said | null {
  const service = services.find(({ controllers }) =>
    controllers.some((one) => same(one, message.to)),
  );
  const label = args[0];
  if (service === undefined || label?.type !== 'string' || typeof label.value !== 'string')
    return null;
  if (label.value.length > MAX_LABEL) return null;
  const place: SlotValue = { kind: 'name', name: `${label.value}.${service.suffix}` };
  const owner = args.find(({ type }) => type === 'address');
  const target = account(owner?.value);
  if (name === 'register')
    return target === undefined ? null : { action: 'register', places: { number: place, target } };
  return name === 'renew' ? { action: 'renew', places: { number: place } } : null;
}

/** The functions of tokens, by what they are called with. */
function tokenCall(message: ContractMessage, args: readonly ContractArgument[]): Said | null {
  const { evmMethod, to, token } = message;
  const [amount] = callAmounts({ to, evmMethod, token }, args);
  const shown: SlotValue | null =
    amount === undefined || amount.token === null
      ? null
      : {
          kind: 'token',
          units: amount.units,
          address: to,
          words: amount.token,
          unlimited: amount.unlimited,
        };
  // What is no known ERC-20 but answers `true` as those do has told an amount of its own units.
  const units = args.at(-1)?.value;
  const value: SlotValue | null =
    shown ??
    (message.decodedReturnValue === TRUE && typeof units === 'string' && /^\d{1,78}$/.test(units)
      ? { kind: 'token', units, address: to, words: NOTHING, unlimited: units === UNLIMITED }
      : null);
  if (value === null) return null;
  const [first, second] = args.map((argument) => account(argument.value));
  const target = first && { target: first };
  switch (evmMethod) {
    case 'transfer(address,uint256)':
      return { action: 'tokenTransfer', places: { value, ...target } };
    case 'approve(address,uint256)':
      return { action: 'tokenApprove', places: { value, ...target } };
    case 'transferFrom(address,address,uint256)':
      return {
        action: 'tokenTransferFrom',
        places: { value, ...(first && { other: first }), ...(second && { target: second }) },
      };
    case 'mint(address,uint256)':
      return { action: 'tokenMint', places: { value, ...target } };
    case 'burn(uint256)':
      return { action: 'tokenBurn', places: { value } };
    case 'burn(address,uint256)':
    case 'burnFrom(address,uint256)':
      return { action: 'tokenBurnOf', places: { value, ...(first && { other: first }) } };
    default:
      return null;
  }
}

/** What a swap that moved nothing is asked to take: of a known pool's token, else in units of one. */
function swapped(message: ContractMessage, args: readonly ContractArgument[]): SlotValue | null {
  const amounts = callAmounts(message, args);
  const taken = amounts.find(({ index }) => args[index]?.name === 'amountIn');
  if (taken !== undefined && taken.token !== null)
    return { kind: 'token', units: taken.units, address: taken.address, words: taken.token };
  const units = args.find(({ name, type }) => name === 'amountIn' && type === 'uint256')?.value;
  return typeof units === 'string' && /^\d{1,78}$/.test(units) ? { kind: 'units', units } : null;
}

/** The sentence of a call of a contract; `ran`: it was executed and did not fail. */
export function contractSaid(
  message: ContractMessage,
  ran: boolean,
  services: readonly NameService[],
): Said {
  const call = contractCall(message.decodedParams ?? null);
  const args = call?.args ?? [];
  const name = message.evmMethod.split('(')[0] ?? '';
  const told =
    named(message, name, args, services) ??
    (ran ? (oneTransfer(message) ?? exchanged(message, name)) : null) ??
    tokenCall(message, args);
  if (told !== null) return told;
  const method = code(message.evmMethod.replaceAll(',', ', '));
  const value: SlotValue = { kind: 'fil', value: message.value };
  const pays = message.value !== '0';
  if (!ran && /^swap/i.test(name)) {
    const paid = pays ? value : swapped(message, args);
    return paid === null
      ? { action: 'swapCall', places: { method } }
      : { action: 'swapCallWith', places: { method, value: paid } };
  }
  if (message.evmMethod === '')
    return pays ? { action: 'transfer', places: { value } } : { action: 'callNothing' };
  return pays
    ? { action: 'callWith', places: { method, value } }
    : { action: 'call', places: { method } };
}
