/** What calls ask to be moved: FIL with them, and tokens by the transfer functions of their standards. */
import { EncodingError, fromHex } from '#filecoin/encoding/bytes.ts';
import { decodeArguments, parseSignature, type AbiValue } from '#filecoin/evm/abi.ts';
import type { Step, Steps } from './trace.ts';

export interface Move {
  /** The token's contract; null: FIL. Addresses are 0x in lower case. */
  readonly token: string | null;
  readonly from: string;
  readonly to: string;
  /** Of an NFT; null for an amount. */
  readonly id: bigint | null;
  /** attoFIL, smallest units of a token, or pieces of an NFT. */
  readonly value: bigint;
  /** By what is asked `value` may be the id of an NFT as well as an amount. */
  readonly either: boolean;
}

export interface Moves {
  readonly moves: readonly Move[];
  /** There were more than are read. */
  readonly cut: boolean;
}

export const MAX_MOVES = 1_000;

type Asked = Pick<Move, 'from' | 'to' | 'id' | 'value'> & Partial<Pick<Move, 'either'>>;

/** What a function of a token asks; `silent`: nothing came back. */
type Reader = (values: readonly AbiValue[], caller: string, silent: boolean) => Asked[];

const onePiece: Reader = ([from, to, id]) => [asked(from, to, id, '1')];

/** Functions of tokens: selector, types of what they take, and what they ask by it. */
const TRANSFERS = (
  [
    // transfer: ERC-20
    ['0xa9059cbb', 'address,uint256', ([to, value], caller) => [asked(caller, to, null, value)]],
    // transferFrom: of an ERC-721 it returns nothing
    [
      '0x23b872dd',
      'address,address,uint256',
      ([from, to, value], _caller, either) => [{ ...asked(from, to, null, value), either }],
    ],
    // safeTransferFrom: ERC-721
    ['0x42842e0e', 'address,address,uint256', onePiece],
    ['0xb88d4fde', 'address,address,uint256,bytes', onePiece],
    // safeTransferFrom: ERC-1155
    [
      '0xf242432a',
      'address,address,uint256,uint256,bytes',
      ([from, to, id, value]) => [asked(from, to, id, value)],
    ],
    // safeBatchTransferFrom: ERC-1155
    [
      '0x2eb2c2d6',
      'address,address,uint256[],uint256[],bytes',
      ([from, to, ids, values]) =>
        Array.isArray(ids) && Array.isArray(values) && ids.length === values.length
          ? ids.map((id: AbiValue, at) => asked(from, to, id, values[at]))
          : [],
    ],
  ] satisfies [string, string, Reader][]
).map(([selector, types, read]) => ({
  selector,
  params: parseSignature(`f(${types})`).params,
  read,
}));

type Value = AbiValue | undefined;

/** Addresses and integers are decoded to texts. */
function asked(from: Value, to: Value, id: Value | null, value: Value): Asked {
  return {
    from: String(from).toLowerCase(),
    to: String(to).toLowerCase(),
    id: id === null ? null : BigInt(String(id)),
    value: BigInt(String(value)),
  };
}

/** What an ERC-20 returns that has not transferred. */
const FALSE = /^0x0{64}$/;

/** What a call asks of the token that it calls; nothing where it is no token's function. */
function askedOf({ from, input, output }: Step): Asked[] {
  const [selector, data] = [input.slice(0, 10).toLowerCase(), input.slice(10)];
  const transfer = TRANSFERS.find((each) => each.selector === selector);
  if (transfer === undefined || FALSE.test(output)) return [];
  try {
    const args = decodeArguments(transfer.params, fromHex(data));
    if (args === null) return [];
    return transfer.read(
      args.map(({ value }) => value),
      from,
      output === '0x',
    );
  } catch (error) {
    if (error instanceof EncodingError) return [];
    throw error;
  }
}

/** What calls ask to be moved, in their order. */
export function movesOf({ steps, cut }: Steps): Moves {
  const moves: Move[] = [];
  for (const step of steps) {
    const { from, to, value } = step;
    if (value > 0n) moves.push({ token: null, from, to, id: null, value, either: false });
    for (const each of askedOf(step)) moves.push({ token: to, either: false, ...each });
    if (moves.length > MAX_MOVES) return { moves: moves.slice(0, MAX_MOVES), cut: true };
  }
  return { moves, cut };
}
