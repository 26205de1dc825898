import { PROPOSAL_STATUS } from '#filecoin/actors/facts/multisig.ts';
import { choice } from '../parameter.ts';
import { PAGING } from '../parameters.ts';
import { PARTS } from '../parts.ts';
import { defineRead } from '../read.ts';
import { channelsOf } from './channels.ts';
import { proposalsOf } from './proposals.ts';
import { channelsSchema, proposalsSchema } from './schema.ts';

export const walletReads = {
  proposals: defineRead({
    path: '/address/{address}/proposals',
    tag: 'address',
    summary: 'What the signers of a multisig proposed, newest first',
    params: {
      address: PARTS.multisig,
      ...PAGING,
      status: choice({
        description: 'Only proposals of this status; `pending` waits for approvals',
        of: PROPOSAL_STATUS,
        absent: null,
        refusal: ['badProposalStatus', { known: PROPOSAL_STATUS.join(', ') }],
      }),
    },
    schema: proposalsSchema,
    rows: 'proposals',
    read: (view, { address, ...asked }) => proposalsOf(view, address, asked),
  }),
  channels: defineRead({
    path: '/address/{address}/channels',
    tag: 'address',
    summary: 'Payment channels that an account pays into or is paid from, newest first',
    params: { address: PARTS.address, ...PAGING },
    schema: channelsSchema,
    rows: 'channels',
    read: (view, { address, ...page }) => channelsOf(view, address, page),
  }),
};
