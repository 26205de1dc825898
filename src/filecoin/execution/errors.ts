/**
 * Error texts of nodes and the virtual machine. An execution that failed comes with the calls it
 * failed in, outermost first:
 *
 *     message failed with backtrace:
 *     00: f01069 (method 3844450837) -- contract reverted at 1238 (33)
 *     01: f01049 (method 3844450837) -- contract reverted at 902 (33)
 *     --> caused by: ipld::block_link -- … (4: …)
 *      (RetCode=33)
 */
import { cleanText } from '../encoding/text.ts';

/** Bounds of what is kept of a text; a contract can make it long. */
const MAX_TEXT = 16_384;
const MAX_FRAMES = 64;
const MAX_REASON = 300;

export interface ErrorFrame {
  /** The actor's id address, as the node writes it. */
  readonly actor: string;
  readonly method: number;
  readonly message: string;
  readonly exitCode: number;
}

export interface VmError {
  /** What went wrong where it began, in one line: the innermost call's message. */
  readonly reason: string;
  /** Calls that failed, outermost first. */
  readonly frames: readonly ErrorFrame[];
  /** The system call that refused, where the text names one. */
  readonly cause: string | null;
  /** Exit code at the end of the text, where it names one. */
  readonly exitCode: number | null;
}

const FRAME = /^\d{2,}: ([ft]0\d{1,20}) \(method (\d{1,20})\) -- ([^]*) \((\d{1,10})\)$/;
const FRAME_START = /^\d{2,}: [ft]0\d/;
const CAUSE = '--> caused by: ';
const RET_CODE = /\s*\(RetCode=(\d{1,10})\)\s*$/;

function oneLine(text: string): string {
  return cleanText(text.replace(/\s+/g, ' ').trim(), MAX_REASON);
}

/** Takes an error text apart; any text gives a reason. Null for the empty text (nothing failed). */
export function parseVmError(text: string): VmError | null {
  const bounded = cleanText(text, MAX_TEXT);
  if (bounded.trim() === '') return null;
  const exitCode = RET_CODE.exec(bounded)?.[1];
  const body = bounded.replace(RET_CODE, '');
  const frames: ErrorFrame[] = [];
  let cause: string | null = null;
  for (const part of splitParts(body)) {
    if (part.startsWith(CAUSE)) cause = oneLine(part.slice(CAUSE.length));
    const match = FRAME.exec(part.trimEnd());
    if (match === null || frames.length === MAX_FRAMES) continue;
    const [, actor = '', method = '', message = '', code = ''] = match;
    frames.push({
      actor,
      method: Number(method),
      message: oneLine(message),
      exitCode: Number(code),
    });
  }
  const innermost = frames.at(-1)?.message ?? '';
  return {
    reason: innermost === '' ? (cause ?? oneLine(body)) : innermost,
    frames,
    cause,
    exitCode: exitCode === undefined ? null : Number(exitCode),
  };
}

/** Parts of a backtrace: a part begins at a frame's number or at the cause; messages may have lines. */
function splitParts(body: string): string[] {
  const parts: string[] = [];
  for (const line of body.split('\n')) {
    if (parts.length === 0 || FRAME_START.test(line) || line.startsWith(CAUSE)) parts.push(line);
    else parts.push(`${parts.pop() ?? ''}\n${line}`);
  }
  return parts;
}
