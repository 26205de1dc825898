/** The program as several processes, over one PostgreSQL. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDatabase, maintain } from '#store/testing/server.ts';
import { answering, program, until } from './testing/program.ts';

const { folder, start } = program();

/** Processes that another one has forked and that serve, by their pids. */
async function readChildren(pid: number | undefined): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = text.trim().split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(
    pids.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, at) => commands[at]?.includes('server/main.ts'));
}

describe.runIf(process.env['SEXTANT_TEST_POSTGRES'] !== 'off')('the process', () => {
  it('splits into an indexer and a web process over one PostgreSQL', async () => {
    const { databaseUrl, name } = await createDatabase();
    const common = { DATABASE_URL: databaseUrl, PORT: '0', DATA_DIR: join(folder, 'split') };
    const indexer = start({
      ...common,
      ROLE: 'indexer',
      DEMO_START_HEIGHT: '60',
      DEMO_EPOCH_SECONDS: '0.5',
    });
    const health = await answering(indexer);
    expect((await fetch(`${health}/en`)).status).toBe(404);
    const web = start({ ...common, ROLE: 'web' });
    const url = await answering(web);
    await until(async () => ((await fetch(`${url}/health/ready`)).status === 200 ? true : null));
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ role: 'web' });
    const socket = io(url, { transports: ['websocket'] });
    const heights: number[] = [];
    socket.on('tipset', ({ height }: { height: number }) => heights.push(height));
    await until(() => (heights.length >= 3 ? true : null));
    // Whoever is told of a head finds it.
    const { height } = (await (await fetch(`${url}/api/v1/info`)).json()) as { height: number };
    expect(height).toBeGreaterThanOrEqual(heights.at(-1) ?? Infinity);
    socket.disconnect();
    expect((await fetch(`${url}/en`)).status).toBe(200);
    for (const { child, exit } of [web, indexer]) {
      child.kill('SIGTERM');
      expect((await exit).code).toBe(0);
    }
    expect(existsSync(join(folder, 'split/pglite'))).toBe(false);
    await maintain(`drop database "${name}" with (force)`);
  });

  it('answers by several processes at one port', async () => {
    const { databaseUrl, name } = await createDatabase();
    const main = start({
      DATABASE_URL: databaseUrl,
      PORT: '0',
      DATA_DIR: join(folder, 'several'),
      WEB_PROCESSES: '2',
      API_RATE_LIMIT: '40',
      DEMO_START_HEIGHT: '60',
      DEMO_EPOCH_SECONDS: '2',
    });
    const url = await answering(main);
    // Each process says so of itself, and connections are given to them in turn.
    const ready = async () => {
      const { status } = await fetch(`${url}/health/ready`, { headers: { connection: 'close' } });
      return status === 200;
    };
    await until(async () => {
      for (let at = 0; at < 4; at += 1) if (!(await ready())) return null;
      return true;
    });
    // What all have counted, the indexer too, whichever is asked.
    const metrics = () => fetch(`${url}/metrics`).then((answer) => answer.text());
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
    const call = async () => {
      // A connection for each: they are given to the processes in turn.
      const headers = { connection: 'close' };
      const answer = await fetch(`${url}/rpc/v1`, { method: 'POST', body, headers });
      return answer.json();
    };
    for (let at = 0; at < 4; at += 1) expect(await call()).toMatchObject({ result: '0x13a' });
    expect(await metrics()).toMatch(/http_request_duration_seconds_count\{area="rpc".*\} 4\n/);
    expect(await metrics()).toMatch(/sextant_indexer_tipsets_total [1-9]/);
    expect(await metrics()).toMatch(/sextant_height\{of="head"\} \d{2}\n/);

    // What a client may ask is counted by all together.
    const left = async () => {
      const answer = await fetch(`${url}/api/v1/info`, { headers: { connection: 'close' } });
      await answer.arrayBuffer();
      return Number(answer.headers.get('x-ratelimit-remaining'));
    };
    // They tell each other in a moment, and begin anew with each minute; each for itself would
    // tell the same number twice in any six, as they are asked in turn.
    await until(async () => {
      const seen = new Set<number>();
      for (let at = 0; at < 6; at += 1) {
        seen.add(await left());
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      return seen.size === 6 ? true : null;
    });

    const sockets = [0, 1, 2].map(() => io(url, { transports: ['websocket'], forceNew: true }));
    const heard = sockets.map(() => 0);
    for (const [at, socket] of sockets.entries())
      socket.on('tipset', ({ height }: { height: number }) => (heard[at] = height));
    await until(() => (heard.every((height) => height > 0) ? true : null));
    for (const socket of sockets) socket.disconnect();

    // One that dies is replaced, and the others answer meanwhile.
    const workers = (await readChildren(main.child.pid)).filter((pid) => pid !== 0);
    expect(workers).toHaveLength(2);
    const died = performance.now();
    process.kill(workers[0] ?? 0, 'SIGKILL');
    await until(() => (main.ended.stdout.includes('another takes its place') ? true : null));
    expect((await fetch(`${url}/en`, { headers: { connection: 'close' } })).status).toBe(200);
    await until(async () => {
      const now = await readChildren(main.child.pid);
      return now.length === 2 && !now.includes(workers[0] ?? 0) ? true : null;
    });
    // The new one knows as well where the node is.
    await until(async () => {
      const answer = await fetch(`${url}/health`, { headers: { connection: 'close' } });
      const told = z
        .object({ ready: z.boolean(), uptimeSeconds: z.int() })
        .parse(await answer.json());
      return told.ready && told.uptimeSeconds * 1000 < performance.now() - died ? true : null;
    });
    for (let at = 0; at < 4; at += 1) expect(await call()).toMatchObject({ result: '0x13a' });

    main.child.kill('SIGTERM');
    const { code, stdout, stderr } = await main.exit;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/Stopped/g)).toHaveLength(1);
    await expect(fetch(url)).rejects.toThrow();
    await maintain(`drop database "${name}" with (force)`);
  });
});
