import type { Explorer } from '#explorer/index.ts';
import { attempt } from '../page/attempt.ts';

/** Where there is a contract, or may be one yet: a placeholder only has its address. */
const CONTRACTS: ReadonlySet<string> = new Set(['evm', 'placeholder']);

/**
 * The kind of the actor at an address that is not a contract’s and will not be; null where the index knows
 * of none, or cannot tell yet.
 */
export async function otherActor(
  account: Pick<Explorer['account'], 'get'>,
  address: string,
): Promise<string | null> {
  const found = await attempt(() => account.get(address));
  const actor = found.ok ? found.value.data.actor : null;
  return actor === null || CONTRACTS.has(actor) ? null : actor;
}
