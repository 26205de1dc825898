/** Methods of the storage market. */
import { list, method, oneOf, tuple } from '../shape.ts';
import type { ActorShapes } from '../shape.ts';
import { batchReturn, dealProposal, optionalCid, sectorContentChanged } from './common.ts';

/** What a sector's deals are to be checked or activated for: versions 12, 9 and 3. */
const sectorDeals = oneOf(
  tuple({ SectorNumber: 'int', SectorType: 'int', SectorExpiry: 'int', DealIDs: list('int') }),
  tuple({ SectorType: 'int', SectorExpiry: 'int', DealIDs: list('int') }),
  tuple({ SectorExpiry: 'int', DealIDs: list('int') }),
);

const verifiedInfo = tuple({ Client: 'int', AllocationId: 'int', Data: 'cid', Size: 'int' });

export const storagemarket: ActorShapes = {
  Constructor: method('none'),
  AddBalance: method('address'),
  WithdrawBalance: method(
    tuple({ ProviderOrClientAddress: 'address', Amount: 'amount' }),
    oneOf('amount', 'none'),
  ),
  PublishStorageDeals: method(
    tuple({ Deals: list(tuple({ Proposal: dealProposal, ClientSignature: 'signature' })) }),
    tuple({ IDs: list('int'), ValidDeals: 'bitfield' }, 1),
  ),
  VerifyDealsForActivation: method(
    oneOf(
      tuple({ Sectors: list(sectorDeals) }),
      tuple({ DealIDs: list('int'), SectorExpiry: 'int', SectorStart: 'int' }),
    ),
    oneOf(
      tuple({ UnsealedCIDs: list(optionalCid) }),
      tuple({ Sectors: list(tuple({ CommD: optionalCid })) }),
      tuple({
        Sectors: list(
          tuple({ DealSpace: 'int', DealWeight: 'amount', VerifiedDealWeight: 'amount' }),
        ),
      }),
      tuple({ DealWeight: 'amount', VerifiedDealWeight: 'amount', DealSpace: 'int' }, 2),
    ),
  ),
  ActivateDeals: method(
    tuple({ DealIDs: list('int'), SectorExpiry: 'int' }),
    oneOf(tuple({ NonVerifiedDealSpace: 'amount', VerifiedInfos: list(verifiedInfo) }), 'none'),
  ),
  BatchActivateDeals: method(
    tuple({ Sectors: list(sectorDeals), ComputeCid: 'bool' }),
    tuple({
      ActivationResults: batchReturn,
      Activations: list(
        oneOf(
          tuple({ Activated: list(verifiedInfo), UnsealedCid: optionalCid }),
          tuple({
            NonVerifiedDealSpace: 'amount',
            VerifiedInfos: list(verifiedInfo),
            UnsealedCid: optionalCid,
          }),
        ),
      ),
    }),
  ),
  OnMinerSectorsTerminate: method(
    oneOf(
      tuple({ Epoch: 'int', Sectors: 'bitfield' }),
      tuple({ Epoch: 'int', DealIDs: list('int') }),
    ),
  ),
  ComputeDataCommitment: method(
    oneOf(
      tuple({ Inputs: list(tuple({ DealIDs: list('int'), SectorType: 'int' })) }),
      tuple({ DealIDs: list('int'), SectorType: 'int' }),
    ),
    oneOf(tuple({ CommDs: list('cid') }), 'cid'),
  ),
  CronTick: method('none'),
  GetBalance: method('address', tuple({ Balance: 'amount', Locked: 'amount' })),
  GetDealDataCommitment: method('int', tuple({ Data: 'cid', Size: 'int' })),
  GetDealClient: method('int', 'int'),
  GetDealProvider: method('int', 'int'),
  GetDealLabel: method('int', 'label'),
  GetDealTerm: method('int', tuple({ Start: 'int', Duration: 'int' })),
  GetDealTotalPrice: method('int', 'amount'),
  GetDealClientCollateral: method('int', 'amount'),
  GetDealProviderCollateral: method('int', 'amount'),
  GetDealVerified: method('int', 'bool'),
  GetDealActivation: method('int', tuple({ Activated: 'int', Terminated: 'int' })),
  GetDealSector: method('int', 'int'),
  SettleDealPayments: method(
    'bitfield',
    tuple({
      Results: batchReturn,
      Settlements: list(tuple({ Payment: 'amount', Completed: 'bool' })),
    }),
  ),
  SectorContentChanged: method(sectorContentChanged, list(list('bool'))),
};
