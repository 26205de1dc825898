/**
 * `npm test`: everything that must hold before a commit lands, in one run. Each check counts as one
 * test; the unit, integration and browser tests count by themselves. The last line is
 * `N passed, N failed`; the exit code is 1 when anything failed. A part alone: `check` (format, lint,
 * types), `quick` (the same and the tests of pure rooms), `unit`, `browser`.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { findChromium } from './chromium.ts';

interface Outcome {
  stage: string;
  passed: number;
  failed: number;
  /** Which failed and why, for the end of a log, where it is looked for first. */
  failures: string[];
  seconds: number;
}

/** Characters of a failure that the end of a log shows; the whole stands above. */
const LONGEST = 2_000;

type Counts = Omit<Outcome, 'stage' | 'seconds'>;

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      /** Of a file that could not be run. */
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

interface Ran {
  code: number;
  /** What it wrote, where it was not shown meanwhile. */
  output: string;
}

/** `shown`: what it writes is seen as it comes. */
function run(
  command: string,
  args: string[],
  { shown, env = {} }: { shown: boolean; env?: Record<string, string> },
): Promise<Ran> {
  return new Promise((resolve) => {
    const how = shown ? 'inherit' : 'pipe';
    const child = spawn(command, args, {
      stdio: ['ignore', how, how],
      env: { ...process.env, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', ({ message }) => resolve({ code: 127, output: message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const heading = (stage: string): void => console.log(`\n── ${stage}`);

async function timed(stage: string, body: () => Promise<Counts>): Promise<Outcome> {
  const began = performance.now();
  const counts = await body();
  return { stage, ...counts, seconds: (performance.now() - began) / 1000 };
}

const PASSED: Counts = { passed: 1, failed: 0, failures: [] };
const FAILED: Counts = { passed: 0, failed: 1, failures: [] };

/** A command that passes or fails as a whole, and runs beside others. */
const check = (stage: string, command: string, args: string[]): Promise<Outcome> =>
  timed(stage, async () => {
    const { code, output } = await run(command, args, { shown: false });
    heading(stage);
    process.stdout.write(output);
    return code === 0 ? PASSED : FAILED;
  });

const format = (): Promise<Outcome> =>
  check('format', 'prettier', ['--check', '--log-level=warn', '.']);
const lint = (): Promise<Outcome> => check('lint', 'eslint', ['.', '--max-warnings=0']);
const types = (): Promise<Outcome> =>
  check('types', 'astro', ['check', '--minimumFailingSeverity', 'warning']);
const build = (): Promise<Outcome> => check('build', 'astro', ['build', '--silent']);

/** `project`: of vitest.config.ts, where not all. */
const unit = (folder: string, project?: string): Promise<Outcome> =>
  timed(project === undefined ? 'unit and integration' : `unit, ${project}`, async () => {
    heading('unit');
    const file = join(folder, 'vitest.json');
    const only = project === undefined ? [] : ['--project', project];
    const { code } = await run(
      'vitest',
      ['run', ...only, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
      // A log is read as text.
      { shown: true, env: process.stdout.isTTY ? {} : { NO_COLOR: '1' } },
    );
    return counted(code, file, (report) => {
      const { numPassedTests, numFailedTests, testResults } = VitestReport.parse(report);
      return {
        passed: numPassedTests,
        failed: numFailedTests,
        failures: testResults.flatMap(({ name, message, assertionResults }) => {
          const where = relative(process.cwd(), name);
          const failed = assertionResults.filter(({ status }) => status === 'failed');
          const own = failed.map(({ fullName, failureMessages }) =>
            [`${where}: ${fullName}`, ...(failureMessages ?? [])].join('\n'),
          );
          return message && own.length === 0 ? [`${where}: ${message}`] : own;
        }),
      };
    });
  });

const browser = (folder: string): Promise<Outcome> =>
  timed('browser', async () => {
    heading('browser');
    const chromium = findChromium();
    if (chromium === null) {
      console.error(
        'No Chromium found: set CHROMIUM_PATH or install one (Debian: apt-get install chromium).',
      );
      return FAILED;
    }
    const file = join(folder, 'playwright.json');
    const { code } = await run('playwright', ['test', '--reporter=list,json'], {
      shown: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: chromium },
    });
    return counted(code, file, (report) => {
      const { stats } = PlaywrightReport.parse(report);
      // Playwright itself ends with what failed.
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky, failures: [] };
    });
  });

/** Counts of a report; a runner that failed without counting a failure counts as one. */
async function counted(
  code: number,
  file: string,
  read: (report: unknown) => Counts,
): Promise<Counts> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return FAILED;
  const counts = read(JSON.parse(text));
  return { ...counts, failed: code !== 0 && counts.failed === 0 ? 1 : counts.failed };
}

async function main(): Promise<void> {
  const only = new Set(process.argv.slice(2));
  const wanted = (...stages: string[]) =>
    only.size === 0 || stages.some((stage) => only.has(stage));
  const folder = await mkdtemp(join(tmpdir(), 'sextant-test-'));
  const outcomes: Outcome[] = [];

  if (wanted('check', 'quick')) {
    // Two processors: what takes longest on one, the others one after another on the other.
    const others = async (): Promise<Outcome[]> => {
      const checks = [await lint(), await format()];
      return only.has('quick') ? [...checks, await unit(folder, 'pure')] : checks;
    };
    outcomes.push(...(await Promise.all([types(), others()])).flat());
  }
  if (wanted('build', 'browser')) outcomes.push(await build());
  if (wanted('unit')) outcomes.push(await unit(folder));
  if (wanted('browser')) outcomes.push(await browser(folder));
  await rm(folder, { recursive: true, force: true });

  for (const { failures } of outcomes)
    for (const failure of failures) console.log(`\n✗ ${failure.slice(0, LONGEST)}`);
  console.log('');
  for (const { stage, passed, failed, seconds } of outcomes)
    console.log(
      `${failed === 0 ? '✓' : '✗'} ${stage}: ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`,
    );
  const passed = outcomes.reduce((sum, o) => sum + o.passed, 0);
  const failed = outcomes.reduce((sum, o) => sum + o.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

await main();
