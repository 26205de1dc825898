/** What a tipset's calls and logs did to contracts. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { evmLogOf } from '#filecoin/actors/events.ts';
import { readEamCall } from '#filecoin/actors/facts/init.ts';
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { INVOKE_CONTRACT } from '#filecoin/actors/methods.ts';
import { isRefused } from '#filecoin/execution/gas.ts';
import { proxyChange, type ProxyChange } from '#filecoin/evm/proxies.ts';
import { paramsOf, returnOf } from '../../decode/calls.ts';
import type { ActorChange, Call, ExecutionFacts, Log } from '../../types.ts';

export const EVM = kindIndex('evm');
const EAM = kindIndex('eam');
const SEND = 0;
const NONE = new Uint8Array(0);

export interface Creation {
  id: number;
  /** Who asked the address manager for it. */
  creator: number;
  /** 20 bytes. */
  address: Uint8Array;
  initCode: Uint8Array;
  /** Index into `executions`; null when no message did it. */
  message: number | null;
}

/** Contracts that came to be, in order. The last one of an id is what stands there afterwards. */
export function creationsOf(calls: readonly Call[]): Creation[] {
  return calls.flatMap((call): Creation[] => {
    if (call.kind !== EAM) return [];
    const fact = readEamCall({
      method: call.method,
      version: call.version ?? undefined,
      params: paramsOf(call) ?? NONE,
      returned: returnOf(call) ?? NONE,
    });
    if (!fact || fact.type === 'malformed') return [];
    const { id, ethAddress: address, initcode: initCode } = fact;
    return [{ id, creator: call.from, address, initCode, message: call.message }];
  });
}

/** A message that called a contract, whether it succeeded or not; a refused one called nobody. */
export interface Invocation {
  contract: number;
  user: number;
  /** Burns and tip, attoFIL. */
  fee: bigint;
}

export function invocationsOf(executions: readonly ExecutionFacts[]): Invocation[] {
  return executions.flatMap((execution) => {
    const { toKind, method, toId: contract, fromId: user } = execution;
    if (toKind !== EVM || method !== INVOKE_CONTRACT || isRefused(execution)) return [];
    if (contract === null || user === null) return [];
    const fee = execution.baseFeeBurn + execution.overEstimationBurn + execution.minerTip;
    return [{ contract, user, fee }];
  });
}

export interface Upgrade extends ProxyChange {
  id: number;
  message: number | null;
}

/** What logs tell of proxies. Any contract may emit them: who has no such code is no proxy. */
export function upgradesOf(logs: readonly Log[]): Upgrade[] {
  return logs.flatMap(({ entries, emitter, message }) => {
    const log = evmLogOf(entries);
    const change = log && proxyChange(log.topics, log.data);
    return change ? [{ ...change, id: emitter, message }] : [];
  });
}

/** A contract that may have destroyed itself. */
export interface Suspect {
  id: number;
  message: number | null;
  /** Whether the trace looks like it: all that it had was sent as the last thing that it did. */
  likely: boolean;
}

/**
 * SELFDESTRUCT sends what the contract has by a bare Send (method 0) and ends its execution; between
 * contracts nothing else is a bare Send but what asks for one by the call-actor precompile.
 */
export function suspectsOf(calls: readonly Call[], changes: readonly ActorChange[]): Suspect[] {
  const suspects = new Map<number, Suspect>();
  const contracts = new Map(
    changes.flatMap((change) => (change.kind === EVM ? [[change.id, change] as const] : [])),
  );
  // By the last thing that each did: one contract may make tens of thousands of calls.
  const frames = new Map(calls.map((call) => [call.trace.Subcalls?.at(-1), call]));
  for (const call of calls) {
    if (call.method !== SEND || call.top) continue;
    const actor = contracts.get(call.from);
    if (!actor) continue;
    const frame = frames.get(call.trace);
    const emptied = actor.balance === 0n || call.to === call.from;
    suspects.set(call.from, {
      id: call.from,
      message: call.message,
      likely: frame?.to === call.from && emptied,
    });
  }
  return [...suspects.values()];
}

/** Contracts that ran, by the ids of those who were called. */
export function calledContracts(calls: readonly Call[]): Set<number> {
  const called = new Set<number>();
  for (const { kind, to } of calls) if (kind === EVM && to !== null) called.add(to);
  return called;
}

export function codeHash(code: Uint8Array): Uint8Array {
  return keccak_256(code);
}
