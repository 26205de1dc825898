/** All reads, by what they are of; the API's document lists its calls in this order. */
import { accountReads } from './account/reads.ts';
import { blockReads } from './block/reads.ts';
import { contractReads } from './contract/reads.ts';
import { dappReads } from './dapp/reads.ts';
import { dataCapReads } from './datacap/reads.ts';
import { dealReads } from './deal/reads.ts';
import { editorialReads } from './editorial/reads.ts';
import { gasReads } from './gas/reads.ts';
import { labelReads } from './label/reads.ts';
import { mempoolReads } from './mempool/reads.ts';
import { merchantReads } from './merchant/reads.ts';
import { messageReads } from './message/reads.ts';
import { minerReads } from './miner/reads.ts';
import { nameReads } from './name/reads.ts';
import { networkReads } from './network/reads.ts';
import { raceReads } from './race/reads.ts';
import { richListReads } from './richlist/reads.ts';
import { searchReads } from './search/reads.ts';
import { sectorReads } from './sector/reads.ts';
import { sitemapReads } from './sitemap/reads.ts';
import { statsReads } from './stats/reads.ts';
import { tagReads } from './tag/reads.ts';
import { tipsetReads } from './tipset/reads.ts';
import { tokenReads } from './token/reads.ts';
import { walletReads } from './wallet/reads.ts';

export const READS = {
  network: networkReads,
  search: searchReads,
  stats: statsReads,
  gas: gasReads,
  richList: richListReads,
  tipset: tipsetReads,
  block: blockReads,
  message: messageReads,
  mempool: mempoolReads,
  account: accountReads,
  deal: dealReads,
  dataCap: dataCapReads,
  token: tokenReads,
  contract: contractReads,
  name: nameReads,
  miner: minerReads,
  sector: sectorReads,
  wallet: walletReads,
  dapp: dappReads,
  merchant: merchantReads,
  race: raceReads,
  editorial: editorialReads,
  tag: tagReads,
  label: labelReads,
  sitemap: sitemapReads,
};
