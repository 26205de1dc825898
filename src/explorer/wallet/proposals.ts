import { PROPOSAL_STATUS, type ProposalStatus } from '#filecoin/actors/facts/multisig.ts';
import { methodName } from '#filecoin/actors/methods.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { sql } from 'kysely';
import type { RowOf } from '#store/schema.ts';
import { integerJson } from '#filecoin/encoding/integers.ts';
import { uint64, type Uint64 } from '#filecoin/encoding/uint64.ts';
import { unpackIds } from '#store/ids.ts';
import type { PastRow } from '#store/undo.ts';
import { findAccount, MULTISIG } from '../account/find.ts';
import { abisOf } from '../contract/abis.ts';
import { KnownSignatures } from '../contract/signatures.ts';
import { askedPage, type PageInput } from '../parameters.ts';
import { listPage, type ListPage } from '../listpage.ts';
import { calledTokens } from '../message/calledTokens.ts';
import { decodePayloads } from '../message/payload.ts';
import { evmMethodOf, selectorOf } from '../methods.ts';
import { namesAt } from '../names.ts';
import { headOf } from '../ordered.ts';
import { parsePaging, type PageRequest } from '../paging.ts';
import { asOf } from '../past.ts';
import { actorsVersions, exitNames } from '../versions.ts';
import { timeOf, type View } from '../view.ts';
import { firstSeen, listLength } from './counts.ts';
import type { Proposal, Proposals } from './schema.ts';
import { pendingCount, proposalKey, proposalsIn } from './status.ts';

/** What the signers of a multisig proposed, newest first; all, or of one status. Any other account has none. */
export async function proposalsOf(
  view: View,
  text: string,
  { status, ...input }: PageInput & { status: ProposalStatus | null },
): Promise<Proposals> {
  // The head is told by the page that is asked for: at an earlier one there may be no such account.
  const request = status === null ? await parsePaging(view, input) : null;
  const seen = request === null ? await headOf(view, askedPage(input)) : view;
  const { actor } = await findAccount(seen, text);
  const wallet =
    actor &&
    (await view.db
      .selectFrom('actor as a')
      .leftJoin('multisig as m', 'm.actor_id', 'a.id')
      .leftJoin('older_wallet as o', 'o.actor_id', 'a.id')
      .select(['m.threshold', 'm.signers', 'o.told', 'o.settled'])
      .where('a.id', '=', actor.id)
      .where('a.kind', '=', MULTISIG)
      .executeTakeFirst());
  if (!actor || !wallet)
    return {
      totalCount: 0,
      pendingCount: 0,
      approvalsThreshold: null,
      pendingTold: true,
      settledBefore: 0,
      proposals: [],
      next: null,
    };
  const { at, total, rows, next } =
    request === null
      ? await ofStatus(view, actor.id, status ?? 'pending', input)
      : await all(view, actor.id, request);
  const [walletThen, changed] = await Promise.all([at.changed('multisig'), at.changed('proposal')]);
  const threshold = walletThen.get(String(actor.id))?.threshold ?? wallet.threshold;
  const [pending, proposals] = await Promise.all([
    pendingCount(at, actor.id),
    proposalRows(
      at,
      rows.map((row) => ({ ...row, ...asOf<PastRow<'proposal'>>(changed, proposalKey(row), row) })),
      { threshold, signers: wallet.signers === null ? [] : unpackIds(wallet.signers) },
    ),
  ]);
  return {
    totalCount: total,
    pendingCount: pending,
    approvalsThreshold: threshold,
    pendingTold: wallet.told ?? true,
    settledBefore: wallet.told === null ? 0 : wallet.settled,
    proposals,
    next,
  };
}

/** A page of them, of the head that `at` is of. */
interface Page extends ListPage<RowOf<'proposal'>> {
  at: View;
}

async function all(view: View, actorId: number, request: PageRequest): Promise<Page> {
  const page = await listPage(view, request, {
    table: 'proposal',
    of: sql`actor_id = ${actorId}`,
    position: 'txn_id',
    ...(await listLength(view, actorId, 'proposals')),
  });
  return { at: view, ...page };
}

async function ofStatus(
  view: View,
  actorId: number,
  status: ProposalStatus,
  input: PageInput,
): Promise<Page> {
  const { at, total, ids, next } = await proposalsIn(view, actorId, status, input);
  const rows = await at.db
    .selectFrom('proposal')
    .selectAll()
    .where('actor_id', '=', actorId)
    .where('txn_id', '=', sql<number>`any(${ids}::int8[])`)
    .orderBy('txn_id', 'desc')
    .execute();
  return { at, total, rows, next };
}

