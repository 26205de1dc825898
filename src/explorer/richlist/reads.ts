import { choice } from '../parameter.ts';
import { PAGING } from '../parameters.ts';
import { defineRead } from '../read.ts';
import { RANKED_KINDS, richList } from './list.ts';
import { richListSchema } from './schema.ts';

export const richListReads = {
  list: defineRead({
    path: '/rich-list',
    tag: 'address',
    summary: 'Accounts by balance, the largest first; pages are of one head (`head`)',
    params: {
      ...PAGING,
      actor: choice({
        description: 'Only actors of this kind',
        of: RANKED_KINDS,
        absent: null,
        refusal: ['badActor'],
      }),
    },
    schema: richListSchema,
    rows: 'richList',
    read: richList,
  }),
};
