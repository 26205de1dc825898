/** `npm run bench -- pages`: Lighthouse's speed of the pages that matter most, on its mobile preset. */
import { startServer } from '../e2e/support/server.ts';
import { AUDITED, routes } from '../e2e/support/site.ts';
import { startAuditor, type Audit } from '../scripts/lighthouse.ts';

const RUNS = 5;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function line(name: string, audits: readonly Audit[]): string {
  const of = (pick: (audit: Audit) => number): number => median(audits.map(pick));
  return [
    name.padEnd(12),
    String(of(({ scores }) => scores['performance'] ?? 0)).padStart(6),
    of(({ figures }) => figures.largestPaint)
      .toFixed(0)
      .padStart(10),
    of(({ figures }) => figures.blocking)
      .toFixed(0)
      .padStart(10),
    of(({ figures }) => figures.layoutShift)
      .toFixed(3)
      .padStart(8),
  ].join('');
}

/** Prints the medians of five visits to each page. */
export async function benchPages(): Promise<void> {
  const server = await startServer();
  process.env['SEXTANT_URL'] = server.url;
  const auditor = await startAuditor();
  try {
    const paths = await routes();
    console.log(`Medians of ${RUNS} visits, Lighthouse’s mobile preset`);
    console.log('page         score  paint ms  block ms   shift');
    for (const name of AUDITED) {
      const path = paths[name] ?? '';
      const audits: Audit[] = [];
      for (let run = 0; run < RUNS; run += 1)
        audits.push(
          await auditor.audit(`${server.url}/en${path === '/' ? '' : path}`, ['performance']),
        );
      console.log(line(name, audits));
    }
  } finally {
    await auditor.close();
    await server.stop();
  }
}
