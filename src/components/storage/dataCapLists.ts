/** The lists of the page about data cap. */
import type { Explorer } from '#explorer/index.ts';
import { type BoxName, unlessBoxRefused } from '../list/refused.ts';

export const DATA_CAP_TABS = ['verifiers', 'clients', 'allocations', 'claims'] as const;
export type DataCapTab = (typeof DATA_CAP_TABS)[number];

/** A tab with its list. */
export type DataCapList = {
  [T in DataCapTab]: {
    tab: T;
    list: Awaited<ReturnType<Explorer['dataCap'][T]>>;
    /** The box whose text makes no sense: there are no rows. */
    refused: BoxName | null;
  };
}[DataCapTab];

const NONE = { totalCount: 0, next: null };

/** `address` narrows allocations and claims to one client or provider. */
export async function readDataCapList(
  reads: Explorer['dataCap'],
  tab: DataCapTab,
  input: { pageSize: number; page: number; address: string; head: string | undefined },
): Promise<DataCapList> {
  switch (tab) {
    case 'verifiers':
      return { tab, list: await reads.verifiers(input), refused: null };
    case 'clients':
      return { tab, list: await reads.clients(input), refused: null };
    case 'allocations':
      return unlessBoxRefused<DataCapList>(
        ['address'],
        async () => ({ tab, list: await reads.allocations(input), refused: null }),
        (refused) => ({ tab, list: { head: null, data: { ...NONE, allocations: [] } }, refused }),
      );
    case 'claims':
      return unlessBoxRefused<DataCapList>(
        ['address'],
        async () => ({ tab, list: await reads.claims(input), refused: null }),
        (refused) => ({ tab, list: { head: null, data: { ...NONE, claims: [] } }, refused }),
      );
  }
}
