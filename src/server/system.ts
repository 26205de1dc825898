import { Registry } from 'prom-client';
import { type HealthOptions, healthReport } from './health.ts';
import { type HttpAnswer, createAnswer } from './http/answer.ts';
import { respond } from './http/respond.ts';
import type { Part } from './http/visit.ts';

function jsonAnswer(status: number, body: unknown): HttpAnswer {
  return createAnswer(
    status,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    JSON.stringify(body),
  );
}

/**
 * The paths for operators: `/health` (200 as long as the process lives, with all details),
 * `/health/ready` (200 or 503), `/metrics` (Prometheus).
 */
export function createSystem(health: () => HealthOptions, metrics: () => Promise<string>): Part {
  const report = async () => {
    // What was seen last may be true no more.
    await health().tracker?.look();
    return healthReport(health());
  };
  return (app) =>
    app
      .all('/health', async (c) => respond(c, 'system', jsonAnswer(200, await report())))
      .all('/health/ready', async (c) => {
        const told = await report();
        return respond(c, 'system', jsonAnswer(told.ready ? 200 : 503, told));
      })
      .all('/metrics', async (c) => {
        const headers = {
          'content-type': Registry.PROMETHEUS_CONTENT_TYPE,
          'cache-control': 'no-store',
        };
        return respond(c, 'system', createAnswer(200, headers, await metrics()));
      });
}
