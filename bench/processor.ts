/** Processor time that a web process and its database spend. */
import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';

/** Of the web process, by its own metrics, ms. */
export async function webMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1000;
}

/** Of a tick of the clock in /proc, ms. */
const TICK_MS = 10;

/** Of the database's connections by their process ids, ms; none where the server is on another machine. */
export async function databaseMs(pool: Pool): Promise<ReadonlyMap<number, number>> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  const read = rows.map(async ({ pid }): Promise<[number, number][]> => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    // The name, which may hold anything, ends with the last bracket; time is the 12th and 13th field after it.
    const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? [[pid, ticks * TICK_MS]] : [];
  });
  return new Map((await Promise.all(read)).flat());
}

/** What was spent between two looks; a connection that was not there before counts from its start. */
export function spentBetween(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}
