/**
 * Exit codes of receipts: below 16 the virtual machine's, from 16 on those that actors share, from 32
 * on the actor's own who gave them. Network version 16 brought another machine (FIP-0030).
 */
import type { ActorKind } from '../actors/kinds.ts';
import { integer } from '../encoding/integers.ts';
import type { Integer } from '../encoding/integers.ts';

type Names = Readonly<Record<number, string>>;

const FIRST_FVM_VERSION = 16;
const FIRST_OF_ACTORS = 16;

/** go-state-types, exitcode/reserved.go and common.go. */
const COMMON: Names = {
  0: 'OK',
  1: 'SysErrSenderInvalid',
  2: 'SysErrSenderStateInvalid',
  5: 'SysErrInvalidReceiver',
  6: 'SysErrInsufficientFunds',
  7: 'SysErrOutOfGas',
  16: 'ErrIllegalArgument',
  17: 'ErrNotFound',
  18: 'ErrForbidden',
  19: 'ErrInsufficientFunds',
  20: 'ErrIllegalState',
  21: 'ErrSerialization',
};

/** Before network version 16 (specs-actors). */
const LEGACY: Names = {
  3: 'SysErrInvalidMethod',
  4: 'SysErrInvalidParameters',
  8: 'SysErrForbidden',
  9: 'SysErrorIllegalActor',
  10: 'SysErrorIllegalArgument',
  11: 'SysErrSerialization',
  22: 'SysErrInvalidMethod',
  32: 'ErrTooManyProveCommits',
  33: 'SysErrContractReverted',
  1000: 'ErrPlaceholder',
};

/** Since network version 16 (ref-fvm, shared/src/error). */
const FVM: Names = {
  4: 'SysErrIllegalInstruction',
  9: 'SysErrIllegalExitCode',
  10: 'SysErrAssertionFailed',
  11: 'SysErrMissingReturn',
  22: 'ErrUnhandledMessage',
  23: 'ErrUnspecified',
  24: 'ErrAssertionFailed',
  25: 'ErrReadOnly',
  26: 'ErrNotPayable',
};

export const EXIT_CONTRACT_REVERTED = 33;

/** builtin-actors, actors/evm/src/lib.rs. */
const EVM: Names = {
  [EXIT_CONTRACT_REVERTED]: 'SysErrContractReverted',
  34: 'EvmContractInvalidInstruction',
  35: 'EvmContractUndefinedInstruction',
  36: 'EvmContractStackUnderflow',
  37: 'EvmContractStackOverflow',
  38: 'EvmContractIllegalMemoryAccess',
  39: 'EvmContractBadJumpdest',
  40: 'EvmContractSelfdestructFailed',
};

const POWER: Names = { 32: 'ErrTooManyProveCommits' };

/** What actors define for themselves. A storage miner hands on what the power actor refuses it. */
const OWN: Readonly<Partial<Record<ActorKind, Names>>> = {
  eam: EVM,
  evm: EVM,
  paymentchannel: { 32: 'ErrChannelStateUpdateAfterSettled' },
  storagemarket: { 32: 'ErrDealExpired', 33: 'ErrDealNotActivated' },
  storageminer: {
    ...POWER,
    1000: 'ErrBalanceInvariantsBroken',
    1001: 'ErrNotificationSendFailed',
    1002: 'ErrNotificationReceiverAborted',
    1003: 'ErrNotificationResponseInvalid',
    1004: 'ErrNotificationRejected',
  },
  storagepower: POWER,
};

/** Where and by whom a code was given. */
export interface ExitContext {
  /** Network version then; left out where it is not known: the newest machine. */
  readonly networkVersion?: number | undefined;
  /** Kind of the actor that was called; null or left out where it is not known. */
  readonly kind?: ActorKind | null | undefined;
}

/** The code's name, e.g. `SysErrOutOfGas`; the number itself when it has none. */
export function exitCodeName(code: Integer | string, context: ExitContext = {}): string {
  const number = Number(integer(code));
  const { networkVersion = FIRST_FVM_VERSION, kind = null } = context;
  const machine = networkVersion < FIRST_FVM_VERSION ? LEGACY : FVM;
  const own = kind === null ? EVM : OWN[kind];
  return COMMON[number] ?? own?.[number] ?? machine[number] ?? String(code);
}

/** i18n key of a short explanation of a name: `exit.SysErrOutOfGas`; of a bare number `exit.actor` or `exit.unknown`. */
export function exitCodeKey(name: string): string {
  if (!/^-?\d+$/.test(name)) return `exit.${name}`;
  return integer(name) >= FIRST_OF_ACTORS ? 'exit.actor' : 'exit.unknown';
}
