/** The thread of the embedded database: PGlite computes on its caller's thread, which must not be the web's. */
import { PGlite } from '@electric-sql/pglite';
import { parentPort, workerData } from 'node:worker_threads';
import { OID } from '../connection.ts';
import { handedOver, pack, unpack } from './packing.ts';
import type {
  WorkerHello,
  WorkerOptions,
  WorkerReply,
  WorkerRequest,
  WorkerRows,
} from './protocol.ts';

const { folder } = workerData as WorkerOptions;
const port = parentPort;
if (port === null) throw new Error('pglite/worker.ts runs as a worker thread');

const opening = PGlite.create({
  ...(folder === undefined ? {} : { dataDir: folder }),
  parsers: { [OID.int8]: Number },
});
opening.then(
  () => port.postMessage({ id: 0, ok: true, result: null } satisfies WorkerHello),
  (error: unknown) => {
    port.postMessage({ id: 0, ok: false, message: messageOf(error) } satisfies WorkerHello);
    port.close();
  },
);

port.on('message', (request: WorkerRequest) => {
  answer(request).then(
    (reply) => {
      port.postMessage(reply, reply.ok && reply.result ? handedOver(reply.result.values) : []);
      if (request.op === 'close') port.close();
    },
    (error: unknown) => port.postMessage(refusal(request.id, error)),
  );
});

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  const db = await opening;
  switch (request.op) {
    case 'query': {
      const result = await db.query<unknown[]>(request.sql, unpack(request.parameters), {
        rowMode: 'array',
      });
      const rows: WorkerRows = {
        columns: result.fields.map((field) => field.name),
        values: pack(result.rows.flat()),
        affected: result.affectedRows ?? null,
        command: result.command ?? null,
      };
      return { id: request.id, ok: true, result: rows };
    }
    case 'copy':
      await db.query(`copy ${request.target} from '/dev/blob'`, [], {
        blob: new Blob([request.data]),
      });
      return { id: request.id, ok: true, result: null };
    case 'close':
      await db.close();
      return { id: request.id, ok: true, result: null };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function refusal(id: number, error: unknown): WorkerReply {
  const fields = error as { code?: unknown; detail?: unknown };
  return {
    id,
    ok: false,
    message: messageOf(error),
    ...(typeof fields.code === 'string' ? { code: fields.code } : {}),
    ...(typeof fields.detail === 'string' ? { detail: fields.detail } : {}),
  };
}
