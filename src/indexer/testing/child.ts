/**
 * An indexer as a process of its own, to be killed: `child.ts <node url> <database url or folder>
 * <start height>`. Writes a line to standard output after each commit.
 */
import { createNodeClient } from '#node/client.ts';
import { openStore } from '#store/store.ts';
import { startIndexer } from './demo.ts';

const [nodeUrl = '', database = '', startHeight = '0'] = process.argv.slice(2);
const store = await openStore(
  database.startsWith('postgres') ? { databaseUrl: database } : { dataDir: database },
);
const node = createNodeClient({ url: nodeUrl });
const say = (fields: object): void => void process.stdout.write(`${JSON.stringify(fields)}\n`);
store.onHead((head) => say({ height: head.height }));
startIndexer(store, node, { startHeight: Number(startHeight), pollMs: 100 }, 1);
say({ ready: true });
