/** Contracts of the FEVM; addresses in any form. What is no contract is not found. */
import { choice } from '../parameter.ts';
import { dates, days, OFFSET_PAGING, PAGING, sortBy, USE_SORTS } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineInner, defineRead } from '../read.ts';
import { contractCallers, contractCalls } from './calls.ts';
import { getContract } from './get.ts';
import { createdContracts, listContracts } from './lists.ts';
import {
  contractCallersSchema,
  contractCallsSchema,
  contractDetailSchema,
  contractListSchema,
  createdContractsSchema,
  fevmAddressSchema,
  fevmDaysSchema,
  verifiedContractsSchema,
} from './schema.ts';
import { signaturesBy } from './signatures.ts';
import { fevmAddresses, fevmDays } from './stats.ts';
import { verifiedContracts } from './verified.ts';

const METRICS = ['createContractCount', 'invokeCount', 'gasFee'] as const;

export const contractReads = {
  get: defineRead({
    path: '/address/{address}/contract',
    tag: 'contract',
    summary: 'A contract: source when verified, code, creation, proxy',
    description: 'The rows of its exports are what the proxy was set to.',
    params: { address: PARTS.contract },
    schema: contractDetailSchema,
    rows: 'proxy.upgrades',
    read: (view, { address }) => getContract(view, address),
  }),
  calls: defineRead({
    path: '/address/{address}/contract/calls',
    tag: 'contract',
    summary: 'What of a contract is called, and by whom',
    description:
      'Counted over its newest 1,000 messages, failed ones too. Its exports have the methods; those of `/contract/callers` the callers.',
    params: { address: PARTS.contract },
    schema: contractCallsSchema,
    rows: 'methods',
    read: (view, { address }) => contractCalls(view, address),
  }),
  callers: defineRead({
    path: '/address/{address}/contract/callers',
    tag: 'contract',
    summary: 'Who calls a contract',
    description: 'Counted over its newest 1,000 messages, failed ones too.',
    params: { address: PARTS.contract },
    schema: contractCallersSchema,
    rows: 'callers',
    read: (view, { address }) => contractCallers(view, address),
  }),
  created: defineRead({
    path: '/address/{address}/created-contracts',
    tag: 'contract',
    summary: 'Contracts that an account or a factory created, newest first',
    params: { address: PARTS.creator, ...PAGING },
    schema: createdContractsSchema,
    rows: 'contracts',
    read: (view, { address, ...page }) => createdContracts(view, address, page),
  }),
  addressStats: defineRead({
    path: '/stats/fevm/address',
    tag: 'stats',
    summary: 'Accounts of the FEVM by kind, and what they hold',
    params: {},
    schema: fevmAddressSchema,
    rows: 'addressStates',
    read: fevmAddresses,
  }),
  list: defineRead({
    path: '/stats/fevm/contracts',
    tag: 'stats',
    summary: 'Contracts ranked by calls, users, balance or fees',
    description: 'Of all time unless `days` says otherwise.',
    params: { ...OFFSET_PAGING, sortBy: sortBy(USE_SORTS), days: days(null) },
    schema: contractListSchema,
    rows: 'contractList',
    read: listContracts,
  }),
  recent: defineRead({
    path: '/stats/fevm/recent-contracts',
    tag: 'stats',
    summary: 'The same of the last 24 hours',
    description: 'By hours, the present one the last; `sortBy=balance` is the present balance.',
    params: { ...OFFSET_PAGING, sortBy: sortBy(USE_SORTS) },
    schema: contractListSchema,
    rows: 'contractList',
    read: (view, asked) => listContracts(view, { ...asked, days: 1 }),
  }),
  days: defineRead({
    path: '/stats/fevm/daily-statistics',
    tag: 'stats',
    summary: 'Contracts created, calls and fees by day (UTC), with their sums',
    description:
      'Oldest first, every day from the index’s first one to the running one; a day on which nothing happened has 0 and carries the sums on.',
    params: {
      ...dates,
      metric: choice({
        description: 'Which figure is wanted; all are answered',
        of: METRICS,
        absent: null,
        refusal: ['badMetric', { known: METRICS.join(', ') }],
      }),
    },
    schema: fevmDaysSchema,
    rows: '',
    read: fevmDays,
  }),
  verified: defineRead({
    path: '/stats/verified-contracts',
    tag: 'stats',
    summary: 'Contracts with a verified source',
    params: OFFSET_PAGING,
    schema: verifiedContractsSchema,
    rows: 'verifiedContractList',
    read: verifiedContracts,
  }),
  /** What selectors and topics (0x) are called in verified contracts. */
  signatures: defineInner({ read: signaturesBy }),
};
