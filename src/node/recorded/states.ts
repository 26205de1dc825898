/**
 * States that the recording lacks and that are known all the same: an actor's `Head` is the hash of
 * its state, so one that was found by trying is as sure as one that the node told.
 */
import { idAddress } from '#filecoin/address.ts';
import { bigintToBytes } from '#filecoin/amount.ts';
import { CborCid, encodeCbor } from '#filecoin/encoding/cbor.ts';
import { blake2b256, cidOf, parseCid } from '#filecoin/encoding/cid.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A multisig's, as StateReadState gives it (builtin-actors, actors/multisig/src/state.rs). */
const Multisig = z.strictObject({
  Signers: z.array(z.string().regex(/^f0\d+$/)),
  NumApprovalsThreshold: z.int(),
  NextTxnID: z.int(),
  InitialBalance: z.string().regex(/^\d+$/),
  StartEpoch: z.int(),
  UnlockDuration: z.int(),
  PendingTxns: z.object({ '/': z.string() }),
});
const States = z.record(z.string(), Multisig);

/**
 * The JSON of states by the CID of their block, from the folder's `states.json`; none without that file.
 * @throws Error for a state that does not hash to its CID
 */
export async function readStates(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(folder, 'states.json'), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '{}';
    throw error;
  });
  const states = new Map<string, string>();
  for (const [cid, state] of Object.entries(States.parse(JSON.parse(text)))) {
    if (cidOf(blake2b256(multisigBlock(state))) !== cid)
      throw new Error(`states.json: the state of ${cid} hashes to another CID.`);
    states.set(cid, JSON.stringify(state));
  }
  return states;
}

function multisigBlock(state: z.infer<typeof Multisig>): Uint8Array {
  return encodeCbor([
    state.Signers.map((signer) => idAddress(BigInt(signer.slice(2)))),
    state.NumApprovalsThreshold,
    state.NextTxnID,
    bigintToBytes(BigInt(state.InitialBalance)),
    state.StartEpoch,
    state.UnlockDuration,
    new CborCid(parseCid(state.PendingTxns['/'])),
  ]);
}
