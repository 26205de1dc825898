/** The lists of the page about data cap. */
import type { Explorer } from '#explorer/index.ts';

export const DATA_CAP_TABS = ['verifiers', 'clients', 'allocations', 'claims'] as const;
export type DataCapTab = (typeof DATA_CAP_TABS)[number];

/** A tab with its list. */
export type DataCapList = {
  [T in DataCapTab]: { tab: T; list: Awaited<ReturnType<Explorer['dataCap'][T]>> };
}[DataCapTab];

/** `address` narrows allocations and claims to one client or provider. */
export async function readDataCapList(
  reads: Explorer['dataCap'],
  tab: DataCapTab,
  input: { pageSize: number; page: number; address: string; head: string | undefined },
): Promise<DataCapList> {
  switch (tab) {
    case 'verifiers':
      return { tab, list: await reads.verifiers(input) };
    case 'clients':
      return { tab, list: await reads.clients(input) };
    case 'allocations':
      return { tab, list: await reads.allocations(input) };
    case 'claims':
      return { tab, list: await reads.claims(input) };
  }
}
