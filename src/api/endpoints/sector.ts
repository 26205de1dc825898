import {
  deadlinesSchema,
  expirySchema,
  sectorEventsSchema,
  sectorsSchema,
  windowProofsSchema,
} from '#explorer/sector/schema.ts';
import { PAGING, type Endpoint } from './endpoint.ts';

export const SECTOR_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/address/{address}/sectors',
    tag: 'miner',
    summary: 'Sectors of a storage provider, highest number first',
    part: 'miner',
    query: [...PAGING, 'status', 'sector'],
    schema: sectorsSchema,
    rows: 'sectors',
    read: (explorer, part, query) => explorer.sector.list(part, query),
  },
  {
    path: '/address/{address}/sectors/events',
    tag: 'miner',
    summary:
      'What happened to sectors of a storage provider, newest first: pre-commitments, activations, updates, extensions, faults, recoveries, terminations, expiries. (`/address/{address}/events` are the event logs of contracts.)',
    part: 'miner',
    query: [...PAGING, 'sector'],
    schema: sectorEventsSchema,
    rows: 'events',
    read: (explorer, part, query) => explorer.sector.events(part, query),
  },
  {
    path: '/address/{address}/deadlines',
    tag: 'miner',
    summary:
      'The 48 deadlines of a storage provider at the head: their windows, their last proof, and the sectors that messages or missed proofs told to be in them',
    part: 'miner',
    query: [],
    schema: deadlinesSchema,
    rows: 'deadlines',
    read: (explorer, part) => explorer.sector.deadlines(part),
  },
  {
    path: '/address/{address}/deadlines/proofs',
    tag: 'miner',
    summary: 'Window proofs that a storage provider handed in, newest first',
    part: 'miner',
    query: PAGING,
    schema: windowProofsSchema,
    rows: 'proofs',
    read: (explorer, part, query) => explorer.sector.proofs(part, query),
  },
  {
    path: '/address/{address}/expiry',
    tag: 'miner',
    summary: 'Sectors of a storage provider by the day (UTC) on which they expire, soonest first',
    part: 'miner',
    query: [],
    schema: expirySchema,
    rows: 'days',
    read: (explorer, part) => explorer.sector.expiry(part),
  },
  {
    path: '/stats/sector-expiry',
    tag: 'stats',
    summary:
      'Sectors of all storage providers by the day (UTC) on which they expire, soonest first',
    query: [],
    schema: expirySchema,
    rows: 'days',
    read: (explorer) => explorer.sector.networkExpiry(),
  },
];
