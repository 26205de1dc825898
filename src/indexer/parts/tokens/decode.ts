/** What a tipset's events say of tokens. */
import { evmLogOf } from '#filecoin/actors/events.ts';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { isZeroAddress, readTokenLog, type TokenLog } from '#filecoin/evm/tokens.ts';
import type { Call, Log } from '../../types.ts';

type Wrapping = Extract<TokenLog, { kind: 'deposit' | 'withdrawal' }>;

export interface TokenEvent {
  /** Index into the tipset's executions. */
  message: number;
  /** Place within the message. */
  logIndex: number;
  /** The contract's actor id. */
  emitter: number;
  /** A deposit or withdrawal is `alone` when no mint or burn in its message tells the same. */
  log: Exclude<TokenLog, Wrapping> | (Wrapping & { alone: boolean });
}

/** A call as far as it moved value. */
export type Flow = Pick<Call, 'message' | 'from' | 'to' | 'value'>;

/**
 * Events of tokens in their order. Deposits and withdrawals only where as much FIL came to the
 * contract or left it in the same message.
 */
export function tokenEvents(logs: readonly Log[], calls: readonly Flow[]): TokenEvent[] {
  const read = logs.flatMap(({ message, index, emitter, entries }) => {
    const raw = evmLogOf(entries);
    const log = raw && readTokenLog(raw);
    return log ? [{ message, logIndex: index, emitter, log }] : [];
  });
  const spent = new Set<Flow>();
  return read.flatMap(({ log, ...place }): TokenEvent[] => {
    if (!isWrapping(log)) return [{ ...place, log }];
    const flow = calls.find(
      (call) =>
        call.message === place.message &&
        call.value === log.value &&
        log.value > 0n &&
        (log.kind === 'deposit' ? call.to : call.from) === place.emitter &&
        !spent.has(call),
    );
    if (!flow) return [];
    spent.add(flow);
    const told = read.some(
      (other) =>
        other.message === place.message &&
        other.emitter === place.emitter &&
        tellsOf(log, other.log),
    );
    return [{ ...place, log: { ...log, alone: !told } }];
  });
}

function isWrapping(log: TokenLog): log is Wrapping {
  return log.kind === 'deposit' || log.kind === 'withdrawal';
}

/** Whether a log mints to whom deposited, or burns of whom withdrew. */
function tellsOf({ kind, holder }: Wrapping, log: TokenLog): boolean {
  if (log.kind !== 'transfer') return false;
  const [zero, account] = kind === 'deposit' ? [log.from, log.to] : [log.to, log.from];
  return isZeroAddress(zero) && equalBytes(account, holder);
}
