/**
 * F3 certificates, kept as the head moves. They stand beside the chain: what they certify is never
 * reverted, and whatever goes wrong here, the chain is indexed on.
 */
import { CHAIN_FINALITY } from '#filecoin/epoch.ts';
import { NodeError } from '#node/errors.ts';
import type { Logger } from '#node/log.ts';
import type { F3CertificateJson, NodeClient } from '#node/types.ts';
import type { NewRow } from '#store/schema.ts';
import type { Store } from '#store/store.ts';
import { keyBytes } from '../decode/ids.ts';

/** Older ones that are asked for at once. */
const BATCH = 50;

type Row = NewRow<'certificate'>;

/**
 * Takes the node's newest certificate, and those between it and the newest that is stored, as far as
 * they certify something of the last 900 epochs. `headHeight`: of the index.
 */
export async function takeCertificates(
  { node, store, log }: { node: NodeClient; store: Store; log: Logger },
  headHeight: number,
): Promise<void> {
  try {
    const latest = await node.f3LatestCertificate();
    if (!latest) return;
    const stored = await store.db
      .selectFrom('certificate')
      .select('instance')
      .orderBy('instance', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (stored && stored.instance >= latest.GPBFTInstance) return;
    const rows = [
      rowOf(latest),
      ...(await between(node, stored?.instance ?? -1, latest, headHeight)),
    ];
    await store.db
      .insertInto('certificate')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    log.debug({ err: error }, 'No certificates');
  }
}

/** Newest first; those that the node does not tell are left out. */
async function between(
  node: NodeClient,
  known: number,
  latest: F3CertificateJson,
  headHeight: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  const least = Math.max(known, latest.GPBFTInstance - CHAIN_FINALITY);
  for (let top = latest.GPBFTInstance - 1; top > least; top -= BATCH) {
    const count = Math.min(BATCH, top - least);
    const asked = Array.from({ length: count }, (_, at) => top - at);
    const told = await Promise.all(asked.map((instance) => node.f3Certificate(instance)));
    const found = told.filter((certificate) => certificate !== null).map(rowOf);
    rows.push(...found);
    const oldest = found.at(-1);
    if (!oldest || oldest.base_height <= headHeight - CHAIN_FINALITY) break;
  }
  return rows;
}

function rowOf({ GPBFTInstance: instance, ECChain: chain }: F3CertificateJson): Row {
  const base = chain[0];
  const last = chain.at(-1);
  if (!base || !last) throw new NodeError('nonsense', 'F3GetCertificate', 'an empty chain');
  return {
    instance,
    base_height: base.Epoch,
    height: last.Epoch,
    key: keyBytes(last.Key),
  };
}
