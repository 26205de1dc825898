/** Lighthouse's mobile preset over a Chromium of our own. */
import { chromium } from '@playwright/test';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { freePort } from '../e2e/support/server.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

export type Category = 'accessibility' | 'best-practices' | 'seo' | 'performance';

export interface Audit {
  /** 0 to 100, by category. */
  scores: Readonly<Record<string, number>>;
  /** What keeps a category below 100, in words. */
  faults: readonly string[];
  /** Milliseconds, but for the layout shift. */
  figures: { largestPaint: number; blocking: number; layoutShift: number };
}

export interface Auditor {
  audit(url: string, categories: readonly Category[]): Promise<Audit>;
  close(): Promise<void>;
}

/** What Lighthouse says of a trace that the browser cut short, not of the page; it advises to run again. */
const TRACE_LOST = new Set(['NO_NAVSTART', 'NO_TRACING_STARTED']);
const ATTEMPTS = 3;

async function run(url: string, flags: Flags): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const result = await lighthouse(url, flags);
    if (result === undefined) throw new Error(`${url}: Lighthouse said nothing`);
    const { lhr } = result;
    if (lhr.runtimeError === undefined) return lhr;
    if (attempt === ATTEMPTS || !TRACE_LOST.has(lhr.runtimeError.code))
      throw new Error(`${url}: ${lhr.runtimeError.message}`);
  }
}

/** @throws when there is no Chromium */
export async function startAuditor(): Promise<Auditor> {
  const port = await freePort();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
    ...(executablePath === null ? {} : { executablePath }),
  });
  return {
    async audit(url, categories) {
      const lhr = await run(url, {
        port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: [...categories],
      });
      const faults = Object.values(lhr.categories).flatMap(({ id, auditRefs }) =>
        auditRefs
          .filter(({ weight }) => weight > 0)
          .flatMap((reference) => lhr.audits[reference.id] ?? [])
          .filter(({ score }) => score !== null && score < 1)
          .map((audit) => `${id}: ${audit.id} (${audit.title})`),
      );
      const figure = (name: string): number => lhr.audits[name]?.numericValue ?? 0;
      return {
        scores: Object.fromEntries(
          Object.values(lhr.categories).map(({ id, score }) => [
            id,
            Math.round((score ?? 0) * 100),
          ]),
        ),
        faults,
        figures: {
          largestPaint: figure('largest-contentful-paint'),
          blocking: figure('total-blocking-time'),
          layoutShift: figure('cumulative-layout-shift'),
        },
      };
    },
    close: () => browser.close(),
  };
}
