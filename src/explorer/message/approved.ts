/** Proposals that approvals are for: an approval has only the proposal's number in it. */
import type { Json, CarriedCall } from '#filecoin/actors/decode.ts';
import type { ActorKind } from '#filecoin/actors/kinds.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import { uint64 } from '#filecoin/encoding/uint64.ts';
import { encodeCbor } from '#filecoin/encoding/cbor.ts';
import { sql } from 'kysely';
import type { View } from '../view.ts';

/** Methods of a multisig. */
export const PROPOSE = 2;
const APPROVE = 3;

interface Approval {
  kind: ActorKind | null;
  method: Uint64;
  to?: Uint64 | null | undefined;
}

/**
 * Of each of these calls the proposal that it approves; null for other calls, and where the index does
 * not know what was proposed. One statement for all, none where nothing is approved.
 * @param params of the calls, decoded
 */
export async function approvedCalls(
  view: View,
  calls: readonly Approval[],
  params: readonly (Json | undefined)[],
): Promise<readonly (CarriedCall | null)[]> {
  const wanted = calls.map(({ kind, method, to }, index) => {
    if (kind !== 'multisig' || method !== APPROVE || typeof to !== 'number') return null;
    const number = numberIn(params[index]);
    return number === null ? null : { wallet: to, number };
  });
  const pairs = wanted.filter((pair) => pair !== null);
  if (pairs.length === 0) return calls.map(() => null);
  const rows = await view.db
    .selectFrom('proposal')
    .select(['actor_id', 'txn_id', 'to_addr', 'method', 'params'])
    .where(
      sql<boolean>`(actor_id, txn_id) in (select * from unnest(
        ${pairs.map(({ wallet }) => wallet)}::int8[], ${pairs.map(({ number }) => number)}::int8[]
      ))`,
    )
    .execute();
  const found = new Map(rows.map((row) => [`${row.actor_id}/${row.txn_id}`, row]));
  return wanted.map((pair) => {
    const row = pair && found.get(`${pair.wallet}/${pair.number}`);
    if (!row || row.to_addr === null || row.method === null) return null;
    const method = uint64(BigInt(row.method));
    return { to: row.to_addr, method, params: row.params ?? new Uint8Array() };
  });
}

/** The proposal's number in an approval's params. */
function numberIn(params: Json | undefined): number | null {
  if (typeof params !== 'object' || params === null || !('ID' in params)) return null;
  return Number.isSafeInteger(params.ID) ? Number(params.ID) : null;
}

/** Such a call as the params of a proposal; what it moves is not in it. */
export function asProposal({ to, method, params }: CarriedCall): Uint8Array {
  return encodeCbor([to, new Uint8Array(), method, params]);
}
