import { z } from 'zod';

function fromSetup(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by global-setup.ts`);
  return value;
}

export const siteUrl = (): string => fromSetup('SEXTANT_URL');
export const nodeUrl = (): string => fromSetup('SEXTANT_NODE_URL');

export const LANGUAGES = ['en', 'zh', 'ko'] as const;

/** Routes that Lighthouse looks at: a home, details with and without charts, a ranking. */
export const AUDITED = ['home', 'invoke', 'verifier', 'miner', 'tipset', 'token', 'ranksPower'];

/** An API answer, parsed. */
export async function api<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await fetch(`${siteUrl()}/api/v1${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return schema.parse(await answer.json());
}

const Messages = z.object({
  totalCount: z.number(),
  messages: z.array(
    z.object({ cid: z.string(), height: z.number(), from: z.string(), to: z.string() }),
  ),
});
const Tipsets = z.object({
  tipsets: z.array(
    z.object({
      height: z.number(),
      blocks: z.array(z.object({ cid: z.string(), miner: z.string() })),
    }),
  ),
});

const Tokens = z.object({
  tokens: z.array(z.object({ ethAddress: z.string(), type: z.string() })),
});
const Holders = z.object({ holders: z.array(z.object({ address: z.string() })) });

/** Epochs after which no fork of the demo chain's last day reaches a tipset. */
const SETTLED = 12;

/** The newest message of a method that no fork will take back; the chain's newest where all are new. */
async function firstOf(method: string): Promise<string> {
  const { height } = await api('/info', z.object({ height: z.number() }));
  const { messages } = await api(
    `/message/list?pageSize=100&method=${encodeURIComponent(method)}`,
    Messages,
  );
  const message = messages.find((known) => known.height <= height - SETTLED) ?? messages[0];
  if (message === undefined) throw new Error(`the demo chain has no ${method}`);
  return message.cid;
}

/** The most moved token and collection of NFTs, and who has most of the latter. */
async function tokens(): Promise<{ token: string; nft: string; collector: string }> {
  const [token] = (await api('/token/erc20-list?limit=1', Tokens)).tokens;
  const { tokens: collections } = await api('/token/nft-list?limit=10', Tokens);
  const nft = collections.find(({ type }) => type === 'ERC721');
  if (token === undefined || nft === undefined) throw new Error('the demo chain has no tokens');
  const [collector] = (await api(`/token/${nft.ethAddress}/holders?limit=1`, Holders)).holders;
  if (collector === undefined) throw new Error('nobody has an NFT');
  return { token: token.ethAddress, nft: nft.ethAddress, collector: collector.address };
}

/** The peer that a storage provider names as its node. */
async function peerOf(provider: string): Promise<string> {
  const { miner } = await api(
    `/address/${provider}`,
    z.object({ miner: z.object({ peerId: z.string() }) }),
  );
  return miner.peerId;
}

/** A contract that created others, and a proxy. */
async function contracts(): Promise<{ factory: string; proxy: string }> {
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
async function newestName(): Promise<{ name: string; registrant: string }> {
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
async function oldAllocation(): Promise<number> {
  const { allocations } = await api(
    '/datacap/allocations?pageSize=100',
    z.object({ allocations: z.array(z.object({ id: z.number() })) }),
  );
  const last = allocations.at(-1);
  if (last === undefined) throw new Error('the demo chain has no allocations');
  return last.id;
}

/** A message that is not final yet. */
async function newest(): Promise<string> {
  const { messages } = await api('/message/list?pageSize=1', Messages);
  return messages[0]?.cid ?? '';
}

/** Paths without language of every kind of page, on things that the demo chain has. */
export async function routes(): Promise<Record<string, string>> {
  const { tipsets } = await api('/tipset/list?pageSize=20', Tipsets);
  const tipset = tipsets[10];
  const block = tipset?.blocks[0];
  if (tipset === undefined || block === undefined) throw new Error('no tipsets yet');
  const [send, invoke, propose, create, commit] = await Promise.all(
    ['Send', 'InvokeContract', 'Propose', 'CreateExternal', 'ProveCommitSectors3'].map(firstOf),
  );
  const { token, nft, collector } = await tokens();
  const { factory, proxy } = await contracts();
  const { name, registrant } = await newestName();
  return {
    home: '/',
    tipsets: '/tipset',
    tipset: `/tipset/${tipset.height}`,
    nullRound: '/tipset/5304',
    block: `/block/${block.cid}`,
    messages: '/message',
    mempool: '/mempool',
    newest: `/message/${await newest()}`,
    send: `/message/${send}`,
    invoke: `/message/${invoke}`,
    invokeTree: `/message/internalTransfer/${invoke}`,
    propose: `/message/${propose}`,
    create: `/message/${create}`,
    commit: `/message/${commit}`,
    miner: `/address/${block.miner}`,
    rewardActor: '/address/f02',
    burntFunds: '/address/f099',
    unknownAddress: '/address/0x000000000000000000000000000000000000dEaD',
    tokens: '/tokens',
    nfts: '/nfts',
    token: `/token/${token}`,
    tokenHolders: `/token/${token}?t=holders`,
    tokenOfHolder: `/token/${nft}?h=${collector}`,
    inventory: `/token/${nft}?t=inventory`,
    accountTokenTransfers: `/address/${collector}?t=token-transfers`,
    accountTokens: `/address/${collector}?t=tokens`,
    accountNfts: `/address/${collector}?t=nfts`,
    proposals: '/address/f01070?t=proposals',
    channels: '/address/f01090?t=channels',
    minerBlocks: `/address/${block.miner}?t=blocks`,
    minerSectors: '/address/f01080?t=sectors',
    sectorEvents: '/address/f01154?t=sector-events',
    deadlines: '/address/f01154?t=deadlines',
    expiry: '/address/f01080?t=expiry',
    minerFees: '/address/f01154?t=fees&duration=7d',
    ranksPower: '/ranks/power',
    ranksBlocks: '/ranks/blocks',
    ranksGrowth: '/ranks/power-growth?duration=7d',
    peer: `/peer/${await peerOf('f01080')}`,
    peerLookup: '/peer',
    nodeVersions: '/stats/lotus',
    richList: '/rich-list',
    deals: '/deal',
    dealsOf: '/deal?address=f01154',
    pieces: '/deal?t=pieces',
    deal: '/deal/500',
    genesisDeal: '/deal/8',
    verifiers: '/datacap',
    dataCapClients: '/datacap?t=clients',
    allocations: '/datacap?t=allocations',
    claims: '/datacap?t=claims',
    allocation: `/datacap/${await oldAllocation()}`,
    accountDeals: '/address/f01148?t=deals',
    accountPieces: '/address/f01148?t=pieces',
    accountDataCap: '/address/f01148?t=datacap',
    verifier: '/address/f0101?t=datacap',
    gasStats: '/stats/gas',
    miningStats: '/stats/miner',
    fevmStats: '/fevm/stats',
    contracts: '/fevm/contracts',
    verifiedContracts: '/fevm/verified-contracts',
    factory: `/address/${factory}?t=contract`,
    proxy: `/address/${proxy}?t=contract`,
    names: '/fns',
    name: `/fns/name/${name}`,
    namesOfAccount: `/fns/address/${registrant}`,
    wiki: '/wiki/0',
    wikiTable: '/wiki/4',
    glossary: '/wiki/12',
    wikiSearch: '/wiki?q=gas',
    lookup: '/address',
    offline: '/offline',
    favorites: '/favorites',
    searchFound: '/search?q=100',
    searchNothing: '/search?q=nothing%20goes%20by%20this',
    tools: '/tools',
    notices: '/notify',
    notice: '/notify/detail/demo-chain',
    ecosystem: '/fevm/navigation',
    ecosystemNfts: '/fevm/navigation?category=nft',
    dapps: '/dapp?days=7',
    dapp: '/dapp/defi_exchange?days=7',
    dappNames: '/dapp/did_names',
    merchants: '/merchant',
    spaceRace: '/space-race',
    socialRanks: '/whoisyourdaddy/ranks/power-growth',
    socialMiner: '/whoisyourdaddy/miner/f01080',
    verification: '/contract',
    styleguide: '/styleguide',
  };
}
