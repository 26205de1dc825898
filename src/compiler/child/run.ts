/** Runs a compiler once, in a process of its own that is killed when it costs too much. */
import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ONE } from '../answers.ts';
import { CompilerError } from '../errors.ts';
import type { CompilerErrorKind } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { CompilerOutput } from '../output.ts';
import { Parts } from '../parts.ts';
import { giveWayAsSession } from '../priority.ts';
import { OutputTooLong, readOutput, type ReadOutput } from '../lines.ts';
import { command } from './command.ts';
import { processorMs, residentBytes } from './usage.ts';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** How often it is looked what the child takes. */
const WATCH_MS = 50;
/** How long a child may take to answer and go, after its own clock has run out. */
const GRACE_MS = 1_000;
/** How much of what V8 says when it dies is read. */
const LAST_WORDS = 4_096;
/** With less of its time on a processor it was others that made it last too long. */
const FAIR = 0.25;
const MIB = 1024 * 1024;

/** The children that run; whoever ends takes them along. */
const running = new Set<Child>();
process.on('exit', () => running.forEach(kill));

/** Kills a child with its group. */
function kill(child: Child): void {
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

export interface Run {
  /** The text of a soljson.js. */
  compiler: Uint8Array;
  /** Standard JSON input. */
  input: Uint8Array;
  limits: Limits;
  signal?: AbortSignal | undefined;
}

export interface Ran {
  output: CompilerOutput;
  /** Length of the output as text. */
  bytes: number;
  /** The lines in which it was told; null where they are too long to be kept. */
  lines: Buffer | null;
}

/**
 * The output of a compiler. Throws a CompilerError of what went wrong, or the signal's reason; the
 * process is gone when this settles.
 */
export async function run({ compiler, input, limits, signal }: Run): Promise<Ran> {
  signal?.throwIfAborted();
  const numbers = [compiler.length, input.length, limits.outputBytes, limits.milliseconds];
  const { file, arguments: list, options } = await command(limits.residentBytes, numbers);
  signal?.throwIfAborted();
  const child = spawn(file, list, {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  running.add(child);
  if (child.pid !== undefined) void giveWayAsSession(child.pid);
  let stopped: unknown = null;
  const stop = (reason: unknown) => {
    stopped ??= reason;
    kill(child);
  };
  const fail = (kind: CompilerErrorKind, words: string) => stop(new CompilerError(kind, words));
  /** Time that the child has had of processors; null where that is not told. */
  let spent: number | null = null;
  const tooLong = () => {
    const words = `The compiler took longer than ${seconds(limits.milliseconds)} seconds`;
    if (spent === null || spent >= FAIR * limits.milliseconds) fail('tooLong', `${words}.`);
    else
      fail(
        'tooBusy',
        `${words}, as this machine is busy: it could run for ${seconds(spent)} of them. Hand it in again.`,
      );
  };
  const tooLarge = () =>
    fail('tooLarge', `The compiler took more than ${limits.residentBytes / MIB} MiB of memory.`);

  const clock = setTimeout(tooLong, limits.milliseconds + GRACE_MS);
  const watch = setInterval(() => {
    const { pid } = child;
    if (pid === undefined) return;
    void residentBytes(pid).then((bytes) => {
      if (bytes !== null && bytes > limits.residentBytes) tooLarge();
    });
    void processorMs(pid).then((ms) => (spent = ms ?? spent));
  }, WATCH_MS);
  const aborted = () => stop(signal?.reason);
  signal?.addEventListener('abort', aborted, { once: true });
  try {
    const gone = new Promise<void>((resolve) => {
      child.once('error', ({ message }) => {
        fail('crashed', `No process for the compiler: ${message}`);
        resolve();
      });
      child.once('close', () => resolve());
    });
    // A child that dies while it is written to is told of by its end.
    child.stdin.on('error', () => {});
    child.stdin.write(compiler);
    child.stdin.end(input);
    const lastWords = tail(child.stderr);
    const { parts, bytes, lines } = await read(child.stdout, limits.outputBytes, fail);
    await gone;
    if (stopped !== null) throw stopped;
    const output = parts.output();
    if (output !== null) return { output, bytes, lines };
    const words = parts.failure ?? (await lastWords);
    if (/timed out/.test(words)) tooLong();
    else if (/output too large/.test(words)) outputTooLarge(limits.outputBytes, fail);
    else if (/out of memory|heap limit|allocation failed/i.test(words)) tooLarge();
    else fail('crashed', `The compiler ended without output: ${words.trim() || 'no words'}`);
    throw stopped;
  } finally {
    clearTimeout(clock);
    clearInterval(watch);
    signal?.removeEventListener('abort', aborted);
    kill(child);
    running.delete(child);
  }
}

const seconds = (milliseconds: number): string => String(Math.round(milliseconds / 100) / 10);

type Fail = (kind: CompilerErrorKind, words: string) => void;

const outputTooLarge = (bytes: number, fail: Fail) =>
  fail('outputTooLarge', `The compiler's output is longer than ${bytes / MIB} MiB.`);

/** What the child writes; what cannot be read of it fails. */
async function read(
  stdout: Readable,
  limit: number,
  fail: Fail,
): Promise<ReadOutput & { lines: Buffer | null }> {
  const kept: Buffer[] = [];
  let length = 0;
  try {
    const told = await readOutput(stdout as AsyncIterable<Buffer>, limit, (chunk) => {
      length += chunk.length;
      if (length <= ONE) kept.push(chunk);
    });
    return { ...told, lines: length <= ONE ? Buffer.concat(kept) : null };
  } catch (error) {
    if (!(error instanceof OutputTooLong)) fail('crashed', CompilerError.nonsense(error).message);
    else if (error.ofContract === null) outputTooLarge(limit, fail);
    else
      fail('outputTooLarge', `A contract's output is longer than ${error.ofContract / MIB} MiB.`);
    return { parts: new Parts(), bytes: 0, lines: null };
  }
}

/** The first of what a stream says; the rest is let go by. */
async function tail(stream: Readable): Promise<string> {
  let text = '';
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>)
      if (text.length < LAST_WORDS) text += chunk.toString('utf8', 0, LAST_WORDS);
  } catch {
    // Killed while it spoke.
  }
  return text;
}
