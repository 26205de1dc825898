/**
 * `npm run bench -- abuse`: what one reader waits for while another client takes all it can. Fails when
 * the reader's p99 is above 300 ms. BENCH_ONLY is a part of the names of the attacks.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startServer, type RunningServer } from '../e2e/support/server.ts';
import { startRecordedNode } from '#node/recorded/start.ts';
import { startFaultyProxy } from '#node/testing/faulty-proxy.ts';
import { ATTACKS, type Client, clientOf, fresh, targetOf } from './attacks.ts';
import { DEMO_CHAIN } from './support.ts';

const MOST_MS = 300;
const SECONDS = 20;
const ONLY = process.env['BENCH_ONLY'] ?? '';
/** Between the reader's visits. */
const PAUSE_MS = 20;
/** How long the node takes for logs. */
const SLOW_MS = 5_000;
const HEIGHT = 19_600;

/** What the reader asks for, one after another. */
const READS: readonly (readonly [
  name: string,
  read: (client: Client, n: number) => Promise<void>,
])[] = [
  ['call of the node', (client) => client.call('eth_blockNumber')],
  [
    'picture',
    (client, n) => client.get(`/share/tipset/${HEIGHT - 1 - (n % 2_000)}.png`, [200, 404]),
  ],
  ['export', (client) => client.get(fresh('/api/v1/message/list.csv?pageSize=25'))],
  ['list', (client) => client.get(fresh('/api/v1/message/list?pageSize=25'))],
  ['page', (client) => client.get(fresh('/en/tipset'))],
];

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** How long each of the reader's visits took, ms, sorted, by what it asked for. */
async function visits(client: Client, seconds: number): Promise<number[][]> {
  const took = READS.map((): number[] => []);
  const end = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < end; n++)
    for (const [at, [, read]] of READS.entries()) {
      const began = performance.now();
      await read(client, n);
      took[at]?.push(performance.now() - began);
      await delay(PAUSE_MS);
    }
  return took.map((all) => all.toSorted((a, b) => a - b));
}

/** MiB that the server holds. */
function resident({ pid }: RunningServer): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return Math.round((pages * 4096) / 2 ** 20);
}

function line(name: string, all: readonly number[][], server: RunningServer): string {
  const cells = all.map(
    (took) => `${share(took, 0.5).toFixed(0)} / ${share(took, 0.99).toFixed(0)}`,
  );
  return `${name.padEnd(14)}${cells.map((cell) => cell.padStart(18)).join('')}${String(resident(server)).padStart(10)}`;
}

/** Prints the reader's p50 and p99 by itself and during each attack. Sets the exit code. */
export async function benchAbuse(): Promise<void> {
  const recorded = await startRecordedNode({
    folder: DEMO_CHAIN,
    startHeight: HEIGHT,
    epochSeconds: null,
  });
  const node = await startFaultyProxy({
    target: recorded.url,
    faults: ({ methods }) =>
      methods.includes('eth_getLogs') ? { kind: 'delay', ms: SLOW_MS } : null,
  });
  const server = await startServer({
    NODE_URL: node.url,
    API_RATE_LIMIT: '0',
    RPC_RATE_LIMIT: '0',
  });
  try {
    const reader = clientOf(server.url, '192.0.2.1');
    const target = await targetOf(server.url);
    await visits(reader, 5);
    console.log(
      `${'p50 / p99, ms'.padEnd(14)}${READS.map(([name]) => name.padStart(18)).join('')}       MiB`,
    );
    console.log(line('quiet', await visits(reader, SECONDS), server));
    for (const { name, clients, ask } of ATTACKS.filter((attack) => attack.name.includes(ONLY))) {
      const attacker = clientOf(server.url, '192.0.2.99');
      const over = new AbortController();
      let n = 0;
      const attacks = Array.from({ length: clients }, async () => {
        while (!over.signal.aborted) await ask(attacker, (n += 1), target, over.signal);
      });
      await delay(1_000);
      const took = await visits(reader, SECONDS);
      over.abort();
      console.log(line(name, took, server));
      if (took.some((each) => share(each, 0.99) > MOST_MS)) process.exitCode = 1;
      await Promise.all(attacks);
    }
  } finally {
    await server.stop();
    await node.close();
    await recorded.close();
  }
}
