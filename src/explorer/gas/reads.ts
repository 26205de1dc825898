/** What gas costs now. */
import { defineRead } from '../read.ts';
import { gasSuggestionSchema } from './schema.ts';
import { gasSuggestion, NO_SUGGESTION } from './suggestion.ts';

export const gasReads = {
  suggestion: defineRead({
    path: '/stats/gas/suggestion',
    tag: 'stats',
    summary: 'What to pay for gas: by the last 60 tipsets, what got in with them and how soon',
    description:
      '`low`, `typical` and `fast` are the premiums at a quarter, a half and nine tenths of the messages that got in with the last 60 tipsets, as far as their fee caps left them to the miner. Wallets get the node’s own estimates by `/rpc/v1`.',
    params: {},
    schema: gasSuggestionSchema,
    rows: 'tipsets',
    empty: () => NO_SUGGESTION,
    read: gasSuggestion,
  }),
};
