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
  'epoch',
  'block',
  'message',
  'address',
  'token',
  'name',
  'deal',
  'allocation',
  'peer',
  'piece',
  'sector',
  'method',
  'function',
  'project',
  'page',
] as const;

export const suggestionSchema = z
  .object({
    kind: z.enum(SUGGESTION_KINDS).meta({
      description:
        'What it is: `epoch` is a height still to come, `piece` data of deals and sectors, `sector` one of a storage provider, `method` of messages (its page lists them), `function` of a verified contract (by its whole name), `project` of the ecosystem, `page` a page of this site, or a term’s place in its glossary',
    }),
    id: z.string().meta({
      description:
        'Height, CID, address in the form in which it is shown, name, number of a deal or an allocation, or peer id; of a sector provider/number, of a method its name, of a function name/address, of a project category_key, of a page its path without the language',
    }),
    label: z.string().meta({
      description:
        'What it is called (a tag, a token’s name and symbol, a name; bounded, any text), else its id; of an account its f0 form, of a height still to come the time when it is due, of one found by a time that height’s own',
    }),
    about: z.string().optional().meta({
      description:
        'What that is, in the reader’s language, where its id is only for links: of a page the part of the site, or the word for what is on it that was found; of a project its category; of a method what its page lists; of a function its contract',
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
