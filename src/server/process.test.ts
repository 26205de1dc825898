import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { io } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HOSTILE } from '#api/testing/hostile.ts';
import { createNodeClient } from '#node/client.ts';
import { writeRecording } from '#node/testing/recordings.ts';
import { createDatabase, maintain } from '#store/testing/server.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sextant-process-'));
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Health {
  index: { state: string; headHeight: number | null } | null;
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function start(env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
  });
  children.push(child);
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    ended.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    ended.stderr += chunk.toString();
  });
  const exit = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ ...ended, code }));
  });
  return { child, ended, exit };
}

/** Resolves with what `pick` finds, as soon as it finds something. */
async function until<T>(pick: () => Promise<T | null> | T | null): Promise<T> {
  for (;;) {
    const found = await pick();
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Pages with a place for what a visitor may write. */
const PAGES = [
  '/*',
  '/en/*',
  '/en/tipset/*',
  '/zh/block/*',
  '/ko/message/*',
  '/en/tx/*',
  '/en/address/*',
  '/en/search?id=*',
  '/zh/tipset?page=*',
  '/en/message?page=*',
  '/en/message?method=*',
  '/ko/message?before=*&head=*',
  '/en/address/f099?tab=*',
  '/en/address/f099?tab=transfers&type=*&page=*',
];

const urlIn = (text: string) => /(?:answers|health) at (http:\/\/[^\s"]+)/.exec(text)?.[1] ?? null;

/** The address at which a process answers. @throws with what it said when it ends before. */
function answering({ child, ended }: ReturnType<typeof start>): Promise<string> {
  return until(() => {
    if (child.exitCode !== null) throw new Error(ended.stdout + ended.stderr);
    return urlIn(ended.stdout);
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Processes that another one has forked and that serve, by their pids. */
async function readChildren(pid: number | undefined): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const pids = text.trim().split(' ').filter(Boolean).map(Number);
  const commands = await Promise.all(
    pids.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, at) => commands[at]?.includes('server/main.ts'));
}

describe('settings', () => {
  it('are printed', async () => {
    const { code, stdout } = await start({}, ['--help']).exit;
    expect(code).toBe(0);
    expect(stdout).toMatch(/PORT\s+4321\s+Port of pages/);
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc".'],
    [{ ROLE: 'web' }, 'ROLE=web needs DATABASE_URL'],
    [{ DEMO_START_HEIGHT: '-5' }, 'DEMO_START_HEIGHT must be'],
  ])('%o is refused in words', async (env, message) => {
    const { code, stderr } = await start({ ...env, DATA_DIR: join(folder, 'refused') }).exit;
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
    expect(existsSync(join(folder, 'refused'))).toBe(false);
  });

  it('name an argument that is not understood', async () => {
    const { code, stderr } = await start({}, ['--port=1']).exit;
    expect([code, stderr]).toEqual([2, expect.stringContaining('--port=1 is not understood')]);
  });
});

describe('the process', () => {
  it('builds, indexes, answers, tells new heads, and stops cleanly', async () => {
    const dataDir = join(folder, 'data');
    const nodePort = await freePort();
    const main = start({
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_START_HEIGHT: '60',
      DEMO_EPOCH_SECONDS: '0.5',
      DEMO_NODE_PORT: String(nodePort),
    });
    const { child, exit } = main;
    const url = await answering(main);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    await until(async () => ((await fetch(`${url}/health/ready`)).status === 200 ? true : null));

    const home = await fetch(url, { headers: { 'accept-language': 'ko' } });
    expect(new URL(home.url).pathname).toBe('/ko');
    expect(await home.text()).toContain('<html lang="ko"');
    const tipset = await (await fetch(`${url}/api/v1/tipset/50`)).json();
    expect(tipset).toMatchObject({ height: 50 });
    const wallet = async (method: string, ...params: string[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      return (await fetch(`${url}/rpc/v1`, { method: 'POST', body })).json();
    };
    expect(await wallet('eth_chainId')).toMatchObject({ result: '0x13a' });
    expect(await wallet('eth_sendRawTransaction', '0x02')).toMatchObject({
      error: { message: expect.stringContaining('recording') },
    });
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/sextant_height\{of="head"\} \d+/);
    expect(metrics).toMatch(/sextant_indexer_tipsets_total \d+/);
    expect(metrics).toContain('sextant_http_request_duration_seconds_bucket');

    for (const path of PAGES)
      for (const text of HOSTILE) {
        const encoded = text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
        const target = path.replace('*', () => encoded);
        const answer = await fetch(url + target, { redirect: 'manual' });
        expect([200, 301, 302, 400, 404, 410], target).toContain(answer.status);
        // Within a quoted attribute it is text; anywhere else it would run.
        const html = (await answer.text()).replaceAll(/="[^"]*"/g, '');
        expect(html, target).not.toContain('<script>alert(1)');
      }

    // Pages are told of the heads that the node announces, in their order.
    const announced = new Set<number>();
    const told: number[] = [];
    const node = createNodeClient({ url: `http://127.0.0.1:${nodePort}/rpc/v1` });
    const heads = node.subscribeHeads(
      (changes) => {
        for (const { Val } of changes) announced.add(Val.Height);
      },
      () => undefined,
    );
    const socket = io(url, { transports: ['websocket'] });
    socket.on('tipset', ({ height }: { height: number }) => told.push(height));
    await until(() => {
      // The first one that each heard of may be older than its connection.
      const both = told.slice(1).filter((height) => announced.has(height));
      return both.length >= 3 ? true : null;
    });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    socket.disconnect();
    heads.close();
    await node.close();

    // A second process may neither have the same port nor the same folder.
    const port = new URL(url).port;
    const samePort = await start({ PORT: port, DATA_DIR: join(folder, 'other') }).exit;
    expect([samePort.code, samePort.stdout]).toEqual([1, expect.stringContaining('is in use')]);
    const sameData = await start({ PORT: '0', DATA_DIR: dataDir }).exit;
    expect([sameData.code, sameData.stdout]).toEqual([
      1,
      expect.stringContaining('in use by process'),
    ]);

    child.kill('SIGTERM');
    const { code, stdout, stderr } = await exit;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Stopped');
    expect(stdout).not.toMatch(/"level":(50|60)/);
    await expect(fetch(url)).rejects.toThrow();
    expect(existsSync(join(dataDir, 'pglite.lock'))).toBe(false);
  });

  it('plays another recording, of a network that nothing is known of', async () => {
    const recording = join(folder, 'recording');
    await writeRecording(recording, {
      to: 12,
      network: { name: 'elsewhere', chainId: 31_415, genesisTime: 1_700_000_000, epochSeconds: 4 },
    });
    const main = start({
      PORT: '0',
      DATA_DIR: join(folder, 'elsewhere'),
      RECORDING_DIR: recording,
      DEMO_EPOCH_SECONDS: '0',
    });
    const url = await answering(main);
    const ended = async () => {
      const { index } = (await (await fetch(`${url}/health`)).json()) as Health;
      return index?.state === 'ended' ? index : null;
    };
    expect(await until(ended)).toMatchObject({ headHeight: 12, recorded: true });
    for (const path of ['', '/tipset', '/tipset/9', '/address/f01000', '/address/f099', '/message'])
      for (const lang of ['en', 'zh', 'ko']) {
        const answer = await fetch(`${url}/${lang}${path}`);
        const html = await answer.text();
        expect([answer.status, html.includes('elsewhere')], path).toEqual([200, true]);
        expect(html, path).not.toContain('harbor');
      }
    expect(await (await fetch(`${url}/api/v1/tipset/9`)).json()).toMatchObject({
      height: 9,
      timestamp: 1_700_000_036,
    });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
    const chainId = await (await fetch(`${url}/rpc/v1`, { method: 'POST', body })).json();
    expect(chainId).toMatchObject({ result: '0x7ab7' });
  });

  const withPostgres = process.env['SEXTANT_TEST_POSTGRES'] !== 'off';
  it.runIf(withPostgres)(
    'splits into an indexer and a web process over one PostgreSQL',
    async () => {
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
    },
  );

  it.runIf(withPostgres)('answers by several processes at one port', async () => {
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

  it('exits at once when it is told to stop twice', async () => {
    const main = start({
      PORT: '0',
      DATA_DIR: join(folder, 'twice'),
      DEMO_START_HEIGHT: '19600',
    });
    const { child, ended, exit } = main;
    await answering(main);
    child.kill('SIGINT');
    // Signals that wait for each other become one: the second is sent when the first has arrived.
    await until(() => (ended.stdout.includes('Stopping') ? true : null));
    child.kill('SIGINT');
    const { code, stdout } = await exit;
    // Unless all was closed in between, nothing was waited for.
    if (!stdout.includes('Stopped')) expect(code).toBe(1);
    else expect(code).toBe(0);
  });
});
