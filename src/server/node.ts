import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createNodeClient } from '#node/client.ts';
import { startRecordedNode } from '#node/recorded/start.ts';
import type { NodeAddress } from '#indexer/index.ts';
import type { NodeClient } from '#node/types.ts';
import { ConfigError, type Config } from './config.ts';
import type { Logger } from './log.ts';

const DEMO_CHAIN = fileURLToPath(new URL('../../data/demo-chain/', import.meta.url));

/** A node's HTTP endpoint from what an operator may write: ws or http, with or without the path. */
export function httpEndpoint(text: string): string {
  const url = new URL(text.replace(/^ws/, 'http'));
  if (url.pathname === '/') url.pathname = '/rpc/v1';
  return url.href;
}

const manifestSchema = z.object({ head: z.object({ height: z.int() }) });

/** The files of a recording, each packed or not; only these two are needed. */
const FILES = ['answers.ndjson', 'timeline.ndjson'];

/**
 * Refuses a folder that holds no recording, and a start beyond the end that the recording's manifest
 * tells, where a recording is what is followed.
 * @throws ConfigError naming the folder, or the heights there are
 */
export function checkRecording(config: Config): void {
  if (config.NODE_URL !== undefined || config.ROLE === 'web') return;
  const folder = config.RECORDING_DIR ?? DEMO_CHAIN;
  for (const file of FILES)
    if (!existsSync(join(folder, file)) && !existsSync(join(folder, `${file}.zst`)))
      throw new ConfigError(
        `RECORDING_DIR must be the folder of a recording: "${folder}" has no ${file}.zst.`,
      );
  const manifest = join(folder, 'manifest.json');
  if (config.DEMO_START_HEIGHT === undefined || !existsSync(manifest)) return;
  const last = manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8'))).head.height;
  if (config.DEMO_START_HEIGHT > last)
    throw new ConfigError(
      `DEMO_START_HEIGHT must be a height of the recording, from 0 to ${last}, not "${config.DEMO_START_HEIGHT}".`,
    );
}

export interface OpenNode {
  client: NodeClient;
  /** How another thread reaches it. */
  address: NodeAddress;
  close(): Promise<void>;
}

/**
 * The node that is followed: the configured one, or one that plays a recording, started here.
 * @param indexedHeight head of the index so far; the recording goes on from there
 * @throws when the recording cannot be started
 */
export async function openNode(
  config: Config,
  log: Logger,
  indexedHeight: number | null,
): Promise<OpenNode> {
  if (config.NODE_URL !== undefined) {
    const url = httpEndpoint(config.NODE_URL);
    const address = { url, token: config.NODE_TOKEN };
    const client = createNodeClient({ ...address, log });
    return { client, address, close: () => client.close() };
  }
  const recorded = await startRecordedNode({
    folder: config.RECORDING_DIR ?? DEMO_CHAIN,
    port: config.DEMO_NODE_PORT ?? 0,
    startHeight: config.DEMO_START_HEIGHT ?? null,
    resumeHeight: indexedHeight ?? 0,
    epochSeconds: config.DEMO_EPOCH_SECONDS,
    onError: (error) => log.error({ err: error }, 'The recorded node has died'),
  });
  const height = recorded.position().headHeight;
  log.info({ url: recorded.url, height }, 'A recorded chain is played');
  const client = createNodeClient({ url: recorded.url, log });
  return {
    client,
    address: { url: recorded.url },
    async close() {
      await client.close();
      await recorded.close();
    },
  };
}
