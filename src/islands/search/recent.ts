/** What was found lately, kept in this browser only. */
import { isThing, type Thing } from '#format/thing.ts';

const KEY = 'searches';
const KEPT = 8;

/** Newest first. */
export function recentThings(): Thing[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isThing).slice(0, KEPT) : [];
  } catch {
    // Storage is switched off, or holds something else.
    return [];
  }
}

export function rememberThing({ kind, id, label }: Thing): void {
  const others = recentThings().filter((thing) => thing.kind !== kind || thing.id !== id);
  write([{ kind, id, label }, ...others].slice(0, KEPT));
}

export function forgetThings(): void {
  write([]);
}

function write(things: readonly Thing[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(things));
  } catch {
    // Storage is switched off: nothing is remembered.
  }
}
