/** Compiling and comparing take the time that nobody else wants, where there is any. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as priority from '#compiler/priority.ts';
import { idles, mayIdle } from '#compiler/testing/policy.ts';
import { compileSources } from '#contracts/testing/solc.ts';
import { compilersOf, hardJob } from '../testing/hard.ts';
import { WorkApart } from './workshop.ts';

/** Whether this machine has time left over. */
const machine = vi.hoisted(() => ({ idle: true }));
vi.mock('#compiler/priority.ts', async (actual) => ({
  ...(await actual<typeof priority>()),
  inIdleTime: async () => (machine.idle && mayIdle() ? ['/usr/bin/chrt', '--idle', '0'] : []),
}));
beforeEach(() => {
  machine.idle = true;
});

const dataDir = mkdtempSync(join(tmpdir(), 'sextant-idle-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const apart = () => new WorkApart({ dataDir, registry: null, idleMs: 5_000 });

describe.skipIf(process.platform !== 'linux')('the process and its compilers', () => {
  it('run in the time that others leave over', async () => {
    const own = apart();
    const stop = new AbortController();
    const work = own.compile(hardJob(), stop.signal);
    await vi.waitFor(() => expect(compilersOf(own.pid)).toHaveLength(1), 20_000);
    const all = [Number(own.pid), ...compilersOf(own.pid)];
    expect(all.map(idles)).toEqual([mayIdle(), mayIdle()]);
    stop.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
  });

  it('are others, with a share of their own, where none is left over', async () => {
    const own = apart();
    await own.known('nothing');
    const first = Number(own.pid);
    machine.idle = false;
    await own.known('nothing');
    const second = Number(own.pid);
    expect(second === first).toBe(!mayIdle());
    expect(idles(second)).toBe(false);
    // And back again, once the machine has time; what is compared stays where it was compiled.
    machine.idle = true;
    const { request } = compileSources({ 'a.sol': 'contract A {}' }, {});
    const chain = { by: 'creation', code: new Uint8Array(4) } as const;
    const compared = own.compare({ key: 'nothing', errors: [] }, request, chain);
    await expect(compared).rejects.toThrow('gone');
    expect(own.pid).toBe(second);
    await own.known('nothing');
    expect(idles(Number(own.pid))).toBe(mayIdle());
  });
});
