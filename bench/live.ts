import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, setup } from '#store/testing/server.ts';
import type { Heard } from './liveClients.ts';
import { start, stop } from './product.ts';
import { report } from './support.ts';

const CLIENTS = Number(process.env['BENCH_CLIENTS'] ?? 2000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 600);
/** A short index, and hours of tipsets after it. */
const START_HEIGHT = '1000';
const SAMPLE_MS = 5000;
const MOST_MB = 600;
const MOST_MS = 2000;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Resident memory of a process by its own metrics, MB. */
async function memoryOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1e6;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/**
 * Idle readers of the live channel and a tipset every second: how late each comes to the last of
 * them, and what the web process takes. Fails when a bound is broken.
 */
export async function benchLive(): Promise<void> {
  const stopDatabase = setup();
  const running: ChildProcess[] = [];
  try {
    const { databaseUrl } = await createDatabase();
    const nodePort = await freePort();
    const indexer = await start({
      DATABASE_URL: databaseUrl,
      ROLE: 'indexer',
      DEMO_START_HEIGHT: START_HEIGHT,
      DEMO_EPOCH_SECONDS: '1',
      DEMO_NODE_PORT: String(nodePort),
    });
    running.push(indexer.child);
    const web = await start({ DATABASE_URL: databaseUrl, ROLE: 'web' });
    running.push(web.child);
    while ((await fetch(`${web.url}/health/ready`)).status !== 200) await delay(500);
    const alone = await memoryOf(web.url);

    const clients = fork('bench/liveClients.ts', {
      env: {
        ...process.env,
        BENCH_URL: web.url,
        BENCH_NODE: `http://127.0.0.1:${nodePort}/rpc/v1`,
        BENCH_CLIENTS: String(CLIENTS),
      },
    });
    running.push(clients);
    await once(clients, 'message');
    const memory: number[] = [];
    for (let at = 0; at < SECONDS * 1000; at += SAMPLE_MS) {
      await delay(SAMPLE_MS);
      memory.push(await memoryOf(web.url));
    }
    clients.send('stop');
    const [heard] = (await once(clients, 'message')) as [Heard];
    tell(heard, alone, memory);
  } finally {
    for (const child of running.reverse()) await stop(child);
    await stopDatabase();
  }
}

function tell({ lost, tipsets }: Heard, alone: number, memory: readonly number[]): void {
  // The last one may be on its way.
  const whole = tipsets.slice(0, -1);
  const missed = whole.filter(({ clients }) => clients < CLIENTS).length;
  const lasts = whole.flatMap(({ last }) => last ?? []);
  const firsts = whole.flatMap(({ first }) => first ?? []);
  const third = Math.floor(memory.length / 3);
  const [early, late] = [mean(memory.slice(third, 2 * third)), mean(memory.slice(2 * third))];
  const most = Math.max(...memory);
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  report(`${CLIENTS} idle readers for ${SECONDS} s, a tipset every second`, [
    ['tipsets told', String(whole.length)],
    ['of these not to all readers', String(missed)],
    ['connections lost', String(lost)],
    ['node → first reader, median', ms(percentile(firsts, 0.5))],
    ['node → last reader, median', ms(percentile(lasts, 0.5))],
    ['node → last reader, 99th percentile', ms(percentile(lasts, 0.99))],
    ['node → last reader, worst', ms(Math.max(...lasts))],
    ['web process before the readers', mb(alone)],
    ['web process, most', mb(most)],
    ['second third → last third', `${mb(early)} → ${mb(late)}`],
  ]);
  const broken = [
    missed > 0 && 'a reader missed a tipset',
    lost > 0 && 'a connection was lost',
    lasts.length === 0 && 'nothing was measured',
    Math.max(...lasts) > MOST_MS && `a tipset came later than ${MOST_MS} ms`,
    most > MOST_MB && `the web process took more than ${MOST_MB} MB`,
  ].filter((text) => text !== false);
  for (const text of broken) console.log(`  broken: ${text}`);
  if (broken.length > 0) process.exitCode = 1;
}
