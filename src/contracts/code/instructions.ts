/** EVM code read instruction by instruction. */

export const PUSH0 = 0x5f;
export const PUSH1 = 0x60;
export const PUSH4 = 0x63;
export const PUSH20 = 0x73;
export const PUSH32 = 0x7f;

export interface Instruction {
  readonly at: number;
  readonly opcode: number;
  /** Bytes that a PUSH has behind it, 0 for others. */
  readonly operand: number;
}

/** Bytes behind an opcode that belong to it. */
export function operandSize(opcode: number): number {
  return opcode >= PUSH1 && opcode <= PUSH32 ? opcode - PUSH0 : 0;
}

/** The instructions of code up to `end`; data among it is read as instructions too. */
export function* instructions(code: Uint8Array, end = code.length): Generator<Instruction> {
  for (let at = 0; at < end;) {
    const opcode = code[at] ?? 0;
    const operand = operandSize(opcode);
    yield { at, opcode, operand };
    at += 1 + operand;
  }
}
