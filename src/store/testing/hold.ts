/** A process that opens a data folder, writes a row, says so and stays: to be killed by a test. */
import { openStore } from '../store.ts';

const store = await openStore({ dataDir: process.argv[2] });
await store.transaction(async (trx) => {
  await trx.insertInto('counter').values({ key: 'committed', value: 1 }).execute();
});
void store.transaction(async (trx) => {
  await trx.insertInto('counter').values({ key: 'unfinished', value: 1 }).execute();
  process.stdout.write('ready\n');
  await new Promise(() => {});
});
setInterval(() => {}, 1000);
