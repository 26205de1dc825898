/** What a tipset's events say of tokens. */
import { evmLogOf } from '#filecoin/actors/events.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import {
  isZeroAddress,
  mostTransfers,
  readTokenLog,
  type RawLog,
  type TokenLog,
} from '#filecoin/evm/tokens.ts';
import { floodingOf } from '../../decode/flooding.ts';
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
  const flooding = floodingTokens(logs);
  const read = logs.flatMap(({ message, index, emitter, entries }) => {
    const raw = evmLogOf(entries);
    const log = raw && (flooding.has(emitter) ? flood(raw) : readTokenLog(raw));
    return log ? [{ message, logIndex: index, emitter, log }] : [];
  });
  const wraps = read.some(({ log }) => isWrapping(log));
  const flows = wraps ? flowsOf(calls) : null;
  const told = new Set(wraps ? read.flatMap(({ log, ...place }) => toldBy(place, log)) : []);
  const spent = new Set<Flow>();
  return read.flatMap(({ log, ...place }): TokenEvent[] => {
    if (!isWrapping(log)) return [{ ...place, log }];
    const end = log.kind === 'deposit' ? 'to' : 'from';
    const moved = flows?.get(flowKey(place.message, end, place.emitter, log.value)) ?? [];
    let flow = moved.pop();
    while (flow && spent.has(flow)) flow = moved.pop();
    if (!flow) return [];
    spent.add(flow);
    return [
      { ...place, log: { ...log, alone: !told.has(holderKey(place, log.kind, log.holder)) } },
    ];
  });
}

/** Contracts that tell of more transfers than there can be. */
function floodingTokens(logs: readonly Log[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const { emitter, entries } of logs) {
    const raw = evmLogOf(entries);
    const transfers = raw ? mostTransfers(raw) : 0;
    if (transfers > 0) counts.set(emitter, (counts.get(emitter) ?? 0) + transfers);
  }
  return floodingOf(counts);
}

/** What a flooding contract's log says: that it is no token of any standard. */
function flood(raw: RawLog): TokenLog | null {
  return mostTransfers(raw) > 0 ? { kind: 'malformed' } : null;
}

/**
 * Calls that moved value, the last one first, by message, value and either end. A contract may make as
 * many calls and logs as gas allows: neither is searched through for the other.
 */
function flowsOf(calls: readonly Flow[]): Map<string, Flow[]> {
  const flows = new Map<string, Flow[]>();
  for (const call of calls.toReversed()) {
    if (call.value <= 0n) continue;
    for (const end of ['from', 'to'] as const) {
      const key = flowKey(call.message, end, call[end], call.value);
      const known = flows.get(key);
      if (known) known.push(call);
      else flows.set(key, [call]);
    }
  }
  return flows;
}

function flowKey(
  message: number | null,
  end: 'from' | 'to',
  id: number | null,
  value: bigint,
): string {
  return `${String(message)}/${end}/${String(id)}/${value}`;
}

type Emission = Pick<TokenEvent, 'message' | 'emitter'>;

function holderKey(
  { message, emitter }: Emission,
  kind: Wrapping['kind'],
  holder: Uint8Array,
): string {
  return `${message}/${emitter}/${kind}/${toHex(holder)}`;
}

/** What a log tells as well: who minted deposited, who burnt withdrew. */
function toldBy(place: Emission, log: TokenLog): string[] {
  if (log.kind !== 'transfer') return [];
  const { from, to } = log;
  return [
    ...(isZeroAddress(from) ? [holderKey(place, 'deposit', to)] : []),
    ...(isZeroAddress(to) ? [holderKey(place, 'withdrawal', from)] : []),
  ];
}

function isWrapping(log: TokenLog): log is Wrapping {
  return log.kind === 'deposit' || log.kind === 'withdrawal';
}
