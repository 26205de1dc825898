import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { serveRecording } from './serve.ts';

const { values } = parseArgs({
  options: {
    folder: {
      type: 'string',
      default: fileURLToPath(new URL('../../../data/demo-chain', import.meta.url)),
    },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '6100' },
    'start-height': { type: 'string', default: '19600' },
    'epoch-seconds': { type: 'string', default: '30' },
    'cache-dir': { type: 'string' },
    // Calls that the node does not have, with commas between.
    without: { type: 'string', default: '' },
  },
});

/** A number of the command line, at least 0. */
function number(name: 'port' | 'start-height' | 'epoch-seconds'): number {
  const value = Number(values[name]);
  if (!(value >= 0)) throw new Error(`--${name} wants a number, not "${values[name]}".`);
  return value;
}

/** Runs a recorded node alone: `node src/node/recorded/main.ts --port 6100 --epoch-seconds 30`. */
const served = await serveRecording({
  folder: values.folder,
  host: values.host,
  port: number('port'),
  startHeight: number('start-height'),
  epochSeconds: number('epoch-seconds'),
  cacheDir: values['cache-dir'],
  without: values.without.split(','),
});
process.stdout.write(`recorded node at ${served.url}, head ${served.position().headHeight}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void served.close());
