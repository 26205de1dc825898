/** Wallets that announce themselves (EIP-6963), on the one network that the page is of. */
import type { EIP1193RequestFn } from 'viem';
import { createConfig, type Config, type Connector } from 'wagmi';
import { askNode } from '../node.ts';
import type { PanelContext } from '../panelContext.ts';

/** No wallet but those in the browser: nothing here asks anybody else's server. */
export function walletConfig({ network, node }: Pick<PanelContext, 'network' | 'node'>): Config {
  const { chainId, name, currency } = network;
  const url = new URL(node, location.origin).href;
  // Viem's own ways to ask bring their retries and errors along; its type tells each method's answer.
  const request = (({ method, params }: WalletCall) =>
    askNode(url, method, params ?? [])) as EIP1193RequestFn;
  return createConfig({
    chains: [
      {
        id: chainId,
        name,
        nativeCurrency: { name: currency, symbol: currency, decimals: 18 },
        rpcUrls: { default: { http: [url] } },
        blockExplorers: { default: { name: location.hostname, url: location.origin } },
      },
    ],
    connectors: [],
    multiInjectedProviderDiscovery: true,
    transports: {
      [chainId]: () => ({ config: { key: 'node', name: 'node', type: 'node', request }, request }),
    },
  });
}

/** A call of EIP-1193. */
interface WalletCall {
  method: string;
  params?: readonly unknown[];
}

/** What EIP-1193 has of a wallet. */
export interface WalletProvider {
  request(call: WalletCall): Promise<unknown>;
}

/** @throws Error where the wallet is gone */
export async function providerOf(connector: Connector): Promise<WalletProvider> {
  const provider: unknown = await connector.getProvider();
  if (typeof provider !== 'object' || provider === null || !('request' in provider))
    throw new Error('the wallet is gone');
  // EIP-1193, as EIP-6963 demands of those that announce themselves.
  return provider as WalletProvider;
}

/** The hash of what a wallet has sent. @throws Error for another answer */
export function hashOf(answer: unknown): string {
  const hash = typeof answer === 'string' ? answer.toLowerCase() : '';
  if (!/^0x[0-9a-f]{64}$/.test(hash)) throw new Error('the wallet answers no hash');
  return hash;
}

/** EIP-1193: the reader said no. */
const REJECTED = 4001;

/** Whether an error is the reader’s own no; wallets and libraries wrap it in others. */
export function isRejected(error: unknown): boolean {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth += 1) {
    if (Reflect.get(at, 'code') === REJECTED) return true;
    at = Reflect.get(at, 'cause');
  }
  return false;
}

/** An error's own words, for the reader of a wallet's. */
export function wordsOfError(error: unknown): string {
  const message: unknown =
    typeof error === 'object' && error !== null
      ? (Reflect.get(error, 'shortMessage') ?? Reflect.get(error, 'message'))
      : error;
  return String(message ?? '').slice(0, 300);
}
