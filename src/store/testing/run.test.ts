import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { once, runFolder } from './run.ts';

test('what is done once is waited for, its failure told to all, and its process missed', async () => {
  const name = (what: string): string => `run_test_${process.pid}_${what}`;
  let times = 0;
  const counted = async (): Promise<void> => void times++;
  await Promise.all([once(name('done'), counted), once(name('done'), counted)]);
  expect(times).toBe(1);

  const failing = (): Promise<void> => Promise.reject(new Error('no room'));
  await expect(once(name('failing'), failing)).rejects.toThrow('no room');
  await expect(once(name('failing'), counted)).rejects.toThrow('no room');

  const { pid } = spawnSync(process.execPath, ['--version']);
  await mkdir(join(runFolder(), `${name('dead')}.begun`));
  await writeFile(join(runFolder(), `${name('dead')}.process`), String(pid));
  await expect(once(name('dead'), counted)).rejects.toThrow('its process has died');
  expect(times).toBe(1);
});
