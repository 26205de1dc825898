import { ethAddressOf, idAddress } from '#filecoin/address.ts';
import { kindAt } from '#filecoin/actors/kinds.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { integerJson } from '#filecoin/encoding/integers.ts';
import { unpackIds } from '#store/ids.ts';
import { accountContract } from '../contract/get.ts';
import { storageCounts } from '../deal/counts.ts';
import { namesOf } from '../names.ts';
import { holderBytes } from '../token/holder.ts';
import { NotFound } from '../errors.ts';
import { minerDetail, minerDetailAt } from '../miner/detail.ts';
import { minerOf } from '../miner/find.ts';
import { relatedMiners } from '../miner/related.ts';
import type { MinerDetail } from '../miner/schema.ts';
import { dateOf, timeOf, type View } from '../view.ts';
import { balanceAt } from './balance.ts';
import { codeOf } from './code.ts';
import { accountTokens, tokenInfo } from '../token/account.ts';
import { walletCounts } from '../wallet/counts.ts';
import { findAccount, MULTISIG, type ActorRow } from './find.ts';
import { addressForms } from './forms.ts';
import { countFailedOf } from './lists.ts';
import type { AccountDetail, Multisig } from './schema.ts';
import { lockedAt, scheduleOf, unlockedOf, unlockEnd } from './vesting.ts';

/** An account of any kind, by any form of its address. */
export async function getAccount(
  view: View,
  text: string,
  asked: number | null,
): Promise<AccountDetail> {
  const height = heightIn(view, asked);
  const { address, actor } = await findAccount(view, text);
  if (!actor) return absent(view, address, await countFailedOf(view, address));
  const { robust, delegated } = actor;
  const [
    names,
    multisig,
    miner,
    tokens,
    info,
    forms,
    actorCode,
    balance,
    wallets,
    storage,
    related,
    contract,
  ] = await Promise.all([
    namesOf(view, [actor.id]),
    // A wallet's signers and schedule are known as they are now.
    height === null && actor.kind === MULTISIG ? multisigOf(view, actor) : null,
    minerIn(view, actor, height),
    accountTokens(view, holderBytes(address, actor)),
    tokenInfo(view, actor),
    addressForms(view, address, actor),
    codeOf(view, actor),
    height === null ? actor.balance : balanceAt(view, actor.id, height),
    walletCounts(view, actor),
    storageCounts(view, actor),
    relatedMiners(view, actor.id),
    accountContract(view, actor),
  ]);
  const robustText = robust && names.text(robust);
  // What the index found at its beginning is older than that, except in the genesis.
  const since = (height: number): number | null =>
    height < view.network.startHeight ? null : height;
  const created = since(actor.created_height);
  const seen = since(actor.last_seen_height);
  return {
    id: names.idText(actor.id),
    address: names.shown(actor.id),
    ...(robustText === null ? {} : { robust: robustText, robustAddress: robustText }),
    delegatedAddress: delegated && names.text(delegated),
    ethAddress: ethAddressOf(delegated ?? idAddress(actor.id)),
    forms,
    tag: names.tag(actor.id),
    ...names.itself(actor.id),
    actor: kindAt(actor.kind),
    actorCode,
    status: actor.deleted_height === null ? 'active' : 'deleted',
    nonce: integerJson(actor.nonce),
    createHeight: created,
    createTimestamp: created === null ? null : timeOf(view.network, created),
    createMessage: actor.created_by && cidOf(actor.created_by),
    ...(actor.deleted_height === null
      ? {}
      : {
          deleteHeight: actor.deleted_height,
          deleteTimestamp: timeOf(view.network, actor.deleted_height),
        }),
    lastSeenHeight: seen,
    lastSeenTimestamp: seen === null ? null : timeOf(view.network, seen),
    balance,
    messageCount: actor.message_count,
    transferCount: actor.transfer_count,
    tokenTransferCount: tokens.transferCount,
    tokens: tokens.tokens,
    nftCount: tokens.nftCount,
    ...wallets,
    ...storage,
    ...(info
      ? { tokenInfo: { address: names.shown(actor.id), id: names.idText(actor.id), ...info } }
      : {}),
    eventLogCount: actor.event_count,
    timestamp: height === null ? view.head.timestamp : timeOf(view.network, height),
    ...(height === null ? {} : { height }),
    ...related,
    ...(miner ? { miner } : {}),
    ...(multisig ? { multisig } : {}),
    ...contract,
  };
}

