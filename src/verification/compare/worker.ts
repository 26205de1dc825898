/** Holds compiled code against the chain's, in a thread of its own. */
import { parentPort } from 'node:worker_threads';
import { giveWay } from '#compiler/priority.ts';
import type { SolcContract } from '#contracts/match/output.ts';
import { compareNow } from './compare.ts';
import type { FromThread, ToThread } from './thread.ts';

const port = parentPort;
if (port === null) throw new Error('verification/compare/worker.ts runs as a worker thread');
giveWay();

/** Contracts that have come of outputs that are not whole yet: by file, then by name, which may be any. */
const coming = new Map<number, Map<string, Map<string, SolcContract>>>();

function answer(message: Extract<ToThread, { asked: unknown }>): FromThread {
  const { id, asked } = message;
  const files = coming.get(id) ?? new Map<string, Map<string, SolcContract>>();
  coming.delete(id);
  if (asked === null) return { id, error: 'the output did not come whole' };
  const contracts = Object.fromEntries(
    [...files].map(([file, named]) => [file, Object.fromEntries(named)]),
  );
  try {
    return { id, compared: compareNow({ contracts }, asked.request, asked.chain) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

port.on('message', (message: ToThread) => {
  if ('asked' in message) {
    port.postMessage(answer(message));
    return;
  }
  const { id, file, name, contract } = message;
  const files = coming.get(id) ?? new Map<string, Map<string, SolcContract>>();
  coming.set(id, files.set(file, (files.get(file) ?? new Map()).set(name, contract)));
});
