/** Names of the network's name services (its data file); empty where it has none. */
import { PAGING } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { nameActionsOf, nameHistory, registrations } from './actions.ts';
import { getName, namesHeldBy } from './get.ts';
import {
  accountNamesSchema,
  nameActionsSchema,
  nameDetailSchema,
  nameRegistrationsSchema,
} from './schema.ts';

export const nameReads = {
  registrations: defineRead({
    path: '/name/list',
    tag: 'name',
    summary:
      'Registrations of the name service, newest first, each with until when the name is held now',
    params: PAGING,
    schema: nameRegistrationsSchema,
    rows: 'actions',
    read: registrations,
  }),
  /** With its suffix or without. What nobody registered is not found. */
  get: defineRead({
    path: '/name/{name}',
    tag: 'name',
    summary: 'A name: who holds and controls it, where it points to, until when',
    params: { name: PARTS.name },
    schema: nameDetailSchema,
    read: (view, { name }) => getName(view, name),
  }),
  history: defineRead({
    path: '/name/{name}/history',
    tag: 'name',
    summary: 'What was done with a name, newest first',
    params: { name: PARTS.name, ...PAGING },
    schema: nameActionsSchema,
    rows: 'actions',
    read: (view, { name, ...page }) => nameHistory(view, name, page),
  }),
  heldBy: defineRead({
    path: '/address/{address}/names',
    tag: 'name',
    summary: 'Names that an account holds, and what it calls itself',
    params: { address: PARTS.registrant, ...PAGING },
    schema: accountNamesSchema,
    rows: 'names',
    read: (view, { address, ...page }) => namesHeldBy(view, address, page),
  }),
  actionsOf: defineRead({
    path: '/address/{address}/name-actions',
    tag: 'name',
    summary: 'What an account did with names, newest first',
    params: { address: PARTS.registrant, ...PAGING },
    schema: nameActionsSchema,
    rows: 'actions',
    read: (view, { address, ...page }) => nameActionsOf(view, address, page),
  }),
};
