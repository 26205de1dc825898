import { z } from 'zod';
import { countSchema, heightSchema } from '../wire.ts';

/** How sure it is that what is at a height stays. */
export const finalitySchema = z
  .object({
    status: z.enum(['included', 'executed', 'certified', 'final']).meta({
      description:
        'included: in the head, not yet run; executed: its child stands on it; certified: by F3; final: no longer reverted here',
    }),
    ecDepth: countSchema.meta({ description: 'Epochs between it and the head' }),
    ecProbability: z.number().min(0).max(1).nullable().meta({
      description:
        'Upper bound of the probability that it is ever reverted, by the EC finality calculator (FRC-0089); 0 from a depth of 900 on; null where the index lacks the epochs before it',
    }),
    f3Instance: countSchema.nullable().meta({
      description: 'F3 instance whose certificate finalises it; null where none is known',
    }),
    f3Height: heightSchema
      .nullable()
      .meta({ description: 'Height of the newest certified tipset; null without F3' }),
  })
  .meta({ id: 'Finality' });

export type Finality = z.infer<typeof finalitySchema>;
