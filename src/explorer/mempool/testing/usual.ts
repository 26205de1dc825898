/** A made chain's pool as most of its tests have it. */
import { cidOf } from '#filecoin/encoding/cid.ts';
import type { Store } from '#store/store.ts';
import { pooled, writePool } from '../../testing/pool.ts';
import { CONTRACT, digest, robustOf } from '../../testing/rows.ts';

/** The head has the last messages of every sender: 242 and 245 of 100, 240 and 243 of 101, 241 and 244 of 102. */
export const TOP = 40;
export const NEXT = { 100: 246, 101: 244 } as const;
export const BASE_FEE = 140n;

export const cid = (name: string): string => cidOf(digest(name));

/** Four of sender 100, one of them to the contract, one of sender 101. */
export const writeUsual = (store: Store): Promise<void> =>
  writePool(store, [
    pooled('a', 100, NEXT[100], 1),
    pooled('b', 100, NEXT[100] + 2, 2, {
      to_addr: robustOf(CONTRACT),
      method: 3844450837,
      method_name: 'InvokeContract',
      selector: Uint8Array.of(0xa9, 0x05, 0x9c, 0xbb),
      params: Uint8Array.of(0x44, 0xa9, 0x05, 0x9c, 0xbb),
    }),
    pooled('c', 101, NEXT[101], 3, { gas_fee_cap: BASE_FEE - 1n }),
    pooled('d', 100, NEXT[100] + 4, 4, { gas_fee_cap: BASE_FEE }),
    pooled('e', 100, 5, 5),
    pooled('gone', 102, 999, 6, {
      departure: 7,
      departed_at: 1,
      departed_height: TOP,
      fate: 3,
    }),
  ]);
