/** The product as several processes: one that indexes, where that is asked for, and web processes at one port. */
import { compileQueue, type Config, webProcesses } from '../config.ts';
import { startIndexing } from '../indexing.ts';
import type { Logger } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { checkRecording } from '../node.ts';
import type { Running } from '../run.ts';
import { openServices, type Services } from '../services.ts';
import { Primary } from './primary.ts';

const NOT_STARTED = 'The indexer could not be started';

/**
 * Forks the web processes and, unless the role is `web`, indexes in this one. Resolves when pages answer.
 * @throws Error in words when no web process can be started or the database cannot be had
 */
export async function runProcesses(config: Config, log: Logger): Promise<Running> {
  checkRecording(config);
  let services: Services | null = null;
  const metrics = createMetrics(() => services?.tracker.snapshot ?? null);
  const primary = new Primary({
    count: webProcesses(config),
    log,
    registry: metrics.registry,
    queue: compileQueue(config),
  });
  let stopIndexing = async (): Promise<void> => undefined;
  const close = async (): Promise<void> => {
    await primary.stop();
    await stopIndexing();
    await services?.close();
  };
  try {
    const url = await primary.start();
    if (config.ROLE === 'all') {
      services = await openServices(config, log);
      stopIndexing = startIndexing({
        config,
        log,
        services,
        metrics,
        onNode: (at) => primary.tell({ kind: 'node', url: at }),
        onFailure(error) {
          log.fatal({ err: error }, NOT_STARTED);
          primary.tell({ kind: 'phase', phase: NOT_STARTED });
        },
      });
    }
    return { url, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}
