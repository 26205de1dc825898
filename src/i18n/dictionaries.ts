/** Every dictionary, one file per part of the site and language, and the glossary. */
import enCommon from './en/common.json' with { type: 'json' };
import enShell from './en/shell.json' with { type: 'json' };
import enHome from './en/home.json' with { type: 'json' };
import enTipset from './en/tipset.json' with { type: 'json' };
import enBlock from './en/block.json' with { type: 'json' };
import enSearch from './en/search.json' with { type: 'json' };
import enStyleguide from './en/styleguide.json' with { type: 'json' };
import enErrors from './en/errors.json' with { type: 'json' };
import enMempool from './en/mempool.json' with { type: 'json' };
import enLive from './en/live.json' with { type: 'json' };
import enMessage from './en/message.json' with { type: 'json' };
import enAccount from './en/account.json' with { type: 'json' };
import enChart from './en/chart.json' with { type: 'json' };
import enToken from './en/token.json' with { type: 'json' };
import enWallet from './en/wallet.json' with { type: 'json' };
import enMiner from './en/miner.json' with { type: 'json' };
import enStorage from './en/storage.json' with { type: 'json' };
import enGas from './en/gas.json' with { type: 'json' };
import enStats from './en/stats.json' with { type: 'json' };
import enContract from './en/contract.json' with { type: 'json' };
import enName from './en/name.json' with { type: 'json' };
import enNotice from './en/notice.json' with { type: 'json' };
import enTrust from './en/trust.json' with { type: 'json' };
import enEcosystem from './en/ecosystem.json' with { type: 'json' };
import enWiki from './en/wiki.json' with { type: 'json' };
import enInputs from './en/inputs.json' with { type: 'json' };
import enOffline from './en/offline.json' with { type: 'json' };
import enFavorite from './en/favorite.json' with { type: 'json' };
import enThing from './en/thing.json' with { type: 'json' };
import enRace from './en/race.json' with { type: 'json' };
import enProblem from './en/problem.json' with { type: 'json' };
import enShare from './en/share.json' with { type: 'json' };
import enNetwork from './en/network.json' with { type: 'json' };
import enClaim from './en/claim.json' with { type: 'json' };
import enVerify from './en/verify.json' with { type: 'json' };
import enInteract from './en/interact.json' with { type: 'json' };
import zhCommon from './zh/common.json' with { type: 'json' };
import zhShell from './zh/shell.json' with { type: 'json' };
import zhHome from './zh/home.json' with { type: 'json' };
import zhTipset from './zh/tipset.json' with { type: 'json' };
import zhBlock from './zh/block.json' with { type: 'json' };
import zhSearch from './zh/search.json' with { type: 'json' };
import zhStyleguide from './zh/styleguide.json' with { type: 'json' };
import zhErrors from './zh/errors.json' with { type: 'json' };
import zhMempool from './zh/mempool.json' with { type: 'json' };
import zhLive from './zh/live.json' with { type: 'json' };
import zhMessage from './zh/message.json' with { type: 'json' };
import zhAccount from './zh/account.json' with { type: 'json' };
import zhChart from './zh/chart.json' with { type: 'json' };
import zhToken from './zh/token.json' with { type: 'json' };
import zhWallet from './zh/wallet.json' with { type: 'json' };
import zhMiner from './zh/miner.json' with { type: 'json' };
import zhStorage from './zh/storage.json' with { type: 'json' };
import zhGas from './zh/gas.json' with { type: 'json' };
import zhStats from './zh/stats.json' with { type: 'json' };
import zhContract from './zh/contract.json' with { type: 'json' };
import zhName from './zh/name.json' with { type: 'json' };
import zhNotice from './zh/notice.json' with { type: 'json' };
import zhTrust from './zh/trust.json' with { type: 'json' };
import zhEcosystem from './zh/ecosystem.json' with { type: 'json' };
import zhWiki from './zh/wiki.json' with { type: 'json' };
import zhInputs from './zh/inputs.json' with { type: 'json' };
import zhOffline from './zh/offline.json' with { type: 'json' };
import zhFavorite from './zh/favorite.json' with { type: 'json' };
import zhThing from './zh/thing.json' with { type: 'json' };
import zhRace from './zh/race.json' with { type: 'json' };
import zhProblem from './zh/problem.json' with { type: 'json' };
import zhShare from './zh/share.json' with { type: 'json' };
import zhNetwork from './zh/network.json' with { type: 'json' };
import zhClaim from './zh/claim.json' with { type: 'json' };
import zhVerify from './zh/verify.json' with { type: 'json' };
import zhInteract from './zh/interact.json' with { type: 'json' };
import koCommon from './ko/common.json' with { type: 'json' };
import koShell from './ko/shell.json' with { type: 'json' };
import koHome from './ko/home.json' with { type: 'json' };
import koTipset from './ko/tipset.json' with { type: 'json' };
import koBlock from './ko/block.json' with { type: 'json' };
import koSearch from './ko/search.json' with { type: 'json' };
import koStyleguide from './ko/styleguide.json' with { type: 'json' };
import koErrors from './ko/errors.json' with { type: 'json' };
import koMempool from './ko/mempool.json' with { type: 'json' };
import koLive from './ko/live.json' with { type: 'json' };
import koMessage from './ko/message.json' with { type: 'json' };
import koAccount from './ko/account.json' with { type: 'json' };
import koChart from './ko/chart.json' with { type: 'json' };
import koToken from './ko/token.json' with { type: 'json' };
import koWallet from './ko/wallet.json' with { type: 'json' };
import koMiner from './ko/miner.json' with { type: 'json' };
import koStorage from './ko/storage.json' with { type: 'json' };
import koGas from './ko/gas.json' with { type: 'json' };
import koStats from './ko/stats.json' with { type: 'json' };
import koContract from './ko/contract.json' with { type: 'json' };
import koName from './ko/name.json' with { type: 'json' };
import koNotice from './ko/notice.json' with { type: 'json' };
import koTrust from './ko/trust.json' with { type: 'json' };
import koEcosystem from './ko/ecosystem.json' with { type: 'json' };
import koWiki from './ko/wiki.json' with { type: 'json' };
import koInputs from './ko/inputs.json' with { type: 'json' };
import koOffline from './ko/offline.json' with { type: 'json' };
import koFavorite from './ko/favorite.json' with { type: 'json' };
import koThing from './ko/thing.json' with { type: 'json' };
import koRace from './ko/race.json' with { type: 'json' };
import koProblem from './ko/problem.json' with { type: 'json' };
import koShare from './ko/share.json' with { type: 'json' };
import koNetwork from './ko/network.json' with { type: 'json' };
import koClaim from './ko/claim.json' with { type: 'json' };
import koVerify from './ko/verify.json' with { type: 'json' };
import koInteract from './ko/interact.json' with { type: 'json' };
import { glossaryIn } from './glossary.ts';

