import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeError } from '../errors.ts';
import { startRecordedNode, type RunningRecordedNode } from '../recorded/start.ts';
import type { CidJson, TipsetJson } from '../types.ts';

/** The project's recorded chain. */
export const DEMO_CHAIN = fileURLToPath(new URL('../../../data/demo-chain', import.meta.url));

/** A JSON file of its recording, and of what those wrote down who used it (`truth/`). */
export const demoFile = (path: string): unknown =>
  JSON.parse(readFileSync(join(DEMO_CHAIN, path), 'utf8'));

/** A recorded chain with all its state as objects. */
export const STATE_CHAIN = fileURLToPath(new URL('../../../data/state-chain', import.meta.url));

/** The demo chain's node, moved by hand unless told otherwise; the system chooses its port. */
export function startDemoNode(
  startHeight: number,
  epochSeconds: number | null = null,
  port = 0,
): Promise<RunningRecordedNode> {
  return startRecordedNode({ folder: DEMO_CHAIN, startHeight, epochSeconds, port });
}

/**
 * What a live node does not tell or is never asked for. A recorded node without these calls is taken
 * for one.
 */
export const NOT_OF_LIVE_NODES = [
  'Sextant.Recording',
  'StateChangedActors',
  'StateListActors',
  'StateMarketDeals',
  'StateGetAllAllocations',
  'StateGetAllClaims',
];

/** The node of the chain with objects, moved by hand. */
export function startStateNode(
  startHeight: number,
  without: readonly string[] = [],
): Promise<RunningRecordedNode> {
  return startRecordedNode({ folder: STATE_CHAIN, startHeight, epochSeconds: null, without });
}

/** A tipset's key as one text. */
export function keyOf(tipset: TipsetJson): string {
  return tipset.Cids.map((cid) => cid['/']).join(',');
}

export function parentsOf(tipset: TipsetJson): CidJson[] {
  return tipset.Blocks[0]?.Parents ?? [];
}

/** The state before the tipset's messages. */
export function rootOf(tipset: TipsetJson): CidJson {
  return tipset.Blocks[0]?.ParentStateRoot ?? { '/': '' };
}

/** Posts a JSON-RPC text and gives what came back. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
  return { response, json: (await response.json()) as Record<string, unknown> };
}

/** One call without the client: for calls that it does not have. */
export async function call(url: string, method: string, ...params: unknown[]) {
  const { json } = await post(url, { jsonrpc: '2.0', id: 1, method: `Filecoin.${method}`, params });
  return json as { result?: unknown; error?: { code: number; message: string } };
}

/** Waits until `done` holds; the test's time limit ends a wait that never does. */
export async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The NodeError that a call is expected to end with. */
export async function rejection(promise: Promise<unknown>): Promise<NodeError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof NodeError) return error;
  throw new Error(`expected a NodeError, got ${String(error)}`);
}
