import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, maintain } from '#store/testing/server.ts';
import { parseConfig } from './config.ts';
import { run, type Running } from './run.ts';

/** A way to the database server that can be closed, or let everybody wait. */
class Gate {
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((client) => {
    const server = connect(this.#path);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    }
    if (this.#frozen) client.pause();
  });
  readonly #path: string;
  #frozen = false;
  #port = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) =>
      this.#server.listen(this.#port, '127.0.0.1', () => resolve()),
    );
    this.#port = (this.#server.address() as AddressInfo).port;
    return this.#port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    await closed;
  }

  freeze(frozen: boolean): void {
    this.#frozen = frozen;
    for (const socket of this.#sockets)
      if (frozen) socket.pause();
      else socket.resume();
  }
}

interface Report {
  ready: boolean;
  reason: string | null;
  database: string;
  index: { state: string; reason: string | null } | null;
}

describe.runIf(process.env['SEXTANT_TEST_POSTGRES'] !== 'off')('a database server', () => {
  let gate: Gate;
  let name: string;
  let running: Running;
  const report = async (): Promise<[number, Report]> => {
    const answer = await fetch(`${running.url}/health/ready`);
    return [answer.status, (await answer.json()) as Report];
  };
  /** Waits until it is ready; answers the reasons that were told before. */
  const becomesReady = async (): Promise<Set<string | null>> => {
    const reasons = new Set<string | null>();
    for (;;) {
      const [status, { index }] = await report();
      reasons.add(index?.reason ?? null);
      if (status === 200) return reasons;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  beforeAll(async () => {
    const database = await createDatabase();
    ({ name } = database);
    const url = new URL(database.databaseUrl);
    gate = new Gate(`${url.searchParams.get('host') ?? ''}/.s.PGSQL.5432`);
    url.search = '';
    url.host = `127.0.0.1:${await gate.open()}`;
    const config = parseConfig({
      ROLE: 'indexer',
      PORT: '0',
      DATABASE_URL: url.href,
      DEMO_START_HEIGHT: '40',
      DEMO_EPOCH_SECONDS: '1',
      LOG_LEVEL: 'silent',
    });
    const root = fileURLToPath(new URL('../../', import.meta.url));
    running = await run(config, pino({ level: 'silent' }), root);
    await becomesReady();
  });
  afterAll(async () => {
    await running.close();
    await gate.close();
    await maintain(`drop database "${name}" with (force)`);
  });

  it('that is down is told of at once, and only that it is', async () => {
    await gate.close();
    const [status, body] = await report();
    expect([status, body.database, body.reason]).toEqual([
      503,
      'unreachable',
      'The database does not answer',
    ]);
    const health = await fetch(`${running.url}/health`);
    expect([health.status, await health.json()]).toMatchObject([200, { ready: false }]);
    // A head has come meanwhile, which could not be written.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await gate.open();
    const reasons = await becomesReady();
    for (const reason of reasons) expect([null, 'The database does not answer']).toContain(reason);
  });

  it('that lets everybody wait is told of as well', async () => {
    gate.freeze(true);
    const [status, body] = await report();
    expect([status, body.reason]).toEqual([503, 'The database does not answer']);
    gate.freeze(false);
    await becomesReady();
  });
});
