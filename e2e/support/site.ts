import {
  busiestProvider,
  chain,
  contracts,
  dataCap,
  deals,
  firstOf,
  newest,
  newestName,
  oldAllocation,
  peerOf,
  tokens,
} from './things.ts';

export { api, nodeUrl, siteUrl } from './api.ts';

export { LOCALES as LANGUAGES } from '#i18n/locales.ts';

/** Routes that Lighthouse looks at: a home, details with and without charts, a ranking. */
export const AUDITED = ['home', 'invoke', 'verifier', 'miner', 'tipset', 'token', 'ranksPower'];

/** What is found of the chain that no fork takes back. */
async function findSettled() {
  const [send, invoke, propose, create, commit, settle] = await Promise.all([
    firstOf('Send'),
    firstOf('InvokeContract'),
    firstOf('Propose'),
    firstOf('CreateExternal'),
    firstOf('ProveCommitSectors3'),
    firstOf('Settle'),
  ]);
  const provider = await busiestProvider();
  return {
    messages: { send, invoke, propose, create, commit, settle },
    tokens: await tokens(),
    contracts: await contracts(),
    name: await newestName(),
    provider,
    peer: await peerOf(provider),
    deal: await deals(),
    dataCap: await dataCap(),
    allocation: await oldAllocation(),
  };
}

/** It takes a hundred answers: each of the runner's processes looks for it once. */
let settled: ReturnType<typeof findSettled> | undefined;

/** Paths without language of every kind of page, on things that the demo chain has. */
export async function routes(): Promise<Record<string, string>> {
  const found = await (settled ??= findSettled());
  const { send, invoke, propose, create, commit, settle } = found.messages;
  const { token, nft, collector } = found.tokens;
  const { factory, proxy } = found.contracts;
  const { name, registrant } = found.name;
  const { provider, peer, deal, allocation } = found;
  const { client, verifier } = found.dataCap;
  const { height, block, nullRound } = await chain();
  return {
    home: '/',
    homeChosen: '/?ranks=blocks&ecosystem=defi&metric=gasFee&days=7&duration=7d',
    tipsets: '/tipset',
    tipset: `/tipset/${height}`,
    nullRound: `/tipset/${nullRound}`,
    block: `/block/${block.cid}`,
    blockLookup: '/block',
    messages: '/message',
    mempool: '/mempool',
    newest: `/message/${await newest()}`,
    send: `/message/${send.cid}`,
    invoke: `/message/${invoke.cid}`,
    invokeTree: `/message/internalTransfer/${invoke.cid}`,
    propose: `/message/${propose.cid}`,
    create: `/message/${create.cid}`,
    commit: `/message/${commit.cid}`,
    miner: `/address/${block.miner}`,
    rewardActor: '/address/f02',
    burntFunds: '/address/f099',
    unknownAddress: '/address/0x000000000000000000000000000000000000dEaD',
    tokens: '/tokens',
    nfts: '/nfts',
    token: `/token/${token}`,
    tokenHolders: `/token/${token}?t=holders`,
    tokenInfo: `/token/${token}?t=info`,
    tokenOfHolder: `/token/${nft}?h=${collector}`,
    inventory: `/token/${nft}?t=inventory`,
    accountTokenTransfers: `/address/${collector}?t=token-transfers`,
    accountTokens: `/address/${collector}?t=tokens`,
    accountNfts: `/address/${collector}?t=nfts`,
    proposals: `/address/${propose.to}?t=proposals`,
    channels: `/address/${settle.to}?t=channels`,
    minerBlocks: `/address/${block.miner}?t=blocks`,
    minerSectors: `/address/${provider}?t=sectors`,
    sectorEvents: `/address/${provider}?t=sector-events`,
    deadlines: `/address/${provider}?t=deadlines`,
    expiry: `/address/${provider}?t=expiry`,
    minerFees: `/address/${provider}?t=fees&duration=7d`,
    minerChanges: `/address/${provider}?t=changes`,
    ranksPower: '/ranks/power',
    ranksBlocks: '/ranks/blocks',
    ranksGrowth: '/ranks/power-growth?duration=7d',
    peer: `/peer/${peer}`,
    peerLookup: '/peer',
    nodeVersions: '/stats/lotus',
    richList: '/rich-list',
    deals: '/deal',
    dealsOf: `/deal?address=${deal.provider}`,
    pieces: '/deal?t=pieces',
    dealsOfPiece: `/deal?piece=${deal.piece}`,
    deal: `/deal/${deal.id}`,
    genesisDeal: `/deal/${deal.genesis}`,
    verifiers: '/datacap',
    dataCapClients: '/datacap?t=clients',
    allocations: '/datacap?t=allocations',
    claims: '/datacap?t=claims',
    allocation: `/datacap/${allocation}`,
    accountDeals: `/address/${deal.client}?t=deals`,
    accountPieces: `/address/${client}?t=pieces`,
    accountDataCap: `/address/${client}?t=datacap`,
    verifier: `/address/${verifier}?t=datacap`,
    networkStats: '/stats/network',
    activity: '/stats/activity',
    activityDays: '/stats/activity?duration=7d',
    gasStats: '/stats/gas',
    miningStats: '/stats/miner',
    fevmStats: '/fevm/stats',
    contracts: '/fevm/contracts',
    contractsByBalance: '/fevm/contracts?sort=balance',
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
    trust: '/trust',
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
    socialMiner: `/whoisyourdaddy/miner/${provider}`,
    verification: '/contract',
    verificationForm: `/contract/verify?${new URLSearchParams({
      contractAddress: factory,
      compilerVersion: 'v0.8.23+commit.f704f362',
      licenseType: 'MIT License (MIT)',
    }).toString()}`,
    contractAbi: `/contract/abi?address=${factory}`,
    styleguide: '/styleguide',
  };
}
