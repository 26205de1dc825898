import { type HealthOptions, healthReport } from './health.ts';
import { type Answer, createAnswer } from './http/answer.ts';
import type { Part } from './http/server.ts';
import type { Metrics } from './metrics.ts';

function jsonAnswer(status: number, body: unknown): Answer {
  return createAnswer(
    status,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    Buffer.from(JSON.stringify(body)),
  );
}

async function systemAnswer(
  pathname: string,
  health: () => HealthOptions,
  metrics: Metrics,
): Promise<Answer | null> {
  if (pathname === '/metrics')
    return createAnswer(
      200,
      { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' },
      Buffer.from(await metrics.registry.metrics()),
    );
  if (pathname !== '/health' && pathname !== '/health/ready') return null;
  // What was seen last may be true no more.
  await health().tracker?.look();
  const report = healthReport(health());
  return jsonAnswer(pathname === '/health' || report.ready ? 200 : 503, report);
}

/**
 * The paths for operators: `/health` (200 as long as the process lives, with all details),
 * `/health/ready` (200 or 503), `/metrics` (Prometheus).
 */
export function createSystem(health: () => HealthOptions, metrics: Metrics): Part {
  return async (visit) => {
    const answer = await systemAnswer(visit.pathname, health, metrics);
    return answer === null ? null : { area: 'system', answer, hit: null };
  };
}
