/**
 * Sectors: a status, a history and an expiration each. What happens to them is told by
 *
 * - calls (messages and what they caused), for pre-commitments, activations (items of a batch that
 *   succeeded), replica updates, extensions, declared faults and recoveries, sectors skipped in a
 *   window proof, terminations, and the proofs themselves;
 * - the node's StateMinerSectors, for what calls leave out of sectors that came to life or got new
 *   content: one call per provider and tipset, for these sectors only; without it the pledge is not
 *   known and the power only where the call names the pieces;
 * - the node's sets of faulty and recovering sectors, for what cron does: missed proofs, recoveries
 *   proven and failed, faulty sectors that are given up. They are asked for when the provider's
 *   deadlines have a new CID, and only where its count of sectors tells of faults;
 * - the count of live sectors, for expiry on time, which leaves no trace: as many as are missing are
 *   taken from the sectors whose expiration is past, those known to be in the deadline that just
 *   ended first, none known to be in another one, the oldest expiration first. Where a provider's
 *   sectors of one expiration are spread over deadlines that no call ever named, which of them ended
 *   may so be told some hours too early or too late;
 * - the protocol's own term, for pre-commitments that lapse.
 *
 * Where the node does not tell the sets, only what was declared is known (`told_faults`), and what
 * the counts leave unexplained shows as a difference between `told_live` and the set of live ones.
 * Pre-commitments that are older than the index are not told by any node, nor are ended sectors.
 */
import { definePart } from '../part.ts';
import { foldSectors } from './fold.ts';
import { gatherSectors, type Facts } from './gather.ts';
import { loadSectors, lookedAt, touches } from './load.ts';

export const SECTORS = definePart<Facts>('sectors', {
  gather: gatherSectors,
  touches,
  load: loadSectors,
  sectors: lookedAt,
  fold: foldSectors,
});
