import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from './connection.ts';

/**
 * Makes the folder DATA_DIR and what is missing above it. One folder at a time: on file systems that
 * make none (/proc), Node's recursive mkdir never returns.
 * @param path absolute
 * @throws StoreError naming DATA_DIR when there is no writable folder in the end
 */
export function makeDataFolder(path: string): void {
  const missing: string[] = [];
  let at = path;
  try {
    let found = kindOf(at);
    while (found === 'nothing' && dirname(at) !== at) {
      missing.unshift(at);
      at = dirname(at);
      found = kindOf(at);
    }
    if (found !== 'folder')
      throw new StoreError(`DATA_DIR cannot be ${path}: ${at} is not a folder.`);
    for (at of missing) mkdirSync(at);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`DATA_DIR cannot be ${path}: ${reasonOf(error, at, missing.length > 0)}`);
  }
}

function kindOf(path: string): 'folder' | 'other' | 'nothing' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'other';
  } catch (error) {
    // ENOTDIR: something above is a file, which is met on the way up.
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return 'nothing';
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function reasonOf(error: unknown, at: string, making: boolean): string {
  const code = codeOf(error);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return making ? `this user may make no folder ${at}.` : `this user may not write in ${at}.`;
  if (making) return `no folder ${at} can be made (${code}).`;
  return error instanceof Error ? error.message : String(error);
}
