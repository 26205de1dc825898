/** The live channel over an index of the demo chain's first tipsets, for tests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { indexDemo, type DemoIndex } from '#server/testing/demo-index.ts';
import { createLive, type Live, type LiveOptions } from '../server.ts';

export interface Served {
  live: Live;
  port: number;
  close(): void;
}

/** Serves the channel on a port; 0 is a free one. */
export async function serve(options: LiveOptions, on = 0): Promise<Served> {
  const http = createServer();
  const live = createLive(http, options);
  await new Promise<void>((resolve) => http.listen(on, '127.0.0.1', resolve));
  return {
    live,
    port: (http.address() as AddressInfo).port,
    close() {
      live.close();
      http.close();
    },
  };
}

export interface ServedDemo extends Served {
  demo: DemoIndex;
  /** What the channel could not do. */
  errors: unknown[];
  close(): Promise<void>;
}

/** Indexes the demo chain up to a height and tells of its heads; `demo.node.step()` moves it on. */
export async function serveDemo(height: number): Promise<ServedDemo> {
  const demo = await indexDemo(height);
  const status = await demo.explorer.network.status();
  let head = { height: status.headHeight ?? 0, key: status.headKey ?? [] };
  const errors: unknown[] = [];
  const served = await serve({
    explorer: demo.explorer,
    head: () => head,
    onHead: (listener) =>
      demo.store.onHead(({ key, ...rest }) => {
        head = { ...rest, key: keyOf(key) };
        listener(head);
      }),
    onPool: demo.store.onPool,
    onError: (error) => errors.push(error),
  });
  return {
    ...served,
    demo,
    errors,
    async close() {
      served.close();
      await demo.close();
    },
  };
}

/** Block CIDs of a key as the store tells it: their digests in hex, one after another. */
function keyOf(hex: string): string[] {
  return (hex.match(/.{64}/g) ?? []).map((digest) => cidOf(fromHex(digest)));
}
