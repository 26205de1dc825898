/** The calls that a simulated one makes within, as `trace_call` tells them (Parity's dialect). */
import { quantityIn } from '../node.ts';
import { member } from './member.ts';

/** A call that took place and was not undone; a creation is one without data. */
export interface Step {
  /** 0x, in lower case. */
  readonly from: string;
  readonly to: string;
  /** attoFIL. */
  readonly value: bigint;
  /** Calldata and what came back, 0x. */
  readonly input: string;
  readonly output: string;
}

export interface Steps {
  readonly steps: readonly Step[];
  /** There were more than are read. */
  readonly cut: boolean;
}

/** Calls that are read, those that were undone included. */
export const MAX_CALLS = 10_000;

const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Null for what is no address. */
export function addressIn(told: unknown): string | null {
  return typeof told === 'string' && ADDRESS.test(told) ? told.toLowerCase() : null;
}

const text = (told: unknown): string => (typeof told === 'string' ? told : '0x');

type TracePath = readonly number[];

function tracePathOf(entry: unknown): TracePath | null {
  const told = member(entry, 'traceAddress');
  return Array.isArray(told) && told.every((at) => Number.isSafeInteger(at)) ? told : null;
}

const isWithin = (place: TracePath, outer: TracePath): boolean =>
  place.length >= outer.length && outer.every((at, depth) => place[depth] === at);

/** Whether a call comes next in a list where each stands behind the one that makes it. */
function comesNext(place: TracePath, before: TracePath | null): boolean {
  if (before === null) return place.length === 0;
  const last = place.length - 1;
  if (last < 0 || last > before.length || !isWithin(before, place.slice(0, last))) return false;
  return last === before.length || Number(place[last]) > Number(before[last]);
}

/** Null for a call that runs another's code on its own account; undefined for what is no call. */
function stepOf(entry: unknown): Step | null | undefined {
  const [action, result] = [member(entry, 'action'), member(entry, 'result')];
  const type = member(entry, 'type');
  if (type !== 'call' && type !== 'create') return undefined;
  const how = member(action, 'callType');
  // The value of such a call is the outer one's, which has moved already.
  if (how === 'delegatecall' || how === 'callcode') return null;
  const from = addressIn(member(action, 'from'));
  const to = addressIn(type === 'call' ? member(action, 'to') : member(result, 'address'));
  const value = quantityIn(member(action, 'value') ?? '0x0');
  if (from === null || to === null || value === null) return undefined;
  const input = type === 'call' ? text(member(action, 'input')) : '0x';
  return { from, to, value, input, output: text(member(result, 'output')) };
}

/** Whether a call and what it makes change nothing: undone, or forbidden to. */
function changesNothing(entry: unknown): boolean {
  const error = member(entry, 'error');
  const undone = error !== undefined && error !== null && error !== '';
  return undone || member(member(entry, 'action'), 'callType') === 'staticcall';
}

/**
 * The calls of an answer of `trace_call` in their order, without those that were undone, those within
 * them, and those that may only read. Null for a call that was undone itself, and for an answer of
 * another shape: a part that cannot be read may be what was undone.
 */
export function stepsOf(answer: unknown): Steps | null {
  const trace = member(answer, 'trace');
  if (!Array.isArray(trace) || trace.length === 0) return null;
  const entries: readonly unknown[] = trace;
  const steps: Step[] = [];
  let before: TracePath | null = null;
  let idle: TracePath | null = null;
  for (const entry of entries.slice(0, MAX_CALLS)) {
    const place = tracePathOf(entry);
    if (place === null || !comesNext(place, before)) return null;
    before = place;
    if (idle !== null && isWithin(place, idle)) continue;
    idle = changesNothing(entry) ? place : null;
    if (idle?.length === 0) return null;
    if (idle !== null) continue;
    const step = stepOf(entry);
    if (step === undefined) return null;
    if (step !== null) steps.push(step);
  }
  return { steps, cut: entries.length > MAX_CALLS };
}
