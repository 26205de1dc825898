/** What code shows of how it was compiled. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import { instructions, PUSH0, PUSH4 } from './instructions.ts';
import { trailersFromEnd } from './trailer.ts';
import type { Trailer } from './trailer.ts';

const SHR = 0x1c;
const MCOPY = 0x5e;
/** Of each new instruction solc's own code has more than that; data that are no code has fewer. */
const MANY = 3;

export interface Traits {
  /** Bytes before the last trailer's end. */
  readonly length: number;
  readonly trailer: Trailer | null;
  /** Operands of PUSH4, hex: selectors, mostly. */
  readonly selectors: ReadonlySet<string>;
  /** Its instructions in order, without their operands. */
  readonly opcodes: readonly number[];
  /** The newest version of the EVM whose instructions the compiler itself used. */
  readonly evm: 'byzantium' | 'constantinople' | 'shanghai' | 'cancun';
  /** Which of solc's code generators made it: the older one or that by Yul; null when it does not show. */
  readonly generator: 'legacy' | 'yul' | null;
  /** Has what the older generator writes since 0.8.0 and the optimizer leaves nothing of. */
  readonly unoptimised: boolean;
}

/** How they refuse value, and calldata too short for a selector. */
const YUL = /^60[0-9a-f]{2}(?:80)?60405234(?:15)?6|^60[0-9a-f]{2}34|6004361015[56]/;
const LEGACY = /604052348015[56]|600436106/;

/** A helper that hands back what it was given: DUP2 SWAP1 POP SWAP2 SWAP1 POP. */
const UNOPTIMISED = '819050919050';

function generatorOf(hex: string): Traits['generator'] {
  if (YUL.test(hex)) return 'yul';
  return LEGACY.test(hex) ? 'legacy' : null;
}

/** Selectors and instructions of any code, init code or deployed. */
export function traitsOf(code: Uint8Array): Traits {
  const hex = toHex(code);
  const trailer = trailersFromEnd(code).next().value ?? null;
  const length = trailer?.end ?? code.length;
  const selectors = new Set<string>();
  const counts = new Map<number, number>();
  const opcodes: number[] = [];
  for (const { at, opcode } of instructions(code, trailer?.start ?? length)) {
    if (opcode === PUSH4) selectors.add(toHex(code.subarray(at + 1, at + 5)));
    counts.set(opcode, (counts.get(opcode) ?? 0) + 1);
    opcodes.push(opcode);
  }
  const uses = (opcode: number) => (counts.get(opcode) ?? 0) >= MANY;
  return {
    length,
    trailer,
    selectors,
    opcodes,
    evm:
      uses(MCOPY) && uses(PUSH0)
        ? 'cancun'
        : uses(PUSH0)
          ? 'shanghai'
          : (counts.get(SHR) ?? 0) > 0
            ? 'constantinople'
            : 'byzantium',
    generator: generatorOf(hex),
    unoptimised: hex.includes(UNOPTIMISED),
  };
}

/** Share of selectors that two codes have in common, 0 to 1; 1 when neither has any. */
export function likeness(a: Traits, b: Traits): number {
  let common = 0;
  for (const selector of a.selectors) if (b.selectors.has(selector)) common++;
  const all = a.selectors.size + b.selectors.size - common;
  return all === 0 ? 1 : common / all;
}

/**
 * Share of instructions between the first and the last that differ in two codes, 0 to 1: small where they
 * differ in one place, large where they do all over.
 */
export function spread({ opcodes: a }: Traits, { opcodes: b }: Traits): number {
  const [least, most] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  let start = 0;
  while (start < least && a[start] === b[start]) start++;
  let end = 0;
  while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return most === 0 ? 0 : (most - start - end) / most;
}

/** Whether the runtime code, as 0x hex, is one of no bytes: a contract older than the index that had none when that began. */
export function hasNoCode({ byteCode }: { readonly byteCode: string | null }): boolean {
  return byteCode === '0x';
}
