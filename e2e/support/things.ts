/** Things of each kind that the demo chain has, found as a reader would find them. */
import { z } from 'zod';
import { messageListSchema, type MessageListItem } from '#explorer/message/schema.ts';
import { api } from './api.ts';

const Messages = z.object({
  totalCount: z.number(),
  messages: z.array(
    z.object({ cid: z.string(), height: z.number(), from: z.string(), to: z.string() }),
  ),
});
const Blocks = z.array(z.object({ cid: z.string(), miner: z.string() }));
const Tipsets = z.object({
  tipsets: z.array(z.object({ height: z.number(), blocks: Blocks })),
  next: z.string().nullable(),
});

const Tokens = z.object({
  tokens: z.array(z.object({ ethAddress: z.string(), type: z.string() })),
});
const Holders = z.object({ holders: z.array(z.object({ address: z.string() })) });

/** Epochs after which no fork of the demo chain's last day reaches a tipset. */
const SETTLED = 12;

/** The newest message of a method that no fork will take back; the chain's newest where all are new. */
export async function firstOf(method: string): Promise<{ cid: string; to: string }> {
  const { height } = await api('/info', z.object({ height: z.number() }));
  const { messages } = await api(
    `/message/list?pageSize=100&method=${encodeURIComponent(method)}`,
    Messages,
  );
  const message = messages.find((known) => known.height <= height - SETTLED) ?? messages[0];
  if (message === undefined) throw new Error(`the demo chain has no ${method}`);
  return message;
}

/** Calls of contracts, the newest first, as far back as somebody goes on to ask. */
export async function* contractCalls(): AsyncGenerator<MessageListItem> {
  for (let before: string | null = ''; before !== null;) {
    const page: z.infer<typeof messageListSchema> = await api(
      `/message/list?method=InvokeContract&pageSize=100${before === '' ? '' : `&before=${before}`}`,
      messageListSchema,
    );
    yield* page.messages;
    before = page.next;
  }
}

/** The newest call of a contract of a kind. */
export async function contractCall(
  wanted: (message: MessageListItem) => boolean,
): Promise<MessageListItem> {
  for await (const message of contractCalls()) if (wanted(message)) return message;
  throw new Error('the demo chain has no such call');
}

/** The most moved token and collection of NFTs, and who has most of the latter. */
export async function tokens(): Promise<{ token: string; nft: string; collector: string }> {
  const [token] = (await api('/token/erc20-list?limit=1', Tokens)).tokens;
  const { tokens: collections } = await api('/token/nft-list?limit=10', Tokens);
  const nft = collections.find(({ type }) => type === 'ERC721');
  if (token === undefined || nft === undefined) throw new Error('the demo chain has no tokens');
  const [collector] = (await api(`/token/${nft.ethAddress}/holders?limit=1`, Holders)).holders;
  if (collector === undefined) throw new Error('nobody has an NFT');
  return { token: token.ethAddress, nft: nft.ethAddress, collector: collector.address };
}

/** The peer that a storage provider names as its node. */
export async function peerOf(provider: string): Promise<string> {
  const { miner } = await api(
    `/address/${provider}`,
    z.object({ miner: z.object({ peerId: z.string() }) }),
  );
  return miner.peerId;
}

/** A contract that created others, and a proxy. */
export async function contracts(): Promise<{ factory: string; proxy: string }> {
  const { contractList } = await api(
    '/stats/fevm/contracts?limit=50',
    z.object({ contractList: z.array(z.object({ ethAddress: z.string() })) }),
  );
  const Contract = z.object({ createdContracts: z.number(), proxyImpl: z.string().nullable() });
  const all = await Promise.all(
    contractList.map(async ({ ethAddress }) => ({
      ethAddress,
      ...(await api(`/address/${ethAddress}/contract`, Contract)),
    })),
  );
  const factory = all.find(({ createdContracts }) => createdContracts > 0)?.ethAddress;
  const proxy = all.find(({ proxyImpl }) => proxyImpl !== null)?.ethAddress;
  if (factory === undefined || proxy === undefined)
    throw new Error('the demo chain has neither factory nor proxy');
  return { factory, proxy };
}

