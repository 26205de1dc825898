/** Shapes of the node's JSON in fixtures. */
import { z } from 'zod';

export const cid = z.object({ '/': z.string() });
export const signature = z.object({ Type: z.number(), Data: z.string() });

export const message = z.object({
  Version: z.number(),
  To: z.string(),
  From: z.string(),
  Nonce: z.number(),
  Value: z.string(),
  GasLimit: z.number(),
  GasFeeCap: z.string(),
  GasPremium: z.string(),
  Method: z.number(),
  Params: z.string().nullable(),
});

export const header = z.object({
  Miner: z.string(),
  Ticket: z.object({ VRFProof: z.string().nullable() }).nullable(),
  ElectionProof: z.object({ WinCount: z.number(), VRFProof: z.string().nullable() }).nullable(),
  BeaconEntries: z.array(z.object({ Round: z.number(), Data: z.string() })).nullable(),
  WinPoStProof: z.array(z.object({ PoStProof: z.number(), ProofBytes: z.string() })).nullable(),
  Parents: z.array(cid),
  ParentWeight: z.string(),
  Height: z.number(),
  ParentStateRoot: cid,
  ParentMessageReceipts: cid,
  Messages: cid,
  BLSAggregate: signature.nullable(),
  Timestamp: z.number(),
  BlockSig: signature.nullable(),
  ForkSignaling: z.number(),
  ParentBaseFee: z.string(),
});
