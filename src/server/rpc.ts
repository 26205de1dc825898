import { networkData } from '#filecoin/networks/index.ts';
import { createProxy } from '#rpc/proxy.ts';
import type { Config } from './config.ts';
import type { RateLimit } from './http/limit.ts';
import { createRpc } from './http/rpc.ts';
import type { Part } from './http/visit.ts';
import type { Logger } from './log.ts';
import { httpEndpoint } from './node.ts';
import type { Snapshot } from './tracker.ts';

/** Why no transaction may be sent to the network of an index; null where one may. */
export function unwritableReason({ network }: Pick<Snapshot, 'network'>): string | null {
  if (network === null) return 'the network is not known yet: ask again';
  if (network.recorded)
    return `this network is a recording, nothing can be sent to it; what is signed for it holds on the network that has chain id ${network.chainId} for real`;
  if (networkData(network.genesis).writable) return null;
  return `nothing is sent to the network ${network.name} from here`;
}

export interface Wallets {
  part: Part;
  /** The node that is followed has been started here, at this URL. */
  follow(url: string): void;
  close(): void;
}

/** What answers wallets: asks the configured node, or the one that this process has started. */
export function openWallets(
  config: Config,
  log: Logger,
  snapshot: () => Snapshot,
  limit: RateLimit,
): Wallets {
  let url = config.NODE_URL === undefined ? null : httpEndpoint(config.NODE_URL);
  const proxy = createProxy({
    upstream: () => (url === null ? null : { url, token: config.NODE_TOKEN }),
    unwritable: () => unwritableReason(snapshot()),
    log,
  });
  return {
    part: createRpc({ proxy, limit }),
    follow: (started) => (url = started),
    close: () => proxy.close(),
  };
}
