/** What tests of requests for verification have in common. */
import { RequestError } from '../request/error.ts';

/** Of a compiler. */
export const LONG = 'v0.8.17+commit.8df45f5f';
/** A library's address. */
export const LIB = `0x${'ab'.repeat(20)}`;
export const SOURCE = 'contract A {}\n';

/** Why a request is refused, and where; `none` when it is read. */
export function problem(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof RequestError) return `${error.problem} ${error.at}`.trim();
    throw error;
  }
  return 'none';
}
