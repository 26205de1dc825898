/** A compilation that takes long, for tests of what goes on meanwhile. */
import { readFileSync } from 'node:fs';
import { LIMITS } from '#compiler/limits.ts';
import { findRelease } from '#compiler/table/table.ts';
import type { CompileJob } from '#compiler/work.ts';

export const RELEASE = 'v0.8.23+commit.f704f362';

/** A minute of a compiler of 0.8.23, at least. */
export function hardJob(): CompileJob {
  const release = findRelease(RELEASE);
  if (release === null) throw new Error('no release');
  const functions = Array.from(
    { length: 3000 },
    (_, n) => `function f${n}(uint a) public pure returns (uint) { return a ** ${n}; }`,
  );
  const sources = { a: { content: `contract A { ${functions.join(' ')} }` } };
  const settings = {
    viaIR: true,
    optimizer: { enabled: true },
    outputSelection: { '*': { '*': ['evm'] } },
  };
  const input = Buffer.from(JSON.stringify({ language: 'Solidity', sources, settings }));
  return { key: 'hard', release, input, limits: LIMITS };
}

/** The compilers that a process runs, by their process numbers. */
export function compilersOf(pid: number | null): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '' && commandOf(child).includes('compiler/child/child.ts'))
    .map(Number);
}

/** Of a process; empty when it is gone. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
