/** Whether the wallet is on the page's network, which its chain id alone does not tell. */
import { useQuery } from '@tanstack/react-query';
import { useConnection, type Connector } from 'wagmi';
import { askNode } from '../node.ts';
import type { PanelContext } from '../panelContext.ts';
import { useKnown } from '../known.ts';
import { member } from './member.ts';
import { providerOf } from './wallet.ts';

export type WalletNetwork = 'none' | 'here' | 'elsewhere' | 'namesake';

/** Hash of the first block, in either's own words; null where it is not told. */
function firstBlock(answer: unknown): string | null {
  const hash = member(answer, 'hash');
  return typeof hash === 'string' ? hash.toLowerCase() : null;
}

const FIRST = ['0x0', false] as const;

/** Whether the wallet's network begins with another block than ours. Who does not say is believed. */
async function isNamesake({ node }: PanelContext, connector: Connector): Promise<boolean> {
  const silent = (): null => null;
  const wallet = await providerOf(connector);
  const [theirs, ours] = await Promise.all([
    wallet.request({ method: 'eth_getBlockByNumber', params: FIRST }).catch(silent),
    askNode(node, 'eth_getBlockByNumber', FIRST).catch(silent),
  ]);
  const [one, other] = [firstBlock(theirs), firstBlock(ours)];
  return one !== null && other !== null && one !== other;
}

/** `namesake`: another network of the same chain id. */
export function useWalletNetwork(): WalletNetwork {
  const { place } = useKnown();
  const { connector, chainId, status } = useConnection();
  const connected = status === 'connected';
  const same = chainId === place.network.chainId;
  const namesake = useQuery({
    queryKey: ['namesake', connector?.uid, chainId],
    queryFn: () => (connector === undefined ? false : isNamesake(place, connector)),
    enabled: connected && same && connector?.getProvider !== undefined,
  });
  if (!connected) return 'none';
  if (!same) return 'elsewhere';
  return namesake.data === true ? 'namesake' : 'here';
}
