/** What is not found may come without a new head: to the message pool, or as a token's name. */
import { ethForm } from '#filecoin/forms.ts';
import { thingPath } from '#format/thingPath.ts';
import { rows, searched } from '../parameters.ts';
import { defineRead } from '../read.ts';
import { find } from './find.ts';
import { searchResultSchema, suggestionsSchema } from './schema.ts';
import { suggest } from './suggest.ts';

export const searchReads = {
  find: defineRead({
    path: '/search',
    tag: 'network',
    summary: 'What a height, CID, hash, address, name or token stands for; {} when nothing',
    params: { id: searched.id },
    schema: searchResultSchema,
    fresh: true,
    empty: () => ({}),
    async read(view, { id }) {
      const result = await find(view, id);
      view.fresh = !('type' in result);
      return result;
    },
  }),
  suggest: defineRead({
    path: '/search/suggest',
    tag: 'network',
    summary: 'What a text that is being typed may stand for, exact matches first',
    params: { q: searched.q, limit: rows('limit', { absent: 10 }) },
    schema: suggestionsSchema,
    fresh: true,
    empty: () => [],
    async read(view, { q, limit }) {
      const things = await suggest(view, q, limit);
      view.fresh = things.length === 0;
      return things.map((thing) => {
        const id = ethForm(thing.id);
        return { ...thing, id, path: thingPath(view.language, thing.kind, id) };
      });
    },
  }),
};
