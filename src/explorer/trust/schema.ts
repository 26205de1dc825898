import { z } from 'zod';
import { countSchema, heightSchema } from '../wire.ts';

/** What hashes prove of a tipset: the parts of the ledger. */
export const PROOF_KINDS = ['messages', 'receipts', 'events', 'state'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

export const proofSchema = z
  .object({
    kind: z.enum(PROOF_KINDS).meta({
      description:
        'messages: what blocks include, by their headers; receipts: by the next header; events: by the receipts; state: which actors a tipset changed, by the two state roots',
    }),
    from: heightSchema.nullable().meta({
      description: 'From this height on it holds of every tipset; null where it does not now',
    }),
    tipsets: countSchema.meta({ description: 'Executed tipsets that it holds of' }),
    missing: countSchema.meta({
      description: 'Executed tipsets that were published without it',
    }),
  })
  .meta({ id: 'Proof' });

/** What this index has proven of what it tells. */
export const trustSchema = z
  .object({
    height: heightSchema,
    tipsets: countSchema.meta({ description: 'Executed tipsets of the index' }),
    proven: z
      .object({
        tipsets: countSchema.meta({
          description: 'Whose headers hash to their CIDs and name the one before',
        }),
        blocks: countSchema.meta({ description: 'Their headers' }),
        messages: countSchema.meta({ description: 'By the lists that headers name' }),
        receipts: countSchema.meta({ description: 'By the lists that the next headers name' }),
        events: countSchema.meta({ description: 'By the lists that receipts name' }),
        states: countSchema.meta({
          description: 'State roots compared with the one before, object by object',
        }),
        actors: countSchema.meta({
          description: 'Changes of actors, their balances included, that these showed',
        }),
        balances: countSchema.meta({
          description: 'Changed balances that are the one before plus the sum of all transfers',
        }),
      })
      .meta({ description: 'Counts since the index keeps them' }),
    proofs: z.array(proofSchema),
  })
  .meta({ id: 'Trust' });

export type Trust = z.infer<typeof trustSchema>;
export type Proof = z.infer<typeof proofSchema>;
