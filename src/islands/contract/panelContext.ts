/** What the server wrote beside a panel: which contract, which network, what may be done. */
import type { PanelMode } from '#contracts/abi/panel.ts';

export interface PanelContext {
  readonly mode: PanelMode;
  /** Of the contract that is called, 0x. */
  readonly address: string;
  /** Where its functions are told; of a proxy, those of its implementation. */
  readonly source: string;
  readonly network: {
    /** CID: what a network is known by, as chain ids are shared. */
    readonly genesis: string;
    readonly name: string;
    readonly chainId: number;
    readonly currency: string;
    /** A recording answers what was recorded, at its end. */
    readonly recorded: boolean;
  };
  /** What exit codes mean, by their names: of those that a call of a contract may end with. */
  readonly exits: Readonly<Record<string, string>>;
  /** The node's JSON-RPC, passed on by this site. */
  readonly node: string;
}

/** @throws SyntaxError for what the server did not write */
export function panelContextOf({ dataset }: HTMLElement): PanelContext {
  const { mode, address = '', source = '', network = '{}', exits = '{}' } = dataset;
  return {
    mode: mode === 'write' ? 'write' : 'read',
    address,
    source,
    // The site's own server wrote them (ContractPanel.astro).
    network: JSON.parse(network) as PanelContext['network'],
    exits: JSON.parse(exits) as PanelContext['exits'],
    node: '/rpc/v1',
  };
}