const en = {
  common: enCommon,
  shell: enShell,
  home: enHome,
  tipset: enTipset,
  block: enBlock,
  search: enSearch,
  styleguide: enStyleguide,
  errors: enErrors,
  mempool: enMempool,
  live: enLive,
  message: enMessage,
  account: enAccount,
  chart: enChart,
  token: enToken,
  wallet: enWallet,
  miner: enMiner,
  storage: enStorage,
  gas: enGas,
  stats: enStats,
  contract: enContract,
  name: enName,
  notice: enNotice,
  trust: enTrust,
  ecosystem: enEcosystem,
  wiki: enWiki,
  glossary: glossaryIn('en'),
  inputs: enInputs,
  offline: enOffline,
  thing: enThing,
  race: enRace,
  problem: enProblem,
  share: enShare,
  favorite: enFavorite,
  network: enNetwork,
  claim: enClaim,
  verify: enVerify,
  interact: enInteract,
};

const zh = {
  common: zhCommon,
  shell: zhShell,
  home: zhHome,
  tipset: zhTipset,
  block: zhBlock,
  search: zhSearch,
  styleguide: zhStyleguide,
  errors: zhErrors,
  mempool: zhMempool,
  live: zhLive,
  message: zhMessage,
  account: zhAccount,
  chart: zhChart,
  token: zhToken,
  wallet: zhWallet,
  miner: zhMiner,
  storage: zhStorage,
  gas: zhGas,
  stats: zhStats,
  contract: zhContract,
  name: zhName,
  notice: zhNotice,
  trust: zhTrust,
  ecosystem: zhEcosystem,
  wiki: zhWiki,
  glossary: glossaryIn('zh'),
  inputs: zhInputs,
  offline: zhOffline,
  thing: zhThing,
  race: zhRace,
  problem: zhProblem,
  share: zhShare,
  favorite: zhFavorite,
  network: zhNetwork,
  claim: zhClaim,
  verify: zhVerify,
  interact: zhInteract,
};

const ko = {
  common: koCommon,
  shell: koShell,
  home: koHome,
  tipset: koTipset,
  block: koBlock,
  search: koSearch,
  styleguide: koStyleguide,
  errors: koErrors,
  mempool: koMempool,
  live: koLive,
  message: koMessage,
  account: koAccount,
  chart: koChart,
  token: koToken,
  wallet: koWallet,
  miner: koMiner,
  storage: koStorage,
  gas: koGas,
  stats: koStats,
  contract: koContract,
  name: koName,
  notice: koNotice,
  trust: koTrust,
  ecosystem: koEcosystem,
  wiki: koWiki,
  glossary: glossaryIn('ko'),
  inputs: koInputs,
  offline: koOffline,
  thing: koThing,
  race: koRace,
  problem: koProblem,
  share: koShare,
  favorite: koFavorite,
  network: koNetwork,
  claim: koClaim,
  verify: koVerify,
  interact: koInteract,
};

/** The English dictionary is the one that the keys are typed by. */
export type Dictionary = typeof en;

export const dictionaries = { en, zh, ko };
