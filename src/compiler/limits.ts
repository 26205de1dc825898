/** What one compilation may cost. */
export interface Limits {
  /** Bytes of the standard JSON input. */
  inputBytes: number;
  /** Bytes of the output, as the compiler writes it. */
  outputBytes: number;
  /** Resident size of the process, in bytes. */
  residentBytes: number;
  /** Milliseconds until it is killed. */
  milliseconds: number;
}

const MIB = 1024 * 1024;

export const LIMITS: Limits = {
  inputBytes: 16 * MIB,
  outputBytes: 64 * MIB,
  residentBytes: 1024 * MIB,
  milliseconds: 45_000,
};
