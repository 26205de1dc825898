import { parentPort, workerData } from 'node:worker_threads';
import { serveRecording, type RecordedNodeOptions } from './serve.ts';
import type { FromWorker, ToWorker } from './start.ts';

if (parentPort === null) throw new Error('This file runs as a worker thread.');
const port = parentPort;
const tell = (message: FromWorker): void => port.postMessage(message);

const served = await serveRecording(workerData as RecordedNodeOptions);
served.onPosition((position) => tell({ kind: 'position', position }));
port.on('message', (message: ToWorker) => {
  const { clock } = served;
  if (message.kind === 'close') {
    void served.close().then(() => port.close());
    return;
  }
  if (message.kind === 'advanceTo') clock.advanceTo(message.height);
  else clock[message.kind]();
  tell({ kind: 'done', id: message.id });
});
tell({ kind: 'ready', url: served.url, position: served.position() });
