/** The demo chain's index and the reads over it, for tests. */
import { demoAt, startDemo, type Demo } from '#indexer/testing/demo.ts';
import type { Store } from '#store/store.ts';
import type { OpenDatabase } from '#store/testing/databases.ts';
import { openEither } from '#store/testing/kept.ts';
import { createExplorer, type Explorer } from '../index.ts';
import { checkedIn, type Checked } from './checked.ts';

/** The chain's last height. */
const LAST_HEAD = 20_300;
/** By here the chain has seen contracts, multisigs, deals, sectors, tokens, failures and forks. */
const FIRST_DAYS = 2400;

/** All of the chain, and its node at the same head. */
export interface WholeDemo {
  store: Store;
  explorer: Explorer;
  node: Demo['node'];
  close(): Promise<void>;
}

export async function openWhole(): Promise<WholeDemo> {
  const demo = await startDemo(LAST_HEAD);
  const store = await openEither(demoAt(LAST_HEAD));
  return {
    store,
    explorer: createExplorer(store),
    node: demo.node,
    async close() {
      await store.close();
      await demo.close();
    },
  };
}

export interface FirstDays {
  store: Store;
  explorer: Explorer;
  checked: Checked;
}

export async function openFirstDays(open: OpenDatabase): Promise<FirstDays> {
  const store = await open(demoAt(FIRST_DAYS));
  return { store, explorer: createExplorer(store), checked: checkedIn(store) };
}
