/** Sectors of storage providers. An address is a provider's in any form. */
import { SECTOR_SETS } from '#filecoin/mining/sectors.ts';
import { choice } from '../parameter.ts';
import { PAGING, sector } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { deadlinesOf } from './deadlines.ts';
import { sectorEvents, windowProofs } from './events.ts';
import { minerExpiry, networkExpiry } from './expiry.ts';
import { listSectors } from './list.ts';
import {
  deadlinesSchema,
  expirySchema,
  sectorEventsSchema,
  sectorsSchema,
  windowProofsSchema,
} from './schema.ts';

export const sectorReads = {
  list: defineRead({
    path: '/address/{address}/sectors',
    tag: 'miner',
    summary: 'Sectors of a storage provider, highest number first',
    params: {
      address: PARTS.miner,
      ...PAGING,
      status: choice({
        description: 'Only sectors of this status',
        of: SECTOR_SETS,
        absent: null,
        refusal: ['badSectorStatus', { known: SECTOR_SETS.join(', ') }],
      }),
      sector,
    },
    schema: sectorsSchema,
    rows: 'sectors',
    read: (view, { address, ...asked }) => listSectors(view, address, asked),
  }),
  events: defineRead({
    path: '/address/{address}/sectors/events',
    tag: 'miner',
    summary:
      'What happened to sectors of a storage provider, newest first: pre-commitments, activations, updates, extensions, faults, recoveries, terminations, expiries. (`/address/{address}/events` are the event logs of contracts.)',
    params: { address: PARTS.miner, ...PAGING, sector },
    schema: sectorEventsSchema,
    rows: 'events',
    read: (view, { address, ...asked }) => sectorEvents(view, address, asked),
  }),
  deadlines: defineRead({
    path: '/address/{address}/deadlines',
    tag: 'miner',
    summary:
      'The 48 deadlines of a storage provider at the head: their windows, their last proof, and the sectors that messages or missed proofs told to be in them',
    params: { address: PARTS.miner },
    schema: deadlinesSchema,
    rows: 'deadlines',
    read: (view, { address }) => deadlinesOf(view, address),
  }),
  proofs: defineRead({
    path: '/address/{address}/deadlines/proofs',
    tag: 'miner',
    summary: 'WindowPoSt messages that a storage provider submitted, newest first',
    params: { address: PARTS.miner, ...PAGING },
    schema: windowProofsSchema,
    rows: 'proofs',
    read: (view, { address, ...page }) => windowProofs(view, address, page),
  }),
  expiry: defineRead({
    path: '/address/{address}/expiry',
    tag: 'miner',
    summary: 'Sectors of a storage provider by the day (UTC) on which they expire, soonest first',
    params: { address: PARTS.miner },
    schema: expirySchema,
    rows: 'days',
    read: (view, { address }) => minerExpiry(view, address),
  }),
  networkExpiry: defineRead({
    path: '/stats/sector-expiry',
    tag: 'stats',
    summary:
      'Sectors of all storage providers by the day (UTC) on which they expire, soonest first',
    params: {},
    schema: expirySchema,
    rows: 'days',
    empty: () => ({ days: [] }),
    read: networkExpiry,
  }),
};
