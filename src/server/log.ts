import pino from 'pino';
import type { Logger } from 'pino';
import { z } from 'zod';

export type { Logger } from 'pino';

const entry = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(''),
  err: z.object({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

const HIDDEN = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname']);
// Escape sequences in logged chain data must not reach the terminal.
const CONTROL = /[\p{Cc}\u2028\u2029]/gu;

/** One log entry (a line of pino's JSON) as a line for people. */
export function prettyLine(json: string): string {
  const { level, time, msg, err, ...rest } = entry.parse(JSON.parse(json));
  const label = (pino.levels.labels[level] ?? String(level)).toUpperCase().padEnd(5);
  const fields = Object.entries(rest)
    .filter(([key]) => !HIDDEN.has(key))
    .flatMap(([key, value]) => fieldsOf(key, value));
  const [first = '', ...more] = msg.split('\n');
  const head = [new Date(time).toISOString().slice(11, 23), label, first, ...fields].join(' ');
  const trace = level >= 50 ? (err?.stack ?? err?.message) : err?.message;
  const lines = [head, ...more, ...(trace?.split('\n') ?? [])];
  // Only what begins at the margin is an entry: no logged text can pass for one.
  return `${lines.map((line) => line.replace(CONTROL, ' ')).join('\n  ')}\n`;
}

/** A value as `key=value`; what it holds as `key.name=value`, a list's values between commas. */
function fieldsOf(key: string, value: unknown): string[] {
  if (!(value instanceof Object)) return [`${key}=${String(value)}`];
  if (Array.isArray(value) && !value.some((one) => one instanceof Object))
    return [`${key}=${value.join(',')}`];
  return Object.entries(value).flatMap(([name, one]) => fieldsOf(`${key}.${name}`, one));
}

/** What is told of an error; others of its properties may hold secrets (a database client its keys). */
export function tellError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = pino.stdSerializers.err(error);
  return { type, message, stack, ...('code' in error && { code: error.code }) };
}

/** The process's log: lines for people on a terminal, JSON otherwise; on standard output. */
export function createLog(level: string, terminal: boolean): Logger {
  const options = { level, base: null, serializers: { err: tellError } };
  if (!terminal) return pino(options, pino.destination({ fd: 1, sync: true }));
  return pino(options, { write: (json: string) => void process.stdout.write(prettyLine(json)) });
}
