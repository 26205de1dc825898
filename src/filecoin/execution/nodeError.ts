/**
 * What an actor or the machine says of a failure, out of the node's error text. Nodes hand on the
 * machine's own words: a line for each call that failed, the outermost first, and perhaps the cause.
 * Sources: ref-fvm `fvm/src/executor/mod.rs` and `call_manager/backtrace.rs`; texts of builtin-actors
 * and, before network version 16, of specs-actors and Lotus, which write amounts in attoFIL.
 */

/** What the funds were for, as a key of the dictionaries. */
export type FundsPurpose =
  'preCommitDeposit' | 'initialPledge' | 'feeDebt' | 'locked' | 'market' | 'minerDeposit' | 'gas';

/** Amounts in attoFIL. */
export interface ShortOfFunds {
  kind: 'funds';
  have: bigint;
  needed: bigint;
  purpose: FundsPurpose | null;
}

export type NodeReason = ShortOfFunds | { kind: 'text'; text: string };

/** So much of a text is read. */
const READ = 8000;
/** So much of a reason that is not understood is kept, in UTF-16 units. */
const MAX_TEXT = 300;

const FIL = 10n ** 18n;
const A = String.raw`(-?\d{1,40}(?:\.\d{1,18})?(?: FIL)?)`;
const pattern = (source: string): RegExp => new RegExp(source.replaceAll('#', A), 'i');

interface Form {
  pattern: RegExp;
  purpose: FundsPurpose | null;
  /** What there was and what was needed, of the amounts in their order; in this order where left out. */
  read?: (amounts: readonly bigint[]) => readonly [have: bigint, needed: bigint];
}

const at = (amounts: readonly bigint[], index: number): bigint => amounts[index] ?? 0n;
const turned: Form['read'] = (amounts) => [at(amounts, 1), at(amounts, 0)];

const FORMS: readonly Form[] = [
  {
    pattern: pattern('insufficient funds # for pre-?commit deposit:? #'),
    purpose: 'preCommitDeposit',
  },
  {
    pattern: pattern('insufficient funds for [a-z ]*initial pledge requirement #, available: #'),
    purpose: 'initialPledge',
    read: turned,
  },
  { pattern: pattern('insufficient funds to lock, available: #, requested: #'), purpose: null },
  {
    pattern: pattern(String.raw`unlocked balance can not repay fee debt \(# < #\)`),
    purpose: 'feeDebt',
  },
  { pattern: pattern('current balance # less than amount to spend #'), purpose: null },
  {
    pattern: pattern('actor balance # if spent # would be less than (?:required )?locked amount #'),
    purpose: 'locked',
    read: (amounts) => [at(amounts, 0) + at(amounts, 1), at(amounts, 1) + at(amounts, 2)],
  },
  {
    pattern: pattern(String.raw`escrow balance # < prev locked # \+ amount #`),
    purpose: 'market',
    read: (amounts) => [at(amounts, 0), at(amounts, 1) + at(amounts, 2)],
  },
  { pattern: pattern('deposit: sent balance # < deposit #'), purpose: 'minerDeposit' },
  {
    pattern: pattern(String.raw`sender does not have funds to transfer \(balance #, transfer #\)`),
    purpose: null,
  },
  { pattern: pattern('actor balance less than needed: # < #'), purpose: 'gas' },
];

/** attoFIL of an amount as machines write it: with a point or its unit in FIL, else in attoFIL. */
function attoOf(written: string): bigint {
  const [whole = '0', part] = written.replace(/^-| FIL$/gi, '').split('.');
  const inFil = part !== undefined || / FIL$/i.test(written);
  const size = inFil ? BigInt(whole) * FIL + BigInt((part ?? '').padEnd(18, '0')) : BigInt(whole);
  return written.startsWith('-') ? -size : size;
}

/** Words that say no more than the exit code does. */
const EMPTY =
  /^(?:|unknown error|out of gas|contract reverted(?: at \d+)?|invalid method: \d+|unhandled message)$/i;
const FRAME = /^\d+: \S+ \(method \d+\) -- (.*?)(?: \(\d+\))?$/;
const CAUSE = /^--> caused by: (.*)$/;

/** The parts that may tell why, the innermost call's first. */
function partsOf(error: string): string[] {
  const text = error.slice(0, READ).replace(/\s*\(RetCode=-?\d+\)\s*$/, '');
  const lines = text.split('\n').map((line) => line.trim());
  const frames = lines.flatMap((line) => FRAME.exec(line)?.[1] ?? []).toReversed();
  const causes = lines.flatMap((line) => CAUSE.exec(line)?.[1] ?? []);
  if (frames.length + causes.length > 0) return [...causes, ...frames];
  return [text.replace(/^(?:message failed with backtrace|pre-validation failed):\s*/i, '').trim()];
}

function fundsIn(text: string): ShortOfFunds | null {
  for (const { pattern: form, purpose, read } of FORMS) {
    const found = form.exec(text);
    if (found === null) continue;
    const amounts = found.slice(1).map(attoOf);
    const [have, needed] = read?.(amounts) ?? [at(amounts, 0), at(amounts, 1)];
    return { kind: 'funds', have, needed, purpose };
  }
  return null;
}

/**
 * Why an execution failed, by the node's error text; null where that says no more than the exit code.
 * Texts are an actor's own words, bounded and not to be trusted. Never throws.
 */
export function nodeReason(error: string): NodeReason | null {
  const parts = partsOf(error);
  for (const part of parts) {
    const funds = fundsIn(part);
    if (funds !== null) return funds;
  }
  const text = parts.find((part) => !EMPTY.test(part));
  return text === undefined ? null : { kind: 'text', text: text.slice(0, MAX_TEXT) };
}
