import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const Ready = z.object({ ready: z.boolean() });

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface RunningServer {
  /** e.g. http://127.0.0.1:41234 */
  url: string;
  /** The recorded node's JSON-RPC address. */
  nodeUrl: string;
  pid: number;
  /** Everything it printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts the whole product as a user does, on its own data folder, and waits until the index has caught up. */
export async function startServer(
  env: Record<string, string> = {},
  waitMs = 240_000,
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sextant-e2e-'));
  const port = await freePort();
  const nodePort = await freePort();
  let output = '';
  const child: ChildProcess = spawn(process.execPath, ['src/server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO_NODE_PORT: String(nodePort),
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await Promise.race([once(child, 'exit'), delay(10_000)]);
      if (child.exitCode === null) child.kill('SIGKILL');
    }
    await rm(folder, { recursive: true, force: true });
  };

  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + waitMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended:\n${output}`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`the server was not ready in ${waitMs / 1000} s:\n${output}`);
    }
    const ready = await fetch(`${url}/health/ready`)
      .then(async (answer) => answer.ok && Ready.parse(await answer.json()).ready)
      .catch(() => false);
    if (ready) break;
    await delay(500);
  }
  return {
    url,
    nodeUrl: `http://127.0.0.1:${nodePort}/rpc/v1`,
    pid: child.pid ?? 0,
    output: () => output,
    stop,
  };
}
