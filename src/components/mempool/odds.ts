/** What the shares of such offers that got in say of a pending message. */
import type { MessageDetail } from '#explorer/message/schema.ts';
import { isSeen } from '../gas/inclusion.ts';

type Offer = NonNullable<MessageDetail['offer']>;

/**
 * `none`: it offers less than any level, or nonces before it are missing. `after`: it waits for earlier
 * messages of its sender, whatever it offers. `unknown`: no other with such an offer has been seen to
 * come. `longer`: it has waited for longer than the shares look at.
 */
export type Odds = 'none' | 'after' | 'unknown' | 'longer' | 'shown';

/** `waited`: for how many epochs it has been in the pool. */
export function oddsOf(
  {
    level,
    earlier,
    missingNonces,
    inclusion,
  }: Pick<Offer, 'level' | 'earlier' | 'missingNonces' | 'inclusion'>,
  waited: number,
): Odds {
  if (level === null || missingNonces.length > 0) return 'none';
  if (earlier > 0) return 'after';
  if (!isSeen(inclusion)) return 'unknown';
  return waited > Math.max(...inclusion.map(({ tipsets }) => tipsets)) ? 'longer' : 'shown';
}
