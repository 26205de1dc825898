/** What the page of a storage provider reads: figures of a time span, and the list of one of its tabs. */
import type { Explorer } from '#explorer/index.ts';
import type { AccountDetail } from '#explorer/account/schema.ts';
import type { MinerEarnings } from '#explorer/miner/earningsSchema.ts';
import type {
  InfoChanges,
  MinerBlocks,
  MinerDetail,
  MinerFees,
  MinerPowerStats,
  MinerSectorStats,
  MiningStats,
} from '#explorer/miner/schema.ts';
import type { Deadlines, SectorEvents, Sectors, WindowProofs } from '#explorer/sector/schema.ts';
import { readPage } from '#format/query.ts';
import { FEWER_SAMPLES } from '#islands/queries/figures.ts';
import { pinnedTab } from '../page/attempt.ts';
import { PAGE_SIZE, type TabInput, type TabPage } from '../list/paging.ts';
import { type BoxName, unlessBoxRefused } from '../list/refused.ts';
import type { Duration } from '../stats/charts.ts';
import { expiryPage, type ExpiryPage } from './expiry.ts';

/** Days of the expiry list on one page. */
const DAYS = 30;

/** A list that may be narrowed to one sector. */
interface BySector {
  /** What was typed; empty: not asked for. */
  sector: string;
  /** Whether that is no sector: the list has no rows. */
  refused: BoxName | null;
}

export type MinerTabList = TabPage &
  (
    | { tab: 'blocks'; list: MinerBlocks }
    | { tab: 'fees'; list: MinerFees; duration: Duration; windowed: boolean }
    | ({ tab: 'sectors'; list: Sectors; status: string } & BySector)
    | ({ tab: 'sector-events'; list: SectorEvents } & BySector)
    | { tab: 'deadlines'; deadlines: Deadlines; proofs: WindowProofs }
    | { tab: 'changes'; changes: InfoChanges }
    | ({ tab: 'expiry' } & ExpiryPage)
  );

export type ProviderReads = Pick<Explorer, 'miner' | 'sector'>;

export interface ProviderShown {
  miner: MinerDetail;
  stats: MiningStats;
  days: MinerEarnings['days'];
  power: MinerPowerStats;
  sectors: MinerSectorStats;
  /** Null where the chosen tab is one that every account may have. */
  list: MinerTabList | null;
}

/** Reads what the page of a storage provider shows besides that of any account; null of others. */
export async function readProvider(
  reads: ProviderReads,
  account: Pick<AccountDetail, 'address' | 'miner'>,
  tab: string,
  query: URLSearchParams,
  duration: Duration,
): Promise<ProviderShown | null> {
  const { address, miner } = account;
  if (miner === undefined) return null;
  const [stats, earnings, power, counts, list] = await Promise.all([
    reads.miner.miningStats(address, { duration }),
    duration === '24h' ? reads.miner.earnings(address, { duration }) : null,
    reads.miner.powerStats(address, { duration, samples: FEWER_SAMPLES }),
    reads.miner.sectorStats(address, { duration, samples: FEWER_SAMPLES }),
    readTab(reads, tab, address, query, duration),
  ]);
  return {
    miner,
    stats: stats.data,
    days: earnings?.data.days ?? [],
    power: power.data,
    sectors: counts.data,
    list,
  };
}

/** Reads the list of a tab as the page's address asks for it; null for a tab of something else. */
async function readTab(
  { miner, sector: sectors }: ProviderReads,
  tab: string,
  id: string,
  query: URLSearchParams,
  duration: Duration,
): Promise<MinerTabList | null> {
  const page = readPage(query) ?? 0;
  const at = { page, pageSize: PAGE_SIZE };
  const sector = (query.get('sector') ?? '').trim();
  switch (tab) {
    case 'blocks': {
      const shown = await pinnedTab(query, at, (input) => miner.blocks(id, input));
      return { tab, ...shown };
    }
    case 'fees': {
      // With the longest period comes all there is: what is older is in no other list.
      const windowed = duration !== '1y';
      const read = (input: TabInput) =>
        miner.fees(id, { ...input, duration, windowed: String(windowed) });
      const shown = await pinnedTab(query, at, read);
      return { tab, duration, windowed, ...shown };
    }
    case 'sectors': {
      const status = query.get('status') ?? '';
      const read = (input: TabInput) => sectors.list(id, { ...input, sector, status });
      return unlessBoxRefused<MinerTabList>(
        ['sector'],
        async () => ({ tab, status, sector, refused: null, ...(await pinnedTab(query, at, read)) }),
        async (refused) => {
          // The choice of a status has the counts of all.
          const { data } = await sectors.list(id, { page: 0, pageSize: 1 });
          const list = { ...data, totalCount: 0, sectors: [], next: null };
          return { tab, status, sector, refused, list, total: 0, head: null, ...at };
        },
      );
    }
    case 'sector-events': {
      const read = (input: TabInput) => sectors.events(id, { ...input, sector });
      const list: SectorEvents = { totalCount: 0, events: [], next: null };
      return unlessBoxRefused<MinerTabList>(
        ['sector'],
        async () => ({ tab, sector, refused: null, ...(await pinnedTab(query, at, read)) }),
        (refused) => ({ tab, sector, refused, list, total: 0, head: null, ...at }),
      );
    }
    case 'deadlines': {
      const { data: deadlines } = await sectors.deadlines(id);
      const read = (input: TabInput) => sectors.proofs(id, input);
      const { list: proofs, ...shown } = await pinnedTab(query, at, read);
      return { tab, deadlines, proofs, ...shown };
    }
    case 'changes': {
      const { data: changes } = await miner.infoChanges(id);
      return {
        tab,
        changes: changes.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
        total: changes.length,
        head: null,
        ...at,
      };
    }
    case 'expiry': {
      const { days } = (await sectors.expiry(id)).data;
      return { tab, head: null, ...expiryPage(days, { page, pageSize: DAYS }) };
    }
    default:
      return null;
  }
}
