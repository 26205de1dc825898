/** What the system offers to start a process with. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { promisify } from 'node:util';

/** A tool of util-linux, where it lies; null where there is none. */
export function tool(name: string): string | null {
  return ['/usr/bin', '/bin'].map((folder) => join(folder, name)).find(existsSync) ?? null;
}

/** Without an environment, but for what Windows starts no process without. */
export const BARE: { cwd: string; env: Record<string, string> } = {
  cwd: parse(process.execPath).root,
  env:
    process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] ?? 'C:\\Windows' } : {},
};

/** Whether the system lets Node be started behind these words. */
export function works(before: readonly string[]): Promise<boolean> {
  const [file = process.execPath, ...rest] = [...before, process.execPath, '--version'];
  return promisify(execFile)(file, rest, { ...BARE, timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}
