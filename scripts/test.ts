/**
 * `npm test`: everything that must hold before a commit lands, in one run. Each check counts as one
 * test; the unit, integration and browser tests count by themselves. The last line is
 * `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { findChromium } from './chromium.ts';

interface Outcome {
  stage: string;
  passed: number;
  failed: number;
  seconds: number;
}

const VitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('error', () => {
      resolve(127);
    });
    child.on('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

async function timed(stage: string, body: () => Promise<[number, number]>): Promise<Outcome> {
  console.log(`\n── ${stage}`);
  const began = performance.now();
  const [passed, failed] = await body();
  return { stage, passed, failed, seconds: (performance.now() - began) / 1000 };
}

/** A command that passes or fails as a whole. */
const check = (stage: string, command: string, args: string[]): Promise<Outcome> =>
  timed(stage, async () => ((await run(command, args)) === 0 ? [1, 0] : [0, 1]));

/** Counts of a report; a runner that failed without counting a failure counts as one. */
async function counted(
  code: number,
  file: string,
  read: (report: unknown) => { passed: number; failed: number },
): Promise<[number, number]> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return [0, 1];
  const { passed, failed } = read(JSON.parse(text));
  return [passed, code !== 0 && failed === 0 ? 1 : failed];
}

async function main(): Promise<void> {
  const only = new Set(process.argv.slice(2));
  const wanted = (stage: string) => only.size === 0 || only.has(stage);
  const folder = await mkdtemp(join(tmpdir(), 'sextant-test-'));
  const outcomes: Outcome[] = [];

  if (wanted('check')) {
    outcomes.push(await check('format', 'prettier', ['--check', '--log-level=warn', '.']));
    outcomes.push(await check('lint', 'eslint', ['.', '--max-warnings=0']));
    outcomes.push(await check('types', 'astro', ['check', '--minimumFailingSeverity', 'warning']));
  }
  if (wanted('build') || wanted('browser'))
    outcomes.push(await check('build', 'astro', ['build', '--silent']));
  if (wanted('unit'))
    outcomes.push(
      await timed('unit and integration', async () => {
        const file = join(folder, 'vitest.json');
        const code = await run(
          'vitest',
          ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
          // A log is read as text.
          process.stdout.isTTY ? {} : { NO_COLOR: '1' },
        );
        return counted(code, file, (report) => {
          const { numPassedTests, numFailedTests } = VitestReport.parse(report);
          return { passed: numPassedTests, failed: numFailedTests };
        });
      }),
    );
  if (wanted('browser'))
    outcomes.push(
      await timed('browser', async () => {
        const chromium = findChromium();
        if (chromium === null) {
          console.error(
            'No Chromium found: set CHROMIUM_PATH or install one (Debian: apt-get install chromium).',
          );
          return [0, 1];
        }
        const file = join(folder, 'playwright.json');
        const code = await run('playwright', ['test', '--reporter=list,json'], {
          PLAYWRIGHT_JSON_OUTPUT_NAME: file,
          CHROMIUM_PATH: chromium,
        });
        return counted(code, file, (report) => {
          const { stats } = PlaywrightReport.parse(report);
          return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
        });
      }),
    );
  await rm(folder, { recursive: true, force: true });

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
