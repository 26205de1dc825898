/** On a server: no answer reads a large table from one end to the other. */
import { formatAddress } from '#filecoin/address.ts';
import { to0x, toHex } from '#filecoin/bytes.ts';
import { cidOf } from '#filecoin/cid.ts';
import { PostgresPoolDialect } from '#store/postgres/dialect.ts';
import { openPool } from '#store/postgres/pool.ts';
import type { Database } from '#store/schema.ts';
import { openStore, type Store } from '#store/store.ts';
import { createDatabase, maintain } from '#store/testing/databases.ts';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExplorer, type Explorer } from './index.ts';
import { CONTRACT, digest, makeChain, NOBODY, robustOf, writeChain } from './testing/chain.ts';
import { minerRows, PEER, writeMiners } from './testing/miners.ts';
import { NAMED, writeContracts } from './testing/contracts.ts';
import { writeNetwork } from './testing/network.ts';
import { pooled, writePool } from './testing/pool.ts';
import { sectorRows, writeSectors } from './testing/sectors.ts';
import { storageRows, writeStorage } from './testing/storage.ts';
import { COLLECTION, tokenRows, writeTokens } from './testing/tokens.ts';
import { headToken } from './view.ts';

/** Tables that grow with the chain. */
const LARGE: ReadonlySet<string> = new Set([
  'tipset',
  'block',
  'block_message',
  'message',
  'execution',
  'method_message',
  'account_message',
  'account_method_message',
  'transfer',
  'account_transfer',
  'account_type_transfer',
  'event',
  'account_event',
  'network_state',
  'network_sum',
  'method_sum',
  'mempool',
  'miner',
  'miner_info',
  'miner_info_change',
  'miner_power',
  'miner_sector_count',
  'miner_funds',
  'miner_block',
  'miner_cost',
  'miner_growth',
  'contract',
  'contract_code',
  'contract_creation',
  'contract_creator',
  'contract_upgrade',
  'contract_user',
  'contract_window',
  'fevm_day',
  'name',
  'name_node',
  'name_record',
  'name_action',
  'name_registration',
  'name_history',
  'account_name_action',
  'name_account',
  'token',
  'token_holder',
  'token_account',
  'nft',
  'nft_holder',
  'token_transfer',
  'account_token_transfer',
  'token_metadata',
  'sector',
  'sector_set',
  'sector_partition',
  'sector_event',
  'sector_history',
  'sector_post',
  'sector_expiry',
  'deal',
  'piece',
  'storage_count',
  'verifier_change',
  'data_cap',
  'data_cap_change',
  'allocation',
  'claim',
] satisfies (keyof Database)[]);

const TOP = 3000;
const MESSAGES = 6;
const PINNED = 2900;
const account = formatAddress(robustOf(100));
const message = cidOf(digest('message 1500 1'));
const block = cidOf(digest('block 1500 1000'));

/** A few messages wait, many more have left. */
const WAITING = 300;
const messagePool = Array.from({ length: 20_000 }, (_, n) => {
  const gone = { departure: 20_001 + n, departed_at: n, departed_height: PINNED, fate: 2 };
  const by = { ...gone, replaced_by: digest(`pooled ${n + 1}`) };
  return pooled(`pooled ${n}`, 100 + (n % 3), 100_000 + n, n + 1, n < WAITING ? {} : by);
});
const waiting = cidOf(digest('pooled 7'));

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

