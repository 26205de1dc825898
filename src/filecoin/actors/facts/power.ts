/** What calls of the storage power actor did: miners created, power and pledge moved. */
import { decodeCbor } from '../../encoding/cbor.ts';
import { createdOf } from './init.ts';
import type { CreatedActor } from './init.ts';
import { setupOf } from './minerinfo.ts';
import type { MinerSetup } from './minerinfo.ts';
import { amountOf, factReader, fieldsOf } from './read.ts';

export type PowerFact =
  | ({ readonly type: 'create-miner'; readonly setup: MinerSetup } & CreatedActor)
  /** Of the calling miner, in bytes: by how much its claim changed. */
  | { readonly type: 'claimed-power'; readonly raw: bigint; readonly adjusted: bigint }
  /** attoFIL by which the whole network's pledge changed, for the calling miner. */
  | { readonly type: 'pledge'; readonly delta: bigint }
  /** The calling miner is to be called at an epoch. */
  | { readonly type: 'enroll-cron'; readonly epoch: number };

/** What a call of the storage power actor did; null for methods that only read. */
export const readPowerCall = factReader<PowerFact>('storagepower', {
  CreateMiner: (params, returned) => ({
    type: 'create-miner',
    setup: setupOf(fieldsOf(params, 5), 2),
    ...createdOf(returned),
  }),
  UpdateClaimedPower: (params) => {
    const fields = fieldsOf(params, 2);
    return { type: 'claimed-power', raw: fields.amount(0), adjusted: fields.amount(1) };
  },
  UpdatePledgeTotal: (params) => ({ type: 'pledge', delta: amountOf(decodeCbor(params)) }),
  EnrollCronEvent: (params) => ({ type: 'enroll-cron', epoch: fieldsOf(params, 2).int(0) }),
});
