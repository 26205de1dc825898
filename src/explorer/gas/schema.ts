import { z } from 'zod';
import { amountSchema, countSchema, heightSchema, timestampSchema } from '../wire.ts';
import { ACTIONS } from './actions.ts';
import { LEVELS } from './levels.ts';

const perGas = (description: string) =>
  amountSchema.meta({ description: `${description}, attoFIL per unit of gas` });

export const inclusionSchema = z
  .object({
    tipsets: countSchema.meta({ description: 'Within so many tipsets after it was first seen' }),
    seen: countSchema.meta({
      description:
        'Messages at or above the premium that this index first saw in the pool within the window, ten tipsets ago or longer: the same for 1, 3 and 10. Left out: what came before the window, got in or not, for of what came then only the slow are left; what was in the pool when the index began to watch it; what has a nonce gap or a fee cap below the base fee; what was replaced or dropped',
    }),
    included: countSchema.meta({ description: 'Those of them that were included so soon' }),
    share: z.number().nullable().meta({
      description: 'included ÷ seen; null when no arrival is known',
    }),
  })
  .meta({ id: 'GasInclusion' });

export const gasLevelSchema = z
  .object({
    level: z.enum(LEVELS),
    percentile: z.number().meta({
      description:
        'Place among the premiums of what got in, by number of messages: 0.5 is the median',
    }),
    premium: perGas('The gas premium to offer'),
    feeCap: perGas(
      'The premium and the highest base fee that there can be `feeCapEpochs` epochs from now',
    ),
    inclusion: z.array(inclusionSchema),
  })
  .meta({ id: 'GasLevel' });

export const gasSuggestionSchema = z
  .object({
    tipsets: z
      .array(
        z
          .object({
            height: heightSchema,
            timestamp: timestampSchema,
            baseFee: perGas('Base fee'),
            blocks: countSchema,
            messages: countSchema.meta({
              description: 'Distinct messages: executed ones, of the head those that it includes',
            }),
            gasLimit: z.string().meta({ description: 'Sum of their gas limits' }),
            fill: z.number().meta({ description: 'gasLimit ÷ (blocks × 10^10)' }),
          })
          .meta({ id: 'GasTipset' }),
      )
      .meta({ description: 'The last 60 tipsets, oldest first, the head included' }),
    baseFee: z
      .object({
        now: perGas('The head’s'),
        min: perGas('Lowest of these tipsets'),
        max: perGas('Highest'),
        mean: perGas('Mean, rounded down'),
      })
      .nullable(),
    fill: z.number().nullable().meta({
      description: 'Of all their blocks: gas limits ÷ (blocks × 10^10)',
    }),
    premiums: z
      .object({
        messages: countSchema,
        min: perGas('Lowest'),
        max: perGas('Highest'),
      })
      .nullable()
      .meta({
        description:
          'What got in left its miners: min(gas premium, max(0, gas fee cap − base fee)) of each message, at the base fee of its tipset. Messages that were refused before they ran do not count. Null when nothing got in',
      }),
    levels: z.array(gasLevelSchema).meta({
      description: 'low, typical and fast; empty when nothing got in',
    }),
    feeCapEpochs: countSchema.meta({
      description: 'The base fee rises by an eighth an epoch at most (rounded up)',
    }),
    actions: z
      .array(
        z
          .object({
            action: z.enum(ACTIONS),
            messages: countSchema.meta({
              description:
                'Successful ones of the last 2,880 epochs, among the newest 300 messages of each method',
            }),
            gasUsed: z.string().meta({ description: 'Their median' }),
            fees: z.array(amountSchema).meta({
              description:
                'gasUsed × (base fee now + premium), attoFIL, at each of `levels`; without what a gas limit that is too high adds',
            }),
          })
          .meta({ id: 'GasAction' }),
      )
      .meta({ description: 'What usual messages cost now; those that nobody sent are left out' }),
  })
  .meta({ id: 'GasSuggestion' });

export type GasInclusion = z.infer<typeof inclusionSchema>;
export type GasLevel = z.infer<typeof gasLevelSchema>;
export type GasSuggestion = z.infer<typeof gasSuggestionSchema>;