/** The height that was asked for; null for the head. Throws NotFound outside of the index. */
function heightIn({ head, network }: View, height: number | null): number | null {
  if (height === null) return null;
  if (height > head.height) throw new NotFound('noTipset', { height });
  if (height < network.startHeight)
    throw new NotFound('tipsetBeforeIndex', { height, start: network.startHeight });
  return height;
}

/** Null for an account that is no storage provider, or was none yet. */
async function minerIn(
  view: View,
  actor: ActorRow,
  height: number | null,
): Promise<MinerDetail | null> {
  const miner = await minerOf(view, actor);
  if (!miner) return null;
  return height === null ? minerDetail(view, miner) : minerDetailAt(view, miner.id, height);
}

/** A valid address that is still to be created. */
async function absent(
  view: View,
  address: Uint8Array,
  messageCount: number,
): Promise<AccountDetail> {
  const [names, tokens, forms] = await Promise.all([
    namesOf(view, []),
    accountTokens(view, holderBytes(address, null)),
    addressForms(view, address, null),
  ]);
  const text = names.text(address);
  return {
    id: null,
    address: text,
    robust: text,
    robustAddress: text,
    delegatedAddress: address[0] === 4 ? text : null,
    ethAddress: ethAddressOf(address),
    forms,
    tag: names.tag(null, address),
    actor: null,
    actorCode: null,
    status: 'absent',
    nonce: 0,
    createHeight: null,
    createTimestamp: null,
    createMessage: null,
    lastSeenHeight: null,
    lastSeenTimestamp: null,
    balance: '0',
    messageCount,
    transferCount: 0,
    tokenTransferCount: tokens.transferCount,
    tokens: tokens.tokens,
    nftCount: tokens.nftCount,
    proposalCount: 0,
    pendingProposalCount: 0,
    channelCount: 0,
    dealCount: 0,
    pieceCount: 0,
    dataCapCount: 0,
    eventLogCount: 0,
    timestamp: view.head.timestamp,
    ownedMiners: [],
    workerMiners: [],
    benefitedMiners: [],
  };
}

async function multisigOf(view: View, actor: ActorRow): Promise<Multisig | null> {
  const row = await view.db
    .selectFrom('multisig as m')
    .leftJoin('older_wallet as o', 'o.actor_id', 'm.actor_id')
    .selectAll('m')
    .select('o.told')
    .where('m.actor_id', '=', actor.id)
    .executeTakeFirst();
  if (!row) return null;
  const signers = unpackIds(row.signers);
  const names = await namesOf(view, signers);
  const vests = row.unlock_duration > 0;
  const schedule = scheduleOf(row);
  const { height } = view.head;
  return {
    signers: signers.map((id) => names.shown(id)),
    signerIds: signers.map((id) => names.idText(id)),
    approvalsThreshold: row.threshold,
    initialBalance: row.initial_balance,
    availableBalance: unlockedOf(actor.balance, schedule, height),
    lockingBalance: lockedAt(schedule, height).toString(),
    unlockDuration: integerJson(row.unlock_duration),
    unlockStartEpoch: vests ? integerJson(row.start_epoch) : null,
    unlockStartTimestamp: vests ? dateOf(view.network, row.start_epoch) : null,
    unlockEndTimestamp: vests ? dateOf(view.network, unlockEnd(schedule)) : null,
    nextTxnId: row.next_txn_id,
    pendingTold: row.told ?? true,
  };
}
