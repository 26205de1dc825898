import { bundledContent, type ContentOf } from '#content/networks.ts';
import type { Locale } from '#i18n/locales.ts';
import type { Store } from '#store/store.ts';
import { createAccess } from './access.ts';
import { balanceStats } from './account/balance.ts';
import { accountEvents } from './account/events.ts';
import { getAccount } from './account/get.ts';
import { accountMessages } from './account/lists.ts';
import { accountTransfers } from './account/transfers.ts';
import { getBlock } from './block/get.ts';
import { blockMessages } from './block/messages.ts';
import { dataCapReads } from './datacap/reads.ts';
import { dappReads } from './dapp/reads.ts';
import { dealReads } from './deal/reads.ts';
import { contractReads } from './contract/reads.ts';
import { editorialReads } from './editorial/reads.ts';
import { nameReads } from './name/reads.ts';
import { mempoolOfAddress, pendingMessages } from './mempool/account.ts';
import { listMempool } from './mempool/list.ts';
import { poolSince } from './mempool/since.ts';
import { messageEvents } from './message/events.ts';
import { getMessage, isSettled, messageOthers } from './message/get.ts';
import { listMessages } from './message/list.ts';
import { callNoContract, messageSubcalls } from './message/subcalls.ts';
import { baseFeeStats } from './network/basefee.ts';
import { merchantReads } from './merchant/reads.ts';
import { minerReads } from './miner/reads.ts';
import { overview } from './network/overview.ts';
import { indexStatus, networkFacts } from './network/status.ts';
import type { PlaceRecords } from './place.ts';
import { raceReads } from './race/reads.ts';
import { richList } from './richlist/list.ts';
import { find } from './search/find.ts';
import { suggest } from './search/suggest.ts';
import { createPast } from './past.ts';
import { sitemapReads } from './sitemap/reads.ts';
import { statsReads } from './stats/reads.ts';
import { Claims } from './tag/claims.ts';
import { tagReads } from './tag/reads.ts';
import { tokenReads } from './token/reads.ts';
import { trust } from './trust/read.ts';
import { sectorReads } from './sector/reads.ts';
import { listTipsets, recentTipsets, tipsetAt } from './tipset/read.ts';
import type { Explorer } from './types.ts';
import { walletReads } from './wallet/reads.ts';
import { Wishes } from './wishes.ts';
import { reached, type Past } from './view.ts';

export interface ExplorerOptions {
  /** The wall clock, milliseconds. */
  now?: () => number;
  /** Where IP addresses are; nowhere unless given. */
  places?: PlaceRecords;
  /** What editors wrote; what comes with the program unless given. */
  contentOf?: ContentOf;
  /** How long a reader is kept for what is not taken over yet, ms; a moment unless given. */
  patienceMs?: number;
}

/** The reads over a store, in English. */
export function createExplorer(store: Store, options: ExplorerOptions = {}): Explorer {
  const made = new Map<Locale, Explorer>();
  const past = createPast();
  const wishes = new Wishes(store, options.patienceMs);
  const claims = new Claims();
  const inLanguage = (language: Locale): Explorer => {
    const explorer = made.get(language) ?? {
      ...readsIn(store, options, language, { past, wishes, claims }),
      in: inLanguage,
    };
    made.set(language, explorer);
    return explorer;
  };
  return inLanguage('en');
}

function readsIn(
  store: Store,
  { now = Date.now, places = () => null, contentOf = bundledContent() }: ExplorerOptions,
  language: Locale,
  { past, wishes, claims }: { past: Past; wishes: Wishes; claims: Claims },
): Omit<Explorer, 'in'> {
  const access = createAccess(store, { language, places, past, contentOf, wishes, claims });
  const { read, readOr, lasting, fresh } = access;
  const noMessages = { totalCount: 0, messages: [], methods: [], next: null };
  return {
    tipset: {
      recent: (count) => readOr([], (view) => recentTipsets(view, count)),
      list: (input) =>
        readOr({ totalCount: 0, tipsets: [], next: null }, (view) => listTipsets(view, input)),
      at: (height) => read((view) => tipsetAt(view, height)),
    },
    block: {
      get: (cid) => read((view) => getBlock(view, cid)),
      messages: (cid, input) => read((view) => blockMessages(view, cid, input)),
    },
    message: {
      list: (input) => readOr(noMessages, (view) => listMessages(view, input)),
      get: async (id, choice) => {
        const answer = await read((view) => getMessage(view, id, choice));
        const { status, replaced } = answer.data;
        const waits = status === 'pending' || status === 'dropped' || replaced === true;
        return waits ? { ...answer, fresh: true } : answer;
      },
      others: (id) => lasting(id, (view) => messageOthers(view, id), isSettled),
      events: (id) =>
        lasting(
          id,
          (view) => messageEvents(view, id),
          (events) => events.every(({ topics }) => topics.length === 0),
        ),
      subcalls: (id) => lasting(id, (view) => messageSubcalls(view, id), callNoContract),
    },
    account: {
      get: (address, input) => read((view) => getAccount(view, address, input)),
      messages: (address, input) => read((view) => accountMessages(view, address, input)),
      transfers: (address, input) => read((view) => accountTransfers(view, address, input)),
      events: (address, input) => read((view) => accountEvents(view, address, input)),
      balanceStats: (address, input) => read((view) => balanceStats(view, address, input)),
    },
    miner: minerReads(access, past),
    sector: sectorReads(access, past),
    wallet: walletReads(access),
    deal: dealReads(access),
    dataCap: dataCapReads(access),
    mempool: {
      list: (input) =>
        fresh(readOr({ ...noMessages, snapshot: '' }, (view) => listMempool(view, input))),
      ofAddress: (address, input) => fresh(read((view) => mempoolOfAddress(view, address, input))),
      pending: (address, input) => fresh(read((view) => pendingMessages(view, address, input))),
      since: (before) => fresh(read((view) => poolSince(view, before))),
    },
    network: {
      info: () => read(async (view) => ({ height: view.head.height })),
      overview: () => read(overview),
      baseFee: (input) => readOr([], (view) => baseFeeStats(view, input)),
      status: () => reached(indexStatus(store, now)),
      facts: () => reached(networkFacts(store)),
      trust: () => read(trust),
    },
    stats: statsReads(access),
    richList: {
      list: (input) => read((view) => richList(view, past, input)),
    },
    token: tokenReads(access, past),
    contract: contractReads(access, past),
    name: nameReads(access, past),
    dapp: dappReads(access, past),
    merchant: merchantReads(access),
    race: raceReads(access, past),
    tag: tagReads(access),
    editorial: editorialReads(access, { contentOf, language, now }),
    sitemap: sitemapReads(access),
    search: {
      // What is not found may come without a new head: to the message pool, or as a token's name.
      find: async (id) => {
        const answer = await readOr({}, (view) => find(view, id));
        return 'type' in answer.data ? answer : { ...answer, fresh: true };
      },
      suggest: async (text, input) => {
        const answer = await readOr([], (view) => suggest(view, text, input));
        return answer.data.length > 0 ? answer : { ...answer, fresh: true };
      },
    },
  };
}
