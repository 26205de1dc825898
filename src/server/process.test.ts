/** The program as one process. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { HOSTILE } from '#api/testing/hostile.ts';
import { createNodeClient } from '#node/client.ts';
import { writeRecording } from '#node/testing/recordings.ts';
import { answering, program, until } from './testing/program.ts';

const { folder, start } = program();

interface Health {
  index: { state: string; headHeight: number | null } | null;
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
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

    // Whom a proxy speaks for is a client of its own: what one has joined is not another's.
    const joined = async (client: string): Promise<number> => {
      const extraHeaders = { 'x-forwarded-for': client };
      const socket = io(url, { transports: ['websocket'], forceNew: true, extraHeaders });
      const rooms = Array.from({ length: 24 }, (_, n) => `address/f0${n + 100}`);
      const answers = await Promise.all(rooms.map((room) => socket.emitWithAck('subscribe', room)));
      return answers.filter(({ ok }: { ok: boolean }) => ok).length;
    };
    for (let full = 0; full < 8; full++) expect(await joined('203.0.113.7')).toBe(24);
    expect(await joined('203.0.113.7')).toBe(8);
    expect(await joined('203.0.113.8')).toBe(24);

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
