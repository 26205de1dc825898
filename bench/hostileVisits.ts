/** One reader's visits, in a thread of their own: who attacks keeps its own thread busy. */
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { deployments } from '#contracts/testing/demo.ts';

/** Between two visits, ms. */
const VISIT_MS = 50;

const { url } = z.object({ url: z.string() }).parse(workerData);
const paths = [
  '/en',
  '/en/message',
  '/zh/tipset',
  `/en/address/${deployments().get('faults')?.address ?? ''}`,
  '/ko/ranks',
];
const took: number[] = [];
let over = false;
parentPort?.once('message', () => (over = true));
for (let n = 0; !over; n++) {
  const began = performance.now();
  // Each visit asks for something that nobody has asked for before.
  const answer = await fetch(`${url}${paths[n % paths.length] ?? ''}?bench=${n}-${began}`);
  await answer.text();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  took.push(performance.now() - began);
  await delay(VISIT_MS);
}
parentPort?.postMessage(took);
