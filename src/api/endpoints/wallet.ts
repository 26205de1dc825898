import { channelsSchema, proposalsSchema } from '#explorer/wallet/schema.ts';
import { PAGING, type Endpoint } from './endpoint.ts';

export const WALLET_ENDPOINTS: readonly Endpoint[] = [
  {
    path: '/address/{address}/proposals',
    tag: 'address',
    summary: 'What the signers of a multisig proposed, newest first',
    part: 'address',
    query: PAGING,
    schema: proposalsSchema,
    rows: 'proposals',
    read: (explorer, part, query) => explorer.wallet.proposals(part, query),
  },
  {
    path: '/address/{address}/channels',
    tag: 'address',
    summary: 'Payment channels that an account pays into or is paid from, newest first',
    part: 'address',
    query: PAGING,
    schema: channelsSchema,
    rows: 'channels',
    read: (explorer, part, query) => explorer.wallet.channels(part, query),
  },
];