/** The name registered last, and who holds it. */
export async function newestName(): Promise<{ name: string; registrant: string }> {
  const { actions } = await api(
    '/name/list?pageSize=1',
    z.object({
      actions: z.array(
        z.object({ name: z.string(), account: z.object({ ethAddress: z.string() }) }),
      ),
    }),
  );
  const [action] = actions;
  if (action === undefined) throw new Error('the demo chain has no names');
  return { name: action.name, registrant: action.account.ethAddress };
}

/** An allocation that was not claimed for long. */
export async function oldAllocation(): Promise<number> {
  const { allocations } = await api(
    '/datacap/allocations?pageSize=100',
    z.object({ allocations: z.array(z.object({ id: z.number() })) }),
  );
  const last = allocations.at(-1);
  if (last === undefined) throw new Error('the demo chain has no allocations');
  return last.id;
}

/** A message that is not final yet. */
export async function newest(): Promise<string> {
  const { messages } = await api('/message/list?pageSize=1', Messages);
  return messages[0]?.cid ?? '';
}

/** A tipset that no fork will take back, a block of it, and a round before it without blocks. */
export async function chain(): Promise<{
  height: number;
  block: { cid: string; miner: string };
  nullRound: number;
}> {
  const { tipsets, next } = await api('/tipset/list?pageSize=20', Tipsets);
  const tipset = tipsets[10];
  const block = tipset?.blocks[0];
  if (tipset === undefined || block === undefined) throw new Error('no tipsets yet');
  let above = tipset.height;
  let known = tipsets.slice(11);
  for (let before = next; ;) {
    for (const { height } of known) {
      if (height < above - 1) return { height: tipset.height, block, nullRound: height + 1 };
      above = height;
    }
    if (before === null) throw new Error('the demo chain has no null round');
    ({ tipsets: known, next: before } = await api(
      `/tipset/list?pageSize=100&before=${before}`,
      Tipsets,
    ));
  }
}

const Counted = z.object({ totalCount: z.number() });

/** The storage provider to whose sectors most has happened. */
export async function busiestProvider(): Promise<string> {
  const { miners } = await api(
    '/miner/list/power?pageSize=20',
    z.object({ miners: z.array(z.object({ address: z.string() })) }),
  );
  const counts = await Promise.all(
    miners.map(async ({ address }) => ({
      address,
      count: (await api(`/address/${address}/sectors/events?pageSize=1`, Counted)).totalCount,
    })),
  );
  const [busiest] = counts.sort((a, b) => b.count - a.count);
  if (busiest === undefined) throw new Error('the demo chain has no storage providers');
  return busiest.address;
}

const Deals = z.object({
  totalCount: z.number(),
  deals: z.array(z.object({ id: z.number(), client: z.string(), provider: z.string() })),
});

/** A deal that no fork will take back, and the first of the genesis. */
export async function deals(): Promise<{
  id: number;
  client: string;
  provider: string;
  genesis: number;
  piece: string;
}> {
  const { totalCount, deals: latest } = await api('/deal/list?pageSize=20', Deals);
  const { deals: oldest } = await api(`/deal/list?pageSize=1&page=${totalCount - 1}`, Deals);
  const deal = latest.at(-1);
  const [first] = oldest;
  if (deal === undefined || first === undefined) throw new Error('the demo chain has no deals');
  const { pieceCid: piece } = await api(`/deal/${deal.id}`, z.object({ pieceCid: z.string() }));
  return { ...deal, genesis: first.id, piece };
}

/** An account with data cap that is spent on pieces, and who gives data cap. */
export async function dataCap(): Promise<{ client: string; verifier: string }> {
  const { claims } = await api(
    '/datacap/claims?pageSize=1',
    z.object({ claims: z.array(z.object({ client: z.string() })) }),
  );
  const { verifiers } = await api(
    '/datacap/verifiers?pageSize=1',
    z.object({ verifiers: z.array(z.object({ address: z.string() })) }),
  );
  const [claim] = claims;
  const [verifier] = verifiers;
  if (claim === undefined || verifier === undefined) throw new Error('nobody has data cap');
  return { client: claim.client, verifier: verifier.address };
}
