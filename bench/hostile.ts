/**
 * `npm run bench -- hostile`: what pages wait for while strangers hand in sources that cost all they
 * may. Fails when one costs more than its 45 seconds and slot, or is answered otherwise than it should.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request as post } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { giveWay } from '#compiler/priority.ts';
import { deployments } from '#contracts/testing/demo.ts';
import { z } from 'zod';
import { startServer } from '../e2e/support/server.ts';

const COMPILER = 'v0.8.23+commit.f704f362';
/** A part of the names of the attacks that are made. */
const ONLY = process.env['BENCH_ONLY'] ?? '';
const HEAD = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n';
/** Of a compilation, with what it takes to begin and to end it, s. */
const SLOT_SECONDS = 50;
/** An attack is made again and again for so long at least: a p99 of a few visits is only their worst. */
const SECONDS = 75;
/** Between two attacks at least, ms; floods of what is refused at once are `bench -- abuse`'s. */
const PACE_MS = 500;

interface Attack {
  name: string;
  sources: Record<string, string>;
  settings?: Record<string, unknown>;
  /** The HTTP status and the call's code that are right. */
  status: number;
  code?: number;
}

/** Statements that an optimizer goes over again and again. */
const endless = (): string => {
  const body = (n: number): string =>
    Array.from(
      { length: 60 },
      (_, k) =>
        `a = (a * ${n + k + 3} + b) ^ (b / (a | ${k + 1})); if (a > b) { b += g${(n + k) % 200}(a, b); }`,
    ).join('\n');
  const functions = Array.from(
    { length: 200 },
    (_, n) =>
      `function g${n}(uint a, uint b) internal returns (uint) { unchecked { ${body(n)} } return a; }`,
  );
  return `${HEAD}contract A { ${functions.join('\n')} function f(uint a) external returns (uint) { return g0(a, a); } }`;
};

/** Many heirs of what has a long constant: a small source of much code. */
const huge = (heirs: number): string => {
  const long = `contract A { function f() public pure returns (bytes memory) { return hex"${'5a'.repeat(400_000)}"; } }`;
  return `${HEAD}${long}\n${Array.from({ length: heirs }, (_, n) => `contract B${n} is A {}`).join('\n')}`;
};

const ATTACKS: readonly Attack[] = [
  {
    name: 'endless optimisation',
    sources: { 'a.sol': endless() },
    settings: { optimize: true, optimizeRuns: 4_294_967_295, viaIR: true },
    status: 200,
    code: 7,
  },
  { name: 'huge output', sources: { 'a.sol': huge(2_000) }, status: 200, code: 7 },
  { name: 'much code to compare', sources: { 'a.sol': huge(12) }, status: 200, code: 4 },
  { name: '100 MB of source', sources: { 'a.sol': ' '.repeat(100 << 20) }, status: 413 },
  {
    name: 'imports of files and URLs',
    sources: {
      'a.sol': `${HEAD}import "/etc/passwd"; import "../../../etc/passwd"; import "https://example.org/a.sol"; contract A {}`,
    },
    status: 200,
    code: 7,
  },
  {
    name: '__proto__ for a name',
    sources: { ['__proto__']: `${HEAD}contract __proto__ {}` },
    status: 200,
    code: 4,
  },
];

/** `time`: what has been handed in before is answered from store. */
function bodyOf({ sources, settings = {} }: Attack, time: number): Buffer<ArrayBuffer> {
  const address = deployments().get('faults')?.address ?? '';
  const files = Object.entries(sources).map(
    ([name, content]) => [name, { content: `${content}\n// ${time}` }] as const,
  );
  const request = {
    address,
    language: 'Solidity',
    compiler: COMPILER,
    license: 'MIT License (MIT)',
    ...settings,
    sourceFiles: Object.fromEntries(files),
  };
  return Buffer.from(JSON.stringify(request));
}

/** Hands it in as a client of its own; what was answered, and after how many seconds. Not by `fetch`, which copies a body. */
async function attack(url: string, body: Buffer<ArrayBuffer>, client: number) {
  const began = performance.now();
  const request = post(`${url}/api/v1/tools/verifyContract`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-forwarded-for': `192.0.2.${client}`,
    },
  });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const told = (await json(answer)) as { errorCode?: number };
  // What is refused is not sent to its end.
  request.destroy();
  const seconds = (performance.now() - began) / 1000;
  return { status: answer.statusCode, code: told.errorCode, seconds };
}

/** Visits pages until told to end (`hostileVisits.ts`); how long each took, ms, sorted. */
function visiting(url: string): { end(): Promise<number[]> } {
  const worker = new Worker(new URL('hostileVisits.ts', import.meta.url), { workerData: { url } });
  const told = once(worker, 'message');
  return {
    async end() {
      worker.postMessage('end');
      const [took] = await told;
      return z
        .array(z.number())
        .parse(took)
        .sort((a, b) => a - b);
    },
  };
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function line(name: string, sorted: readonly number[], quiet: readonly number[]): string {
  const ratio = at(sorted, 0.99) / at(quiet, 0.99);
  const figures = [at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1)].map((ms) =>
    ms.toFixed(0).padStart(7),
  );
  return `${name.padEnd(28)}${String(sorted.length).padStart(7)}${figures.join('')}  ×${ratio.toFixed(2)}`;
}

/** Prints how long pages take by themselves and during each attack. Sets the exit code. */
export async function benchHostile(): Promise<void> {
  const server = await startServer({ DEMO_EPOCH_SECONDS: '3600', VERIFY_RATE_LIMIT: '0' });
  try {
    const timed = async (seconds: number) => {
      const visits = visiting(server.url);
      await delay(seconds * 1000);
      return visits.end();
    };
    await timed(5);
    const quiet = await timed(SECONDS);
    console.log(`${'pages'.padEnd(28)}${' visits p50 ms p99 ms max ms'}  p99`);
    console.log(line('by themselves', quiet, quiet));
    // What any other program on the machine takes from them, by which the rest is to be read.
    const other = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    try {
      giveWay(other.pid);
      console.log(line('beside any program', await timed(SECONDS), quiet));
    } finally {
      other.kill();
    }
    for (const [n, each] of ATTACKS.entries()) {
      if (!each.name.includes(ONLY)) continue;
      // Made before, and once where each is refused: a body of 100 MB takes its time.
      let body = bodyOf(each, 0);
      const visits = visiting(server.url);
      const end = performance.now() + SECONDS * 1000;
      const answers: string[] = [];
      for (let time = 0; performance.now() < end; time++) {
        if (time > 0 && each.status !== 413) body = bodyOf(each, time);
        const began = performance.now();
        const { status, code, seconds } = await attack(server.url, body, n + 1);
        answers.push(`${status} ${code ?? ''} after ${seconds.toFixed(1)} s`);
        if (seconds > SLOT_SECONDS || status !== each.status || code !== each.code)
          process.exitCode = 1;
        await delay(Math.max(0, began + PACE_MS - performance.now()));
      }
      console.log(
        `${line(each.name, await visits.end(), quiet)}  ${answers.length} times, ${answers.at(-1)}`,
      );
    }
  } finally {
    await server.stop();
  }
}