/** A wallet as it is now; its threshold as far as it is known. */
interface Wallet {
  threshold: number | null;
  signers: readonly Uint64[];
}

async function proposalRows(
  view: View,
  rows: readonly RowOf<'proposal'>[],
  wallet: Wallet,
): Promise<Proposal[]> {
  const approvals = rows.map((row) => unpackIds(row.approvals));
  const { ids: targets, names } = await namesAt(
    view,
    rows.flatMap((row) => row.to_addr ?? []),
    [...rows.map((row) => row.proposer_id), ...approvals.flat(), ...wallet.signers],
  );
  const signer = (id: Uint64) => ({ address: names.shown(id), id: names.idText(id) });
  const stillMissing = (row: RowOf<'proposal'>, given: readonly Uint64[]) => {
    if (PROPOSAL_STATUS[row.status] !== 'pending') return { approvalsMissing: null, missing: [] };
    const { threshold, signers } = wallet;
    return {
      approvalsMissing: threshold === null ? null : Math.max(0, threshold - given.length),
      missing: signers.filter((id) => !given.includes(id)).map(signer),
    };
  };
  const calls = rows.map((row) => {
    const toId = row.to_addr && (targets.get(toHex(row.to_addr)) ?? null);
    const kind = row.to_addr && names.kindCalled(toId, row.to_addr);
    return { toId, kind, method: methodOf(row) };
  });
  const abis = await abisOf(
    view,
    calls.map(({ toId, kind }) => (kind === 'evm' ? toId : null)),
  );
  const recovered = new KnownSignatures();
  const [decoded, versions, exitName] = await Promise.all([
    decodePayloads(
      view,
      rows.map((row, index) => ({
        height: row.settled_height,
        kind: calls[index]?.kind ?? null,
        to: calls[index]?.toId,
        method: calls[index]?.method ?? 0,
        params: row.params,
        exitCode: row.exit_code,
        returned: row.return,
        abi: abis(calls[index]?.toId ?? null),
      })),
      recovered,
    ),
    actorsVersions(view),
    exitNames(
      view,
      rows.map((row) => row.exit_code ?? 0),
    ),
  ]);
  const called = rows.map((row, index) => {
    const { toId = null, kind = null, method = null } = calls[index] ?? {};
    const selector = method === null ? null : selectorOf(kind, method, row.params);
    const named = evmMethodOf(selector, { abi: abis(toId), recovered, params: row.params });
    return { named, id: selector === null ? null : toId, signature: named.evmMethod };
  });
  const tokens = await calledTokens(view, called);
  return rows.map((row, index): Proposal => {
    const { toId = null, kind = null, method = null } = calls[index] ?? {};
    const { named, id } = called[index] ?? { named: { evmMethod: '' }, id: null };
    return {
      id: row.txn_id,
      status: PROPOSAL_STATUS[row.status] ?? 'pending',
      proposer: row.proposer_id === null ? null : signer(row.proposer_id),
      to: row.to_addr && names.shown(toId, row.to_addr),
      toId: names.idTextOrNull(toId),
      toActor: names.kind(toId),
      value: row.value,
      method: method === null ? null : methodName(kind, method, versions(row.settled_height)),
      methodNumber: method === null ? null : integerJson(method),
      ...named,
      ...tokens({ id, signature: named.evmMethod }),
      params: row.params ? `0x${toHex(row.params)}` : '',
      approvals: (approvals[index] ?? []).map(signer),
      ...stillMissing(row, approvals[index] ?? []),
      ...firstSeen(view, row),
      message: row.cid && cidOf(row.cid),
      settledHeight: row.settled_height,
      settledTimestamp:
        row.settled_height === null ? null : timeOf(view.network, row.settled_height),
      settledMessage: row.settled_cid && cidOf(row.settled_cid),
      exitCode: row.exit_code === null ? null : integerJson(row.exit_code),
      exitCodeName:
        row.exit_code === null
          ? null
          : exitName(row.exit_code, row.settled_height ?? row.height, kind),
      return: row.return ? `0x${toHex(row.return)}` : '',
      ...decoded[index],
    };
  });
}

function methodOf(row: RowOf<'proposal'>) {
  return row.method === null ? null : uint64(BigInt(row.method));
}
