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

const SUGGESTION_KINDS = [
  'tipset',
  'block',
  'message',
  'address',
  'token',
  'name',
  'deal',
  'peer',
] as const;

export const suggestionSchema = z
  .object({
    kind: z.enum(SUGGESTION_KINDS),
    id: z.string().meta({
      description:
        'Height, CID, address in the form in which it is shown, name, number of a deal, or peer id',
    }),
    label: z.string().meta({
      description:
        'What it is called (a tag, a token’s name and symbol, a name; bounded, any text), else its id; of an account its f0 form',
    }),
    path: z.string().meta({ description: 'Its page on this site, in the reader’s language' }),
    match: z.enum(['exact', 'prefix', 'word']).meta({
      description: 'The text is all of it, its beginning, or the beginning of a word in it',
    }),
  })
  .meta({ id: 'Suggestion' });

/** Exact ones first. */
export const suggestionsSchema = z.array(suggestionSchema);

export type SearchResult = z.infer<typeof searchResultSchema>;
export type Suggestion = z.infer<typeof suggestionSchema>;
/** A suggestion before the site says where its page is. */
export type FoundThing = Omit<Suggestion, 'path'>;
