/** Every account of the demo chain's first days, and its lists: their shapes, and that they are whole. */
import { eachDatabase } from '#store/testing/databases.ts';
import { beforeAll, expect, test } from 'vitest';
import { accountDataCapSchema, verifierDetailSchema } from '../datacap/schema.ts';
import { dealListSchema, pieceListSchema } from '../deal/schema.ts';
import type { Answer } from '../index.ts';
import { openFirstDays, type FirstDays } from '../testing/demo.ts';
import {
  accountNftsSchema,
  accountTokenTransfersSchema,
  tokenHoldingsSchema,
} from '../token/schema.ts';
import { channelsSchema, proposalsSchema } from '../wallet/schema.ts';
import {
  accountDetailSchema,
  accountEventsSchema,
  accountMessagesSchema,
  accountTransfersSchema,
  balanceStatsSchema,
  type AccountTransfers,
} from './schema.ts';

/** What some account of the first days has. */
const COUNTED = [
  'channelCount',
  'dataCapCount',
  'dealCount',
  'nftCount',
  'pieceCount',
  'proposalCount',
  'tokens',
] as const;

eachDatabase((open) => {
  let demo: FirstDays;
  beforeAll(async () => {
    demo = await openFirstDays(open);
  });

  test('every account, and its lists to their ends', async () => {
    const actors = await demo.store.db.selectFrom('actor').select('id').execute();
    expect(actors.length).toBeGreaterThan(100);
    let messages = 0;
    let transfers = 0n;
    const owning = new Set<string>();
    for (const { id } of actors) {
      const address = `f0${id}`;
      const account = await demo.checked(accountDetailSchema, demo.explorer.account.get(address));
      const again = await demo.explorer.account.get(account.address);
      expect(again.data).toEqual(account);
      const sent = await demo.checked(
        accountMessagesSchema,
        demo.explorer.account.messages(address),
      );
      expect(sent.totalCount).toBe(account.messageCount);
      messages += sent.totalCount;
      const moved = await demo.checked(
        accountTransfersSchema,
        demo.explorer.account.transfers(address),
      );
      expect(moved.totalCount).toBe(account.transferCount);
      const events = await demo.checked(accountEventsSchema, demo.explorer.account.events(address));
      expect(events.totalCount).toBe(account.eventLogCount);
      const tokens = await demo.checked(
        accountTokenTransfersSchema,
        demo.explorer.token.transfersOf(address),
      );
      expect(tokens.totalCount).toBe(account.tokenTransferCount);
      const held = await demo.checked(tokenHoldingsSchema, demo.explorer.token.holdingsOf(address));
      expect(held.ercTwentyList.tokenCount + held.nftList.tokenCount).toBe(account.tokens);
      const nfts = await demo.checked(accountNftsSchema, demo.explorer.token.nftsOf(address));
      expect(nfts.totalCount).toBe(account.nftCount);
      const proposals = await demo.checked(
        proposalsSchema,
        demo.explorer.wallet.proposals(address),
      );
      expect(proposals.totalCount).toBe(account.proposalCount);
      const channels = await demo.checked(channelsSchema, demo.explorer.wallet.channels(address));
      expect(channels.totalCount).toBe(account.channelCount);
      const deals = await demo.checked(dealListSchema, demo.explorer.deal.list({ address }));
      expect(deals.totalCount).toBe(account.dealCount);
      const pieces = await demo.checked(pieceListSchema, demo.explorer.deal.pieces({ address }));
      expect(pieces.totalCount).toBe(account.pieceCount);
      const dataCap = await demo.checked(
        accountDataCapSchema,
        demo.explorer.dataCap.ofAccount(address),
      );
      const given =
        dataCap.verifier === null
          ? 0
          : (await demo.checked(verifierDetailSchema, demo.explorer.dataCap.verifier(address)))
              .totalCount;
      expect(dataCap.totalCount + given).toBe(account.dataCapCount);
      for (const tab of COUNTED) if (account[tab] > 0) owning.add(tab);
      const balances = await demo.checked(
        balanceStatsSchema,
        demo.explorer.account.balanceStats(address),
      );
      expect(balances.at(-1)?.balance).toBe(account.balance);
      // The system actor is where opening balances come from; its list leaves them out.
      if (account.transferCount <= 300 && id !== 0) {
        let sum = 0n;
        let before: string | undefined;
        let rows = 0;
        do {
          const { data } = await demo.explorer.account.transfers(address, {
            pageSize: 100,
            ...(before ? { before } : {}),
          });
          for (const row of data.transfers) sum += BigInt(row.value);
          rows += data.transfers.length;
          before = data.next ?? undefined;
        } while (before !== undefined);
        expect(rows).toBe(account.transferCount);
        expect(sum.toString(), address).toBe(account.balance);
        transfers += 1n;
      }
    }
    expect(messages).toBeGreaterThan(500);
    expect(transfers).toBeGreaterThan(50n);
    expect([...owning].sort()).toEqual(COUNTED);
  });

  test.each(['', 'transfer', 'receive'])(
    'a payment to oneself is paged whole: %o',
    async (type) => {
      const row = await demo.store.db
        .selectFrom('account_transfer')
        .select('actor_id')
        .whereRef('from_id', '=', 'to_id')
        .executeTakeFirstOrThrow();
      const address = `f0${row.actor_id}`;
      for (const counterparty of ['', address]) {
        const whole = await demo.explorer.account.transfers(address, {
          type,
          counterparty,
          pageSize: 100,
        });
        const rows: unknown[] = [];
        for (let before: string | null = ''; before !== null;) {
          const page = { type, counterparty, before, pageSize: 1 };
          const { data }: Answer<AccountTransfers> = await demo.explorer.account.transfers(
            address,
            page,
          );
          rows.push(...data.transfers);
          before = data.next;
        }
        expect(rows).toEqual(whole.data.transfers);
        expect(rows).toHaveLength(whole.data.totalCount);
        expect(whole.data.transfers.some(({ from, to }) => from === to)).toBe(true);
      }
    },
  );
});
