/** Indexes of the demo chain that begin late, whose opening waits. */
import { createNodeClient } from '#node/client.ts';
import type { RunningRecordedNode } from '#node/recorded/start.ts';
import { NOT_OF_LIVE_NODES, startStateNode } from '#node/testing/demo-node.ts';
import type { NodeClient } from '#node/types.ts';
import type { Store } from '#store/store.ts';
import { openEither } from '#store/testing/kept.ts';
import { afterEach, vi } from 'vitest';
import { VERIFIERS } from '../opening/storage.ts';

/** Where they begin. */
export const START = 350;
/** A fork of 24 tipsets is reorganised above it. */
const HEIGHT = 1_290;

export interface Begun {
  recorded: RunningRecordedNode;
  node: NodeClient;
  store: Store;
  release(): void;
}

/** For a file's tests: `closing` is what ends with a test. */
export function heldOpenings(): {
  begun(): Promise<Begun>;
  closing: (() => Promise<void>)[];
} {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** Until it is let go, no slice comes. */
  async function begun(): Promise<Begun> {
    const recorded = await startStateNode(HEIGHT, NOT_OF_LIVE_NODES);
    const node = createNodeClient({ url: recorded.url });
    const store = await openEither();
    closing.push(
      () => store.close(),
      () => recorded.close(),
      () => node.close(),
    );
    const held = Promise.withResolvers<void>();
    const read = VERIFIERS.read.bind(VERIFIERS);
    const holding = vi.spyOn(VERIFIERS, 'read').mockImplementation(async (source, after) => {
      await held.promise;
      return read(source, after);
    });
    const release = (): void => {
      holding.mockRestore();
      held.resolve();
    };
    closing.push(async () => release());
    return { recorded, node, store, release };
  }

  return { begun, closing };
}
