import { accountNamesSchema, nameActionsSchema, nameDetailSchema } from '#explorer/name/schema.ts';
import { PAGING, type Endpoint } from './endpoint.ts';

export const NAME_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/name/list',
    tag: 'name',
    summary: 'Registrations of the name service, newest first',
    query: PAGING,
    schema: nameActionsSchema,
    rows: 'actions',
    read: (explorer, _part, query) => explorer.name.registrations(query),
  },
  {
    path: '/name/{name}',
    tag: 'name',
    summary: 'A name: who holds and controls it, where it points to, until when',
    part: 'name',
    query: [],
    schema: nameDetailSchema,
    read: (explorer, part) => explorer.name.get(part),
  },
  {
    path: '/name/{name}/history',
    tag: 'name',
    summary: 'What was done with a name, newest first',
    part: 'name',
    query: PAGING,
    schema: nameActionsSchema,
    rows: 'actions',
    read: (explorer, part, query) => explorer.name.history(part, query),
  },
  {
    path: '/address/{address}/names',
    tag: 'name',
    summary: 'Names that an account holds, and what it calls itself',
    part: 'address',
    query: PAGING,
    schema: accountNamesSchema,
    rows: 'names',
    read: (explorer, part, query) => explorer.name.heldBy(part, query),
  },
  {
    path: '/address/{address}/name-actions',
    tag: 'name',
    summary: 'What an account did with names, newest first',
    part: 'address',
    query: PAGING,
    schema: nameActionsSchema,
    rows: 'actions',
    read: (explorer, part, query) => explorer.name.actionsOf(part, query),
  },
];
