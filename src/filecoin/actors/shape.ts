/**
 * A small language for what CBOR on the chain means: shapes of params, returns and event values.
 * The tables under schemas/ are written in it, `interpret.ts` reads CBOR by it.
 *
 * Shapes that are words:
 * - `address`: address bytes → text (empty bytes → empty text)
 * - `amount`: big integer (attoFIL, bytes of power, data cap) → decimal text
 * - `int`: integer → number, or decimal text from 2^53 on
 * - `bool`, `text`
 * - `label`: text or bytes → text; what is not printable text → hex
 * - `bytes` → hex with 0x, cut when long
 * - `cid` → text
 * - `bitfield`: RLE+ → list of set bits, or ranges when there are many
 * - `peer`: peer id → base58 text; `multiaddr` → text form
 * - `signature`: {Type, Data}
 * - `calldata`: input of an EVM contract, `evmReturn`: its output, `initcode`
 * - `ethAddress`: 20 bytes → 0x with mixed-case checksum
 * - `any`: whatever it is
 * - `none`: no value at all
 */
export type Word =
  | 'address'
  | 'amount'
  | 'int'
  | 'bool'
  | 'text'
  | 'label'
  | 'bytes'
  | 'cid'
  | 'bitfield'
  | 'peer'
  | 'multiaddr'
  | 'signature'
  | 'calldata'
  | 'evmReturn'
  | 'initcode'
  | 'ethAddress'
  | 'any'
  | 'none';

/** Fields of a tuple by name, in their order. */
export type Fields = Readonly<Record<string, Shape>>;

export type Shape =
  | Word
  /** A fixed list of named fields; those from `least` on may be missing. */
  | { readonly form: 'tuple'; readonly fields: Fields; readonly least: number }
  | { readonly form: 'list'; readonly of: Shape }
  /** The value or null. */
  | { readonly form: 'maybe'; readonly of: Shape }
  /** The first of these that fits: versions of a shape, newest first. */
  | { readonly form: 'oneOf'; readonly of: readonly Shape[] }
  /** Bytes that hold CBOR of a shape; shown as hex when they do not. */
  | { readonly form: 'inside'; readonly of: Shape }
  /** A value whose meaning depends on the fields before it. */
  | { readonly form: 'call'; readonly of: 'proposal' | 'constructor' };

/** A tuple of named fields; those after the first `least` are of later versions and may be missing. */
export function tuple(fields: Fields, least: number = Object.keys(fields).length): Shape {
  return { form: 'tuple', fields, least };
}

export function list(of: Shape): Shape {
  return { form: 'list', of };
}

export function maybe(of: Shape): Shape {
  return { form: 'maybe', of };
}

/** The first shape that fits: newest version first. */
export function oneOf(...of: readonly Shape[]): Shape {
  return { form: 'oneOf', of };
}

/** Bytes around CBOR of this shape. */
export function inside(of: Shape): Shape {
  return { form: 'inside', of };
}

/** Params of a call named by the fields before it: `proposal` by To and Method, `constructor` by CodeCID. */
export function call(of: 'proposal' | 'constructor'): Shape {
  return { form: 'call', of };
}

/** A method's params and return. */
export interface MethodShape {
  params: Shape;
  returns: Shape;
}

/** Shorthand of the tables. */
export function method(params: Shape, returns: Shape = 'none'): MethodShape {
  return { params, returns };
}

/** An actor's methods by name without `Exported`. */
export type ActorShapes = Readonly<Record<string, MethodShape>>;
