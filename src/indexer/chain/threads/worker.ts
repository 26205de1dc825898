/** A thread that gathers: it asks the node, checks and decodes what a backfill is made of. */
import { parentPort, workerData } from 'node:worker_threads';
import { createNodeClient } from '#node/client.ts';
import type { Logger } from '#node/log.ts';
import { createNodeObjects } from '#node/objects/objects.ts';
import { Gatherer } from '../gather.ts';
import { KindSource } from '../kinds.ts';
import { Pace } from '../pace.ts';
import { provenNode, statesOf } from '../proven.ts';
import { GatheringHere, type Gathered } from '../run.ts';
import { failureOf, type FromThread, type ThreadData, type ToThread } from './protocol.ts';

/** How often it tells that the node lets it wait, ms. */
const SILENCE_MS = 1_000;
/** What a thread keeps of the node's objects: a run's tipsets have most of theirs in common. */
const CACHE_BYTES = 64 << 20;

const port = parentPort;
if (port === null) throw new Error('chain/threads/worker.ts runs as a worker thread');

const tell = (message: FromThread): void => port.postMessage(message);
const at =
  (level: keyof Logger) =>
  (fields: object, message: string): void =>
    tell({ type: 'log', level, fields, message });
const log: Logger = {
  debug: at('debug'),
  info: at('info'),
  warn: at('warn'),
  error: at('error'),
};

const { node: address, concurrency, info, key, passHeight } = workerData as ThreadData;
const node = createNodeClient({ ...address, concurrency, log });
const objects = createNodeObjects(node, { cacheBytes: CACHE_BYTES }).urgent;
const kinds = new KindSource(node, statesOf(objects, info));
const gathering = new GatheringHere(
  new Gatherer({
    node: provenNode(node, objects, info, kinds, log),
    objects,
    info,
    kinds,
    log,
    pace: new Pace(),
    passes: (height) => height === passHeight,
  }),
);
const ready = kinds.learn(key);
ready.catch(() => undefined);

let silent = false;
setInterval(() => {
  const silence = node.silence();
  if (silence !== null || silent) tell({ type: 'silence', silence });
  silent = silence !== null;
}, SILENCE_MS);

port.on('message', (order: ToThread) => void gather(order));

async function gather({ run, first }: ToThread): Promise<void> {
  await ready.catch(() => undefined);
  for (const [index, gathered] of gathering.gather(run).entries())
    void answer(first + index, gathered);
}

async function answer(tipset: number, gathered: Promise<Gathered>): Promise<void> {
  try {
    await ready;
    tell({ type: 'gathered', tipset, gathered: await gathered });
  } catch (error) {
    tell({ type: 'failed', tipset, failure: failureOf(error) });
  }
}
