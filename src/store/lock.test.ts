import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock.ts';
import { openStore } from './store.ts';

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-lock-'));
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  child = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const take = (file: string): Promise<() => void> =>
  takeLock(file, 2000, (pid) => new Error(`in use by process ${pid}`));

/** Another process with the folder open and a transaction under way. */
async function holder(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./testing/hold.ts', import.meta.url));
  const started = spawn(process.execPath, [script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  const [first] = (await once(started.stdout, 'data')) as [Buffer];
  expect(first.toString()).toBe('ready\n');
  return started;
}

test('a folder in use is refused with the process that has it; after kill -9 it is taken over', async () => {
  const other = await holder();
  await expect(openStore({ dataDir: folder })).rejects.toThrow(
    new RegExp(`in use by process ${other.pid} .*DATA_DIR`),
  );
  // It is not waited for: the next one starts while it is dying.
  other.kill('SIGKILL');
  const store = await openStore({ dataDir: folder });
  const rows = await store.db.selectFrom('counter').selectAll().execute();
  expect(rows).toEqual([{ key: 'committed', value: 1 }]);
  await expect(openStore({ dataDir: folder })).rejects.toThrow(/in use/);
  await store.close();
  await (await openStore({ dataDir: folder })).close();
});

test.runIf(process.platform === 'linux')(
  'a process that is dead, but whose parent has not asked for it, holds nothing',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = parent;
    const [first] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(first.toString());
    const file = join(folder, 'lock');
    writeFileSync(file, JSON.stringify({ pid, startedAt: null }));
    await expect(take(file)).rejects.toThrow(`in use by process ${pid}`);
    process.kill(pid, 'SIGKILL');
    const release = await take(file);
    expect(() => process.kill(pid, 0)).not.toThrow();
    release();
  },
);

test('a lock whose process id now belongs to another process is stale', async () => {
  const file = join(folder, 'lock');
  // The parent runs, but did not start then.
  writeFileSync(file, JSON.stringify({ pid: process.ppid, startedAt: 'another boot/1' }));
  const release = await take(file);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
  release();
  release();
  expect(() => readFileSync(file)).toThrow(/ENOENT/);
});

test('a lock that cannot be read is stale', async () => {
  const file = join(folder, 'lock');
  writeFileSync(file, '{"pid":');
  (await take(file))();
});
