import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import * as initial from './migrations/0001_initial.ts';
import * as mempool from './migrations/0002_mempool.ts';
import * as miners from './migrations/0003_miners.ts';
import * as sectors from './migrations/0004_sectors.ts';
import * as deals from './migrations/0005_deals.ts';
import * as network from './migrations/0006_network.ts';
import * as tokens from './migrations/0007_tokens.ts';
import * as contracts from './migrations/0008_contracts.ts';
import * as names from './migrations/0009_names.ts';
import * as wallets from './migrations/0010_wallets.ts';
import * as olderWallets from './migrations/0011_older_wallets.ts';
import * as undoParts from './migrations/0012_undo_parts.ts';
import * as methodFamily from './migrations/0013_method_family.ts';
import * as proofs from './migrations/0017_proofs.ts';
import * as actorBundle from './migrations/0018_actor_bundle.ts';
import * as opening from './migrations/0019_opening.ts';
import * as olderDeals from './migrations/0020_older_deals.ts';
import * as vesting from './migrations/0021_vesting.ts';
import * as wideNumbers from './migrations/0022_wide_numbers.ts';
import * as ofNobody from './migrations/0023_of_nobody.ts';
import * as wideSizes from './migrations/0024_wide_sizes.ts';
import * as tagClaims from './migrations/0025_tag_claims.ts';
import * as verifiedSources from './migrations/0026_verified_sources.ts';
import * as verificationJobs from './migrations/0027_verification_jobs.ts';
import * as diamonds from './migrations/0028_diamonds.ts';
import * as verifiedSignatures from './migrations/0029_verified_signatures.ts';
import * as submittedFor from './migrations/0030_submitted_for.ts';
import * as verifiedMembers from './migrations/0031_verified_members.ts';
import * as seriesHour from './migrations/0032_series_hour.ts';
import * as pieceCids from './migrations/0033_piece_cids.ts';
import * as proposalStatus from './migrations/0034_proposal_status.ts';
import * as diamondsByField from './migrations/0035_diamonds_by_field.ts';
import * as beacons from './migrations/0036_beacons.ts';
import type { Database } from './schema.ts';

/** Every migration, in order. Named here rather than found in a folder: nothing runs that is not imported. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001_initial': initial,
  '0002_mempool': mempool,
  '0003_miners': miners,
  '0004_sectors': sectors,
  '0005_deals': deals,
  '0006_network': network,
  '0007_tokens': tokens,
  '0008_contracts': contracts,
  '0009_names': names,
  '0010_wallets': wallets,
  '0011_older_wallets': olderWallets,
  '0012_undo_parts': undoParts,
  '0013_method_family': methodFamily,
  '0017_proofs': proofs,
  '0018_actor_bundle': actorBundle,
  '0019_opening': opening,
  '0020_older_deals': olderDeals,
  '0021_vesting': vesting,
  '0022_wide_numbers': wideNumbers,
  '0023_of_nobody': ofNobody,
  '0024_wide_sizes': wideSizes,
  '0025_tag_claims': tagClaims,
  '0026_verified_sources': verifiedSources,
  '0027_verification_jobs': verificationJobs,
  '0028_diamonds': diamonds,
  '0029_verified_signatures': verifiedSignatures,
  '0030_submitted_for': submittedFor,
  '0031_verified_members': verifiedMembers,
  '0032_series_hour': seriesHour,
  '0033_piece_cids': pieceCids,
  '0034_proposal_status': proposalStatus,
  '0035_diamonds_by_field': diamondsByField,
  '0036_beacons': beacons,
};

/**
 * Brings the schema up to date. Processes that start at the same time on one server wait for each
 * other (advisory lock). Answers the names of the migrations that ran.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map((result) => result.migrationName);
}
