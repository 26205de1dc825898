/** Lists are newest first; `address` takes those of one client or provider. */
import { PAGING, party } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { getAllocation, getClaim, listAllocations, listClaims } from './allocations.ts';
import { accountDataCap, getClient, listClients } from './clients.ts';
import {
  accountDataCapSchema,
  allocationListSchema,
  allocationSchema,
  claimListSchema,
  claimSchema,
  dataCapClientDetailSchema,
  dataCapClientListSchema,
  verifierDetailSchema,
  verifierListSchema,
} from './schema.ts';
import { getVerifier, listVerifiers } from './verifiers.ts';

const NOTHING = { totalCount: 0, next: null };

export const dataCapReads = {
  verifiers: defineRead({
    path: '/datacap/verifiers',
    tag: 'deal',
    summary: 'Allocators (verifiers) of DataCap, newest first',
    params: PAGING,
    schema: verifierListSchema,
    rows: 'verifiers',
    empty: () => ({ ...NOTHING, verifiers: [] }),
    read: listVerifiers,
  }),
  verifier: defineRead({
    path: '/datacap/verifiers/{address}',
    tag: 'deal',
    summary: 'A verifier and what it granted, newest first',
    params: { address: PARTS.verifier, ...PAGING },
    schema: verifierDetailSchema,
    rows: 'changes',
    read: (view, { address, ...page }) => getVerifier(view, address, page),
  }),
  clients: defineRead({
    path: '/datacap/clients',
    tag: 'deal',
    summary: 'Accounts that have or had DataCap, newest first',
    params: PAGING,
    schema: dataCapClientListSchema,
    rows: 'clients',
    empty: () => ({ ...NOTHING, clients: [] }),
    read: listClients,
  }),
  client: defineRead({
    path: '/datacap/clients/{address}',
    tag: 'deal',
    summary: 'An account with DataCap and how it changed, newest first',
    params: { address: PARTS.client, ...PAGING },
    schema: dataCapClientDetailSchema,
    rows: 'changes',
    read: (view, { address, ...page }) => getClient(view, address, page),
  }),
  allocations: defineRead({
    path: '/datacap/allocations',
    tag: 'deal',
    summary: 'DataCap allocated to pieces, newest first',
    params: { ...PAGING, address: party },
    schema: allocationListSchema,
    rows: 'allocations',
    empty: () => ({ ...NOTHING, allocations: [] }),
    read: listAllocations,
  }),
  allocation: defineRead({
    path: '/datacap/allocations/{id}',
    tag: 'deal',
    summary: 'An allocation',
    params: { id: PARTS.allocation },
    schema: allocationSchema,
    read: (view, { id }) => getAllocation(view, id),
  }),
  claims: defineRead({
    path: '/datacap/claims',
    tag: 'deal',
    summary: 'Claimed allocations, newest first',
    params: { ...PAGING, address: party },
    schema: claimListSchema,
    rows: 'claims',
    empty: () => ({ ...NOTHING, claims: [] }),
    read: listClaims,
  }),
  claim: defineRead({
    path: '/datacap/claims/{id}',
    tag: 'deal',
    summary: 'A claim, by the number of its allocation',
    params: { id: PARTS.allocation },
    schema: claimSchema,
    read: (view, { id }) => getClaim(view, id),
  }),
  ofAccount: defineRead({
    path: '/address/{address}/datacap',
    tag: 'address',
    summary: 'What DataCap an account may grant and use, and how it changed, newest first',
    params: { address: PARTS.grantee, ...PAGING },
    schema: accountDataCapSchema,
    rows: 'changes',
    read: (view, { address, ...page }) => accountDataCap(view, address, page),
  }),
};
