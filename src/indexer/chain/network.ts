/** The network that an index is of: written once, checked at every start. */
import type { Kysely } from 'kysely';
import { equalBytes } from '#filecoin/encoding/bytes.ts';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import type { Logger } from '#node/log.ts';
import type { NodeInfo } from '#node/types.ts';
import type { Database } from '#store/schema.ts';
import { digest } from '../decode/ids.ts';
import { storableText } from '../decode/text.ts';
import { checkKey, secondsOf } from '../decode/tipset.ts';
import { WrongChainError } from '../errors.ts';

/** A chain up to this height is indexed from its genesis unless configured otherwise. */
const YOUNG_CHAIN = 30 * EPOCHS_PER_DAY;

/**
 * Answers the first height of the index. A new index begins at `startHeight`, else at the genesis of
 * a young chain, else with the last final day. `surelyFinal` is asked where what seems to be final
 * lies below the configured start.
 * Throws WrongChainError when the index is of another chain than the node's.
 */
export async function openNetwork(
  db: Kysely<Database>,
  info: NodeInfo,
  seemsFinal: { height: number },
  startHeight: number | undefined,
  log: Logger,
  surelyFinal: () => Promise<{ height: number }>,
): Promise<number> {
  const genesisCid = info.genesis.Cids[0];
  const genesisBlock = info.genesis.Blocks[0];
  if (!genesisCid || !genesisBlock || info.genesis.Height !== 0)
    throw new WrongChainError('The node tells of no genesis');
  checkKey(info.genesis, info.genesis.Cids);
  const genesis = digest(genesisCid);
  const row = await db.selectFrom('network').selectAll().executeTakeFirst();
  if (row) {
    if (!equalBytes(row.genesis, genesis))
      throw new WrongChainError(
        `The index is of the network ${row.name}, the node of ${info.networkName}, with another genesis`,
      );
    if (startHeight !== undefined && startHeight !== row.start_height)
      log.warn(
        { startHeight, indexed: row.start_height },
        'The index begins at another height than configured; that only counts for a new index',
      );
    // Taken for a live node when it could not say so, a recording is not played for one for ever.
    if (row.recorded !== info.recorded)
      await db.updateTable('network').set({ recorded: info.recorded }).execute();
    return row.start_height;
  }
  // What comes first is never reverted: it has to be final.
  const low = startHeight !== undefined && startHeight > seemsFinal.height;
  const final = low ? await surelyFinal() : seemsFinal;
  const wanted = startHeight ?? (final.height <= YOUNG_CHAIN ? 0 : final.height - EPOCHS_PER_DAY);
  const start = Math.max(info.firstHeight, Math.min(final.height, wanted));
  if (startHeight !== undefined && startHeight > start)
    log.warn(
      { startHeight, start },
      'The configured start is not final yet: the index begins lower',
    );
  await db
    .insertInto('network')
    .values({
      name: storableText(info.networkName, 100),
      genesis,
      genesis_timestamp: secondsOf(genesisBlock),
      epoch_seconds: info.params.BlockDelaySecs,
      chain_id: info.chainId,
      address_prefix: genesisBlock.Miner.startsWith('t') ? 't' : 'f',
      start_height: start,
      recorded: info.recorded,
    })
    .execute();
  log.info({ network: info.networkName, startHeight: start }, 'A new index begins');
  return start;
}
