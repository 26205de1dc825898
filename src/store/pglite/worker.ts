/** The thread of the embedded database: PGlite computes on its caller's thread, which must not be the web's. */
import { PGlite } from '@electric-sql/pglite';
import { openAsBlob } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, OID, readInt8 } from '../connection.ts';
import { handedOver, pack, unpack } from './packing.ts';
import type {
  WorkerHello,
  WorkerOptions,
  WorkerReply,
  WorkerRequest,
  WorkerResult,
} from './protocol.ts';

const { folder, dump, program } = workerData as WorkerOptions;
const port = parentPort;
if (port === null) throw new Error('pglite/worker.ts runs as a worker thread');

const opening = open();
opening.then(
  () => port.postMessage({ id: 0, ok: true, answer: null } satisfies WorkerHello),
  (error: unknown) => {
    port.postMessage({ id: 0, ok: false, message: messageOf(error) } satisfies WorkerHello);
    port.close();
  },
);

port.on('message', (request: WorkerRequest) => {
  answer(request).then(
    (reply) => {
      port.postMessage(reply, reply.ok && reply.answer ? handedOver(reply.answer.values) : []);
      if (request.op === 'close') port.close();
    },
    (error: unknown) => port.postMessage(refusal(request.id, error)),
  );
});

async function open(): Promise<PGlite> {
  return PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    ...(dump === undefined ? {} : { loadDataDir: await openAsBlob(dump) }),
    ...(program === undefined ? {} : { pgliteWasmModule: program }),
    parsers: { [OID.int8]: readInt8 },
  });
}

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  const db = await opening;
  const { id } = request;
  if (request.op === 'close') {
    await db.close();
    return { id, ok: true, answer: null };
  }
  const given = unpack(request.values);
  const results: WorkerResult[] = [];
  const found: unknown[] = [];
  let at = 0;
  for (const { sql, count, copies } of request.statements) {
    const parameters = given.slice(at, (at += count));
    const { rows, fields, affectedRows, command } = copies
      ? await db.query<unknown[]>(sql, [], {
          blob: new Blob(parameters as Uint8Array<ArrayBuffer>[]),
        })
      : await db.query<unknown[]>(sql, parameters, { rowMode: 'array' });
    for (const row of rows) for (const value of row) found.push(value);
    results.push({
      columns: fields.map((field) => field.name),
      count: rows.length * fields.length,
      affected: affectedRows ?? null,
      command: command ?? null,
    });
  }
  return { id, ok: true, answer: { results, values: pack(found) } };
}

function refusal(id: number, error: unknown): WorkerReply {
  const fields: { code?: unknown; detail?: unknown } = Object(error);
  return {
    id,
    ok: false,
    message: messageOf(error),
    ...(typeof fields.code === 'string' ? { code: fields.code } : {}),
    ...(typeof fields.detail === 'string' ? { detail: fields.detail } : {}),
  };
}
