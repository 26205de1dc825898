/**
 * `npm run bench`: how fast the product is, as ratios within one run; the machine's own speed
 * cancels out. `npm run bench -- ingest` or `-- reads` runs one part; BENCH_HEIGHT is how much of
 * the demo chain is indexed, BENCH_THREADS (0) how many threads gather for the indexer beside its own. Only by their names run `-- calls`, which writes docs/calls.md,
 * `-- live`: BENCH_CLIENTS (2,000) readers of the live channel for BENCH_SECONDS (600), against
 * PostgreSQL, `-- pages`: Lighthouse's speed of pages in a browser, `-- plans`: the query plans
 * of all reads at a hundred times the demo chain, `-- state`: what the size of the state costs,
 * `-- hostile`: what pages wait for while sources are handed in that cost all they may,
 * `-- abuse`: what a reader waits for while another client takes all it can, and
 * `-- cold`: calls and pages that nobody has asked for yet, beside one statement of PostgreSQL's.
 */
import { benchAbuse } from './abuse.ts';
import { benchCalls } from './calls.ts';
import { benchCold } from './cold.ts';
import { benchHostile } from './hostile.ts';
import { benchIngest } from './ingest.ts';
import { benchLive } from './live.ts';
import { benchPages } from './pages.ts';
import { benchPlans } from './plans.ts';
import { benchReads } from './reads.ts';
import { benchState } from './state.ts';
import { openBenchStore } from './support.ts';

const asked = process.argv.slice(2);
const wanted = new Set(asked.length === 0 ? ['ingest', 'reads'] : asked);
if (wanted.delete('live')) await benchLive();
if (wanted.delete('pages')) await benchPages();
if (wanted.delete('state')) await benchState();
if (wanted.delete('hostile')) await benchHostile();
if (wanted.delete('abuse')) await benchAbuse();
const height = Number(process.env['BENCH_HEIGHT'] ?? 19_600);
if (wanted.delete('plans')) await benchPlans(height);
if (wanted.delete('cold')) await benchCold(height);
if (wanted.size > 0) {
  const bench = await openBenchStore(height);
  try {
    console.log(
      `Demo chain up to height ${height}: ${bench.tipsets} tipsets, ${bench.messages} messages`,
    );
    if (wanted.has('ingest')) await benchIngest(bench);
    if (wanted.has('reads')) await benchReads(bench);
    if (wanted.has('calls')) await benchCalls(bench);
  } finally {
    await bench.close();
  }
}
