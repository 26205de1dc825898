import { z } from 'zod';
import { cidSchema, heightSchema } from '../wire.ts';

/** `{}` when nothing matches. */
export const searchResultSchema = z
  .union([
    z.object({ type: z.literal('tipset'), height: heightSchema }),
    z.object({ type: z.literal('block'), cid: cidSchema }),
    z.object({ type: z.literal('message'), cid: cidSchema }),
    z.object({ type: z.literal('address'), address: z.string() }),
    z.object({ type: z.literal('peer'), id: z.string() }),
    z.strictObject({}),
  ])
  .meta({ id: 'SearchResult' });

export type SearchResult = z.infer<typeof searchResultSchema>;
