/** Exit codes of receipts: below 16 the virtual machine's, from 16 on the actors'. */

const NAMES: ReadonlyMap<number, string> = new Map([
  [0, 'OK'],
  [1, 'SysErrSenderInvalid'],
  [2, 'SysErrSenderStateInvalid'],
  [3, 'SysErrInvalidMethod'],
  [4, 'SysErrInvalidParameters'],
  [5, 'SysErrInvalidReceiver'],
  [6, 'SysErrInsufficientFunds'],
  [7, 'SysErrOutOfGas'],
  [8, 'SysErrForbidden'],
  [9, 'SysErrorIllegalActor'],
  [10, 'SysErrorIllegalArgument'],
  [11, 'SysErrSerialization'],
  [16, 'ErrIllegalArgument'],
  [17, 'ErrNotFound'],
  [18, 'ErrForbidden'],
  [19, 'ErrInsufficientFunds'],
  [20, 'ErrIllegalState'],
  [21, 'ErrSerialization'],
  [22, 'SysErrInvalidMethod'],
  [32, 'ErrTooManyProveCommits'],
  [33, 'SysErrContractReverted'],
  [1000, 'ErrPlaceholder'],
]);

export const EXIT_CONTRACT_REVERTED = 33;

/** The code's name, e.g. `SysErrOutOfGas`; the number itself when it has none. */
export function exitCodeName(code: number): string {
  return NAMES.get(code) ?? String(code);
}

/** i18n key of a short explanation: `exit.7`; `exit.actor` or `exit.unknown` where the code has no name. */
export function exitCodeKey(code: number): string {
  if (NAMES.has(code)) return `exit.${String(code)}`;
  return code >= 16 ? 'exit.actor' : 'exit.unknown';
}
