/**
 * What calls ask to be moved: FIL with them, and tokens by the functions that move, mint or burn them,
 * or wrap FIL.
 */
import { EncodingError, fromHex } from '#filecoin/encoding/bytes.ts';
import { decodeArguments, parseSignature, type AbiValue } from '#filecoin/evm/abi.ts';
import type { Step, Steps } from './trace.ts';

/** The other side of what is minted or burned. */
export const NOBODY = `0x${'0'.repeat(40)}`;

/** A token's standard; `wrapped`: it takes and gives FIL one for one. */
export type Fit = 'ERC20' | 'ERC721' | 'ERC1155' | 'wrapped';

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
  /** No standard has the function: the call means this where the index knows such a token only. */
  readonly only?: readonly Fit[];
}

export interface Moves {
  readonly moves: readonly Move[];
  /** There were more than are read. */
  readonly cut: boolean;
}

export const MAX_MOVES = 1_000;

type Asked = Pick<Move, 'from' | 'to' | 'id' | 'value'> & Partial<Pick<Move, 'either'>>;

/** What a function of a token asks. */
type Reader = (values: readonly AbiValue[], step: Step) => Asked[];

const onePiece: Reader = ([from, to, id]) => [asked(from, to, id, '1')];
const pieces = (from: Value, to: Value, ids: Value, values: Value): Asked[] =>
  Array.isArray(ids) && Array.isArray(values) && ids.length === values.length
    ? ids.map((id: AbiValue, at) => asked(from, to, id, values[at]))
    : [];
const burns: Reader = ([from, value]) => [asked(from, NOBODY, null, value)];
const wraps: Reader = (_, { from, value }) => [asked(NOBODY, from, null, String(value))];

/** One number and nothing else. */
const WORD = /^0x[0-9a-f]{64}$/i;

/** Functions of tokens: selector, types of what they take, what they ask by it, and of which tokens. */
const FUNCTIONS = (
  [
    // transfer: ERC-20
    ['0xa9059cbb', 'address,uint256', ([to, value], { from }) => [asked(from, to, null, value)]],
    // transferFrom: of an ERC-721 it returns nothing
    [
      '0x23b872dd',
      'address,address,uint256',
      ([from, to, value], { output }) => [
        { ...asked(from, to, null, value), either: output === '0x' },
      ],
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
      ([from, to, ids, values]) => pieces(from, to, ids, values),
    ],
    // mint: of an amount, or of an NFT by its id
    [
      '0x40c10f19',
      'address,uint256',
      ([to, value]) => [{ ...asked(NOBODY, to, null, value), either: true }],
      ['ERC20', 'ERC721'],
    ],
    // mint: it returns how much, or which NFT
    [
      '0x6a627842',
      'address',
      ([to], { output }) =>
        WORD.test(output) ? [{ ...asked(NOBODY, to, null, output), either: true }] : [],
      ['ERC20', 'ERC721'],
    ],
    // safeMint
    ['0xa1448194', 'address,uint256', ([to, id]) => [asked(NOBODY, to, id, '1')], ['ERC721']],
    ['0x8832e6e3', 'address,uint256,bytes', ([to, id]) => [asked(NOBODY, to, id, '1')], ['ERC721']],
    // mint, mintBatch
    [
      '0x731133e9',
      'address,uint256,uint256,bytes',
      ([to, id, value]) => [asked(NOBODY, to, id, value)],
      ['ERC1155'],
    ],
    [
      '0x1f7fdffa',
      'address,uint256[],uint256[],bytes',
      ([to, ids, values]) => pieces(NOBODY, to, ids, values),
      ['ERC1155'],
    ],
    // burn, burnFrom: whose an NFT is that goes by its id only is not in the call
    ['0x42966c68', 'uint256', ([value], { from }) => [asked(from, NOBODY, null, value)], ['ERC20']],
    ['0x9dc29fac', 'address,uint256', burns, ['ERC20']],
    ['0x79cc6790', 'address,uint256', burns, ['ERC20']],
    // burn, burnBatch
    [
      '0xf5298aca',
      'address,uint256,uint256',
      ([from, id, value]) => [asked(from, NOBODY, id, value)],
      ['ERC1155'],
    ],
    [
      '0x6b20c454',
      'address,uint256[],uint256[]',
      ([from, ids, values]) => pieces(from, NOBODY, ids, values),
      ['ERC1155'],
    ],
    // deposit, withdraw
    ['0xd0e30db0', '', wraps, ['wrapped']],
    [
      '0x2e1a7d4d',
      'uint256',
      ([value], { from }) => [asked(from, NOBODY, null, value)],
      ['wrapped'],
    ],
  ] satisfies [string, string, Reader, Fit[]?][]
).map(([selector, types, read, only]) => ({
  selector,
  params: parseSignature(`f(${types})`).params,
  read,
  of: only === undefined ? {} : { only },
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
function askedOf(step: Step): Omit<Move, 'token'>[] {
  const { input, output, value: sent } = step;
  // FIL that comes without a call is wrapped, too.
  if (input === '0x' && sent > 0n)
    return wraps([], step).map((each) => ({ either: false, only: ['wrapped'], ...each }));
  const [selector, data] = [input.slice(0, 10).toLowerCase(), input.slice(10)];
  const found = FUNCTIONS.find((each) => each.selector === selector);
  if (found === undefined || FALSE.test(output)) return [];
  try {
    const args = decodeArguments(found.params, fromHex(data));
    if (args === null) return [];
    const values = args.map(({ value }) => value);
    return found.read(values, step).map((each) => ({ either: false, ...found.of, ...each }));
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
    for (const each of askedOf(step)) moves.push({ token: to, ...each });
    if (moves.length > MAX_MOVES) return { moves: moves.slice(0, MAX_MOVES), cut: true };
  }
  return { moves, cut };
}
