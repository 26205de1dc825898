/**
 * `npm run bench`: how fast the product is, as ratios within one run; the machine's own speed
 * cancels out. `npm run bench -- ingest` or `-- reads` runs one part; BENCH_HEIGHT is how much of
 * the demo chain is indexed.
 */
import { benchIngest } from './ingest.ts';
import { benchReads } from './reads.ts';
import { openBenchStore } from './support.ts';

const wanted = new Set(process.argv.slice(2));
const height = Number(process.env['BENCH_HEIGHT'] ?? 19_600);
const bench = await openBenchStore(height);
try {
  console.log(
    `Demo chain up to height ${height}: ${bench.tipsets} tipsets, ${bench.messages} messages`,
  );
  if (wanted.size === 0 || wanted.has('ingest')) await benchIngest(bench);
  if (wanted.size === 0 || wanted.has('reads')) await benchReads(bench);
} finally {
  await bench.close();
}