function scansOf(node: PlanNode): string[] {
  const own =
    node['Node Type'] === 'Seq Scan' && LARGE.has(node['Relation Name'] ?? '')
      ? [node['Relation Name'] ?? '']
      : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

describe.skipIf(process.env['SEXTANT_TEST_POSTGRES'] === 'off')('plans', () => {
  let name: string;
  let store: Store;
  let logged: Kysely<Database>;
  let explorer: Explorer;
  const asked: CompiledQuery[] = [];
  const chain = makeChain({ height: TOP, messages: MESSAGES });
  const head = headToken(PINNED, chain.keyAt(PINNED));

  beforeAll(async () => {
    const made = await createDatabase();
    name = made.name;
    store = await openStore({ databaseUrl: made.databaseUrl });
    await writeChain(store, chain);
    await writeNetwork(store, chain);
    await writePool(store, messagePool);
    await writeStorage(store, storageRows(chain, 6000));
    await writeMiners(store, minerRows(chain, 5000));
    await writeTokens(store, tokenRows(chain));
    await writeContracts(store);
    await writeSectors(store, sectorRows(chain, 20_000));
    await sql`analyze`.execute(store.db);
    const pool = await openPool(made.databaseUrl, () => {});
    logged = new Kysely<Database>({
      dialect: new PostgresPoolDialect(pool),
      log: (event) => {
        asked.push(event.query);
      },
    });
    explorer = createExplorer({
      ...store,
      db: logged,
      snapshot: (work) => logged.transaction().execute(work),
    });
  });
  afterAll(async () => {
    await logged.destroy();
    await store.close();
    await maintain(`drop database "${name}" with (force)`);
  });

  const page = { page: 100, pageSize: 20 };
  const pinned = { head, before: '1500.3' };
  const rows = { offset: 2000, limit: 20 };
  const token = `f0${CONTRACT}`;
  const named = to0x(NAMED);
  const collection = `f0${COLLECTION}`;
  const READS: [string, () => Promise<unknown>][] = [
    ['tipset.recent', () => explorer.tipset.recent(100)],
    ['tipset.list', () => explorer.tipset.list(page)],
    ['tipset.list pinned', () => explorer.tipset.list({ ...page, head })],
    ['tipset.at', () => explorer.tipset.at(1500)],
    ['block.get', () => explorer.block.get(block)],
    ['block.messages', () => explorer.block.messages(block)],
    ['message.list', () => explorer.message.list(page)],
    ['message.list before', () => explorer.message.list(pinned)],
    ['message.list of a method', () => explorer.message.list({ ...page, method: 'Send' })],
    ['message.list of a method before', () => explorer.message.list({ ...pinned, method: 'Send' })],
    ['message.get', () => explorer.message.get(message)],
    ['message.get by hash', () => explorer.message.get(`0x${toHex(digest('eth 100'))}`)],
    ['message.events', () => explorer.message.events(message)],
    ['message.subcalls', () => explorer.message.subcalls(message)],
    ['account.get', () => explorer.account.get(account)],
    ['account.get nobody', () => explorer.account.get(formatAddress(NOBODY))],
    ['account.messages', () => explorer.account.messages(account, page)],
    ['account.messages before', () => explorer.account.messages(account, pinned)],
    [
      'account.messages of a method',
      () => explorer.account.messages(account, { ...page, method: 'Send' }),
    ],
    [
      'account.messages of a method before',
      () => explorer.account.messages(account, { ...pinned, method: 'Send' }),
    ],
    ['account.messages of nobody', () => explorer.account.messages(formatAddress(NOBODY), page)],
    ['account.transfers', () => explorer.account.transfers(account, page)],
    ['account.transfers before', () => explorer.account.transfers(account, pinned)],
    [
      'account.transfers of a type',
      () => explorer.account.transfers('f099', { ...page, type: 'burn-fee' }),
    ],
    [
      'account.transfers of a type before',
      () => explorer.account.transfers('f099', { ...pinned, type: 'burn-fee' }),
    ],
    ['account.events', () => explorer.account.events(`f0${CONTRACT}`, page)],
    ['account.events before', () => explorer.account.events(`f0${CONTRACT}`, pinned)],
    ['account.balanceStats', () => explorer.account.balanceStats(account, { duration: '24h' })],
    ['network.baseFee', () => explorer.network.baseFee({ duration: '24h' })],
    ['network.overview', () => explorer.network.overview()],
    ['stats.power', () => explorer.stats.power({ duration: '24h', samples: 400 })],
    ['stats.rewardPerByte', () => explorer.stats.rewardPerByte({ duration: '24h' })],
    ['stats.sectorInitialPledge', () => explorer.stats.sectorInitialPledge()],
    ['stats.messageFee', () => explorer.stats.messageFee()],
    ['stats.activity', () => explorer.stats.activity({ duration: '24h' })],
    ['deal.list', () => explorer.deal.list(page)],
    ['deal.list before', () => explorer.deal.list(pinned)],
    ['deal.list of a client', () => explorer.deal.list({ ...page, address: account })],
    ['deal.list of a client before', () => explorer.deal.list({ ...pinned, address: account })],
    ['deal.list of a provider', () => explorer.deal.list({ ...page, address: 'f01000' })],
    ['deal.get', () => explorer.deal.get('3')],
    ['deal.pieces', () => explorer.deal.pieces(page)],
    [
      'deal.pieces of a provider before',
      () => explorer.deal.pieces({ ...pinned, address: 'f01000' }),
    ],
    ['dataCap.verifiers', () => explorer.dataCap.verifiers()],
    ['dataCap.verifier before', () => explorer.dataCap.verifier('f0102', pinned)],
    ['dataCap.clients', () => explorer.dataCap.clients(page)],
    ['dataCap.clients before', () => explorer.dataCap.clients(pinned)],
    ['dataCap.client', () => explorer.dataCap.client(account, page)],
    ['dataCap.client before', () => explorer.dataCap.client(account, pinned)],
    ['dataCap.allocations', () => explorer.dataCap.allocations(page)],
    [
      'dataCap.allocations of a client',
      () => explorer.dataCap.allocations({ ...pinned, address: account }),
    ],
    ['dataCap.allocation', () => explorer.dataCap.allocation('3')],
    ['dataCap.claims', () => explorer.dataCap.claims(page)],
    [
      'dataCap.claims of a provider',
      () => explorer.dataCap.claims({ ...pinned, address: 'f01000' }),
    ],
    ['dataCap.claim', () => explorer.dataCap.claim('3')],
    ['dataCap.ofAccount', () => explorer.dataCap.ofAccount(account, page)],
    ['token.erc20List', () => explorer.token.erc20List(rows)],
    ['token.nftList', () => explorer.token.nftList(rows)],
    ['token.get', () => explorer.token.get(token)],
    ['token.transfers', () => explorer.token.transfers(token, rows)],
    ['token.transfers before', () => explorer.token.transfers(token, pinned)],
    [
      'token.transfers of an account',
      () => explorer.token.transfers(token, { ...rows, userAddress: account }),
    ],
    [
      'token.transfers of an account before',
      () => explorer.token.transfers(token, { ...pinned, userAddress: account }),
    ],
    ['token.holders', () => explorer.token.holders(token, rows)],
    ['token.nfts', () => explorer.token.nfts(collection, rows)],
    ['token.nfts before', () => explorer.token.nfts(collection, pinned)],
    ['token.transfersOf', () => explorer.token.transfersOf(account, page)],
    ['token.transfersOf before', () => explorer.token.transfersOf(account, pinned)],
    [
      'token.transfersOf a standard',
      () => explorer.token.transfersOf(account, { ...page, type: 'ERC721' }),
    ],
    [
      'token.transfersOf a standard before',
      () => explorer.token.transfersOf(account, { ...pinned, type: 'ERC721' }),
    ],
    ['token.holdingsOf', () => explorer.token.holdingsOf(account)],
    ['token.nftsOf', () => explorer.token.nftsOf(account, page)],
    ['account.get of a provider', () => explorer.account.get('f01000')],
    [
      'account.get of a provider at a height',
      () => explorer.account.get('f01000', { height: 1500 }),
    ],
    [
      'account.balanceStats of a provider',
      () => explorer.account.balanceStats('f01000', { duration: '24h' }),
    ],
    ['miner.brief', () => explorer.miner.brief('f01000')],
    ['miner.blocks', () => explorer.miner.blocks('f01000', page)],
    ['miner.blocks before', () => explorer.miner.blocks('f01000', pinned)],
    ['miner.miningStats', () => explorer.miner.miningStats('f01000')],
    ['miner.powerStats', () => explorer.miner.powerStats('f01000')],
    ['miner.fees', () => explorer.miner.fees('f01000', page)],
    ['miner.fees before', () => explorer.miner.fees('f01000', pinned)],
    ['miner.ranking', () => explorer.miner.ranking('blocks')],
    ['miner.top', () => explorer.miner.top('power-growth', { duration: '7d' })],
    ['miner.growth', () => explorer.miner.growth({ duration: '7d', samples: 7 })],
    ['miner.peer', () => explorer.miner.peer(PEER)],
    ['search.find a peer', () => explorer.search.find(PEER)],
    ['sector.list', () => explorer.sector.list('f01000', page)],
    ['sector.list of a status', () => explorer.sector.list('f01000', { status: 'faulty' })],
    ['sector.list before', () => explorer.sector.list('f01000', { before: '500' })],
    ['sector.list of one', () => explorer.sector.list('f01000', { sector: 7 })],
    ['sector.events', () => explorer.sector.events('f01000', page)],
    ['sector.events before', () => explorer.sector.events('f01000', pinned)],
    ['sector.events of one', () => explorer.sector.events('f01000', { sector: 7 })],
    ['sector.deadlines', () => explorer.sector.deadlines('f01000')],
    ['sector.proofs', () => explorer.sector.proofs('f01000', pinned)],
    ['sector.expiry', () => explorer.sector.expiry('f01000')],
    ['contract.get', () => explorer.contract.get(token)],
    ['contract.list', () => explorer.contract.list({ limit: 20, offset: 5000 })],
    ['contract.list by users', () => explorer.contract.list({ sortBy: 'users', days: 1 })],
    ['contract.list by fees', () => explorer.contract.list({ sortBy: 'fee' })],
    ['contract.list by balance', () => explorer.contract.list({ sortBy: 'balance' })],
    ['contract.created', () => explorer.contract.created('f0100', page)],
    ['contract.created before', () => explorer.contract.created('f0100', pinned)],
    ['contract.days', () => explorer.contract.days()],
    ['contract.addressStats', () => explorer.contract.addressStats()],
    ['account.get of a contract', () => explorer.account.get(token)],
    ['name.get', () => explorer.name.get('name7.fil')],
    ['name.history', () => explorer.name.history('name0', page)],
    ['name.registrations', () => explorer.name.registrations(page)],
    ['name.registrations before', () => explorer.name.registrations(pinned)],
    ['name.heldBy', () => explorer.name.heldBy(named)],
    ['name.actionsOf', () => explorer.name.actionsOf(named, page)],
    ['search.find', () => explorer.search.find(message)],
    ['search.find a name', () => explorer.search.find('name7.fil')],
    ['account.get by a name', () => explorer.account.get('name7.fil')],
    ['search.suggest a number', () => explorer.search.suggest('150')],
    ['search.suggest a CID', () => explorer.search.suggest(message.slice(0, 14))],
    ['search.suggest a hash or address', () => explorer.search.suggest('0xab12')],
    ['search.suggest an address', () => explorer.search.suggest(account.slice(0, 7))],
    ['search.suggest an id', () => explorer.search.suggest('f0100')],
    ['search.suggest a peer', () => explorer.search.suggest(PEER.slice(0, 14))],
    ['search.suggest names and tokens', () => explorer.search.suggest('tok')],
    ['search.suggest names', () => explorer.search.suggest('name')],
    ['mempool.list', () => explorer.mempool.list({ pageSize: 20 })],
    ['mempool.list of a method', () => explorer.mempool.list({ method: 'Send' })],
    ['mempool.list before', () => explorer.mempool.list({ before: '40000.100' })],
    ['mempool.list pinned', () => explorer.mempool.list({ head })],
    ['mempool.ofAddress', () => explorer.mempool.ofAddress(account)],
    ['mempool.pending', () => explorer.mempool.pending(account)],
    ['mempool.since', () => explorer.mempool.since(new Set())],
    ['message.get waiting', () => explorer.message.get(waiting)],
    ['message.get replaced', () => explorer.message.get(cidOf(digest('pooled 19998')))],
  ];

  test.each(READS)('%s', async (_, read) => {
    asked.length = 0;
    await read();
    const queries = asked.filter((query) => /^\s*(select|with)/i.test(query.sql));
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) {
      const explained = await store.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters]),
      );
      const plan = explained.rows[0]?.['QUERY PLAN'][0].Plan;
      expect(plan && scansOf(plan), query.sql).toEqual([]);
    }
  });
});
