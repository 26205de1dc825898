/** The network's node, asked in Ethereum's dialect through this site (`/rpc/v1`). */
import { concatBytes, fromHex } from '#filecoin/encoding/bytes.ts';

/** The node's own error. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal';
  /** JSON-RPC's. */
  readonly code: number;
  /** What the contract returned when it reverted; null where the node tells nothing of it. */
  readonly data: Uint8Array | null;

  constructor(code: number, message: string, data: Uint8Array | null = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Nothing came back, or no JSON-RPC. */
export class NodeSilent extends Error {
  override readonly name = 'NodeSilent';
}

const HEX = /^0x(?:[0-9a-f]{2})*$/i;
/**
 * Lotus before 1.31, and Forest, have it in their words only: as hex, or as what it says, `Error(…)`, a
 * panic by its name, or `Panic(0x…)`.
 */
const IN_WORDS =
  /revert reason(?:: ?|=\[)(?:(0x(?:[0-9a-f]{2})*)|Error\((.*?)\)(?:\]?, vm error|\]?\)?$)|Panic\(0x([0-9a-f]{1,64})\)|(\w+)\(\))/is;
/** Selectors of `Error(string)` and `Panic(uint256)`. */
const ERROR = '08c379a0';
const PANIC = '4e487b71';
/** Lotus's names for panics (`panicErrorCodes`), and their codes in hex. */
const PANICS: ReadonlyMap<string, string> = new Map([
  ['Panic', '00'],
  ['Assert', '01'],
  ['ArithmeticOverflow', '11'],
  ['DivideByZero', '12'],
  ['InvalidEnumVariant', '21'],
  ['InvalidStorageArray', '22'],
  ['PopEmptyArray', '31'],
  ['ArrayIndexOutOfBounds', '32'],
  ['OutOfMemory', '41'],
  ['CalledUninitializedFunction', '51'],
]);
const REVERTED = /revert|exit(?:=\[)? ?(?:SysErrContractReverted|\(?33\b)/i;
/** EIP-1474 leaves it open; nodes of Ethereum's kind use it for reverts. */
const REVERT_CODE = 3;

/** A number in hex as a word of 32 bytes. */
const word = (hex: string): string => hex.padStart(64, '0');

/** What a contract returned, by a node's words for it; null where they tell no reason. */
function dataInWords(message: string): Uint8Array | null {
  const [, data, text, panic, name = ''] = IN_WORDS.exec(message) ?? [];
  if (data !== undefined) return fromHex(data);
  if (text !== undefined) {
    const bytes = new TextEncoder().encode(text);
    const head = fromHex(ERROR + word('20') + word(bytes.length.toString(16)));
    return concatBytes(head, bytes, new Uint8Array(-bytes.length & 31));
  }
  const code = panic ?? PANICS.get(name);
  return code === undefined ? null : fromHex(PANIC + word(code));
}

function revertData(code: number, message: string, data: unknown): Uint8Array | null {
  const told =
    typeof data === 'object' && data !== null ? (Reflect.get(data, 'data') as unknown) : data;
  if (typeof told === 'string' && HEX.test(told)) return fromHex(told);
  const reverted = code === REVERT_CODE || REVERTED.test(message);
  return dataInWords(message) ?? (reverted ? new Uint8Array() : null);
}

/** The error that a reply of JSON-RPC holds; null for a reply without one. */
export function refusalIn(reply: unknown): NodeRefusal | null {
  if (typeof reply !== 'object' || reply === null || !('error' in reply)) return null;
  const { error } = reply;
  if (typeof error !== 'object' || error === null) return new NodeRefusal(0, String(error));
  const { code, message, data }: Record<string, unknown> = { ...error };
  const words = typeof message === 'string' ? message : '';
  return new NodeRefusal(Number(code), words, revertData(Number(code), words, data));
}

/** A call's result. @throws NodeRefusal, NodeSilent */
export async function askNode(
  url: string,
  method: string,
  params: readonly unknown[],
  signal?: AbortSignal,
): Promise<unknown> {
  let reply: unknown;
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      ...(signal === undefined ? {} : { signal }),
    });
    reply = await answer.json();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new NodeSilent('no answer', { cause: error });
  }
  const refusal = refusalIn(reply);
  if (refusal !== null) throw refusal;
  if (typeof reply !== 'object' || reply === null || !('result' in reply))
    throw new NodeSilent('no answer of JSON-RPC');
  return reply.result;
}

/** A number as JSON-RPC has it. */
export const quantity = (value: number | bigint): string => `0x${value.toString(16)}`;

const QUANTITY = /^0x[0-9a-f]{1,64}$/i;

/** A number as JSON-RPC has it, of 32 bytes at most; null for anything else. */
export function quantityIn(told: unknown): bigint | null {
  return typeof told === 'string' && QUANTITY.test(told) ? BigInt(told) : null;
}
