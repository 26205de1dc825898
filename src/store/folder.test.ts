import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoreError } from './connection.ts';
import { makeDataFolder } from './folder.ts';
import { openStore } from './store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('makes what is missing, and takes what is there', () => {
  const path = join(folder, 'a/b/c');
  makeDataFolder(path);
  makeDataFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

test.each(['file', 'file/x', 'file/x/y'])('refuses %s below a file, naming both', async (name) => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const path = join(folder, name);
  const error = await openStore({ dataDir: path }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StoreError);
  expect(String(error)).toContain(`DATA_DIR cannot be ${path}: ${file} is not a folder.`);
});

// On Linux: elsewhere there is no /proc to be refused by.
test.runIf(existsSync('/proc/self'))('gives up where no folder can be made', () => {
  expect(() => makeDataFolder('/proc/sextant/a/b')).toThrow(
    /^DATA_DIR cannot be \/proc\/sextant\/a\/b: .*\/proc\/sextant/,
  );
});
