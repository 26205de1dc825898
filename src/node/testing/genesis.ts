/** The state that mainnet began with, of actors version 0 (written by scripts/fixtures/genesis.ts). */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import { blake2b256, cidOf } from '#filecoin/encoding/cid.ts';
import { sourceOf, type CountedSource } from '#filecoin/ipld/testing/objects.ts';
import * as schemas from '../schemas.ts';
import type { TipsetJson } from '../types.ts';

const FILE = new URL('../../../data/fixtures/state/mainnet-genesis.ndjson.gz', import.meta.url);

const Begin = z.object({ tipset: schemas.Tipset });
const Balances = z.object({ balances: z.array(z.tuple([z.string(), z.string()])).min(1) });
const Multisig = z.object({
  Signers: z.array(z.string()),
  NumApprovalsThreshold: z.int(),
  StartEpoch: z.int(),
  UnlockDuration: z.int(),
});
const Multisigs = z.object({ multisigs: z.array(z.tuple([z.string(), Multisig])).min(1) });
const Row = z.object({ cid: z.string(), data: z.string() });

export interface Genesis {
  readonly tipset: TipsetJson;
  readonly objects: CountedSource;
  /** As others tell it: attoFIL of each actor, and what the multisigs were made with (keys of signers). */
  readonly balances: readonly (readonly [address: string, balance: string])[];
  readonly multisigs: readonly (readonly [address: string, made: z.infer<typeof Multisig>])[];
}

export function readGenesis(): Genesis {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trimEnd().split('\n');
  const [begin, balances, multisigs, ...rows] = lines.map((line) => JSON.parse(line) as unknown);
  const objects = new Map(
    rows.map((row) => {
      const { cid, data } = Row.parse(row);
      const object = fromBase64(data);
      if (cidOf(blake2b256(object)) !== cid) throw new Error(`not the object ${cid}`);
      return [cid, object];
    }),
  );
  return {
    ...Begin.parse(begin),
    ...Balances.parse(balances),
    ...Multisigs.parse(multisigs),
    objects: sourceOf(objects),
  };
}
