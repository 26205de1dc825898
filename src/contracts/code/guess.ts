/**
 * What code that nobody verified shows of its functions and events: selectors in its dispatcher and
 * topics before its logs. What they are called is a guess by the signatures that are known.
 */
import { to0x, toHex } from '#filecoin/encoding/bytes.ts';
import { eventSignature, selectorSignature } from '#filecoin/evm/selectors.ts';
import { instructions, operandSize, PUSH1, PUSH32, PUSH4 } from './instructions.ts';
import type { Instruction } from './instructions.ts';
import { trailersFromEnd } from './trailer.ts';

const SUB = 0x03;
const EQ = 0x14;
const XOR = 0x18;
const JUMPI = 0x57;
const DUP1 = 0x80;
const DUP16 = 0x8f;
const LOG1 = 0xa1;
const LOG4 = 0xa4;

/** Instructions between a topic and the log that has it. */
const NEAR_LOG = 40;
/** Most that are told of one code. */
const MAX_GUESSES = 1000;

/** Signatures by selector (`0x` and 8 digits) or topic (`0x` and 64), out of verified ABIs. */
export type KnownSignatures = (hash: string) => readonly string[];

export interface Guess {
  /** Selector or topic, 0x and lower case. */
  readonly hash: string;
  /** Signatures that have it: none when it is not known, several when they collide. */
  readonly signatures: readonly string[];
}

export interface Guesses {
  readonly functions: readonly Guess[];
  readonly events: readonly Guess[];
}

/** Instructions before data and metadata. */
function codeOf(code: Uint8Array): Instruction[] {
  const trailer = trailersFromEnd(code).next().value;
  return [...instructions(code, trailer?.start ?? code.length)];
}

const isPush = (opcode: number | undefined) => opcode !== undefined && operandSize(opcode) > 0;

/** A compared constant: `PUSHn … EQ PUSH JUMPI`, where a DUP may stand before the comparison. */
function selectorAt(code: Uint8Array, list: readonly Instruction[], i: number): string | null {
  const push = list[i];
  if (!push || push.opcode < PUSH1 || push.opcode > PUSH4) return null;
  let next = i + 1;
  const dup = list[next]?.opcode ?? 0;
  if (dup >= DUP1 && dup <= DUP16) next++;
  const compare = list[next]?.opcode;
  if (compare !== EQ && compare !== SUB && compare !== XOR) return null;
  if (!isPush(list[next + 1]?.opcode) || list[next + 2]?.opcode !== JUMPI) return null;
  // Shorter constants are selectors that begin with zeros only where they are compared as such.
  if (push.opcode < PUSH4 - 1 || (push.opcode < PUSH4 && compare !== EQ)) return null;
  return toHex(code.subarray(push.at + 1, push.at + 1 + push.operand)).padStart(8, '0');
}

/** Numbers and masks have long runs of equal bytes; hashes do not. */
function looksHashed(word: Uint8Array): boolean {
  return new Set(word).size > 16;
}

function logFollows(list: readonly Instruction[], i: number): boolean {
  for (const { opcode } of list.slice(i + 1, i + 1 + NEAR_LOG)) {
    if (opcode >= LOG1 && opcode <= LOG4) return true;
    if (opcode === PUSH32) return false;
  }
  return false;
}

function guessed(
  hashes: Iterable<string>,
  shipped: (hash: string) => string | null,
  known: KnownSignatures,
): Guess[] {
  return [...hashes].slice(0, MAX_GUESSES).map((hash) => {
    const own = shipped(hash);
    return { hash, signatures: [...new Set([...known(hash), ...(own === null ? [] : [own])])] };
  });
}

/**
 * Functions and events of deployed code, in the code's order. `known` is asked before the list that
 * the product brings.
 */
export function guessInterface(code: Uint8Array, known: KnownSignatures = () => []): Guesses {
  const list = codeOf(code);
  const selectors = new Set<string>();
  const topics = new Set<string>();
  list.forEach((instruction, i) => {
    const selector = selectorAt(code, list, i);
    if (selector !== null) selectors.add(`0x${selector}`);
    if (instruction.opcode !== PUSH32) return;
    const word = code.subarray(instruction.at + 1, instruction.at + 33);
    const topic = to0x(word);
    if (word.length < 32 || !looksHashed(word)) return;
    if (eventSignature(topic) !== null || known(topic).length > 0 || logFollows(list, i))
      topics.add(topic);
  });
  return {
    functions: guessed(selectors, selectorSignature, known),
    events: guessed(topics, eventSignature, known),
  };
}
