/** Methods of the data cap token (FRC-46) and of the verified registry. */
import { inside, list, method, oneOf, tuple } from '../shape.ts';
import type { ActorShapes } from '../shape.ts';
import { allocationRequests, allocationsResponse, batchReturn, receiverHook } from './common.ts';

const mintParams = tuple({ To: 'address', Amount: 'amount', Operators: list('address') });
const ownerAmount = tuple({ Owner: 'address', Amount: 'amount' });
const operatorDelta = (name: 'Increase' | 'Decrease') =>
  tuple({ Operator: 'address', [name]: 'amount' });

export const datacap: ActorShapes = {
  Constructor: method('address'),
  Mint: method(
    mintParams,
    tuple({ Balance: 'amount', Supply: 'amount', RecipientData: inside(allocationsResponse) }),
  ),
  Destroy: method(ownerAmount, tuple({ Balance: 'amount' })),
  Name: method('none', 'text'),
  Symbol: method('none', 'text'),
  Granularity: method('none', 'int'),
  TotalSupply: method('none', 'amount'),
  BalanceOf: method('address', 'amount'),
  Balance: method('address', 'amount'),
  Transfer: method(
    tuple({ To: 'address', Amount: 'amount', OperatorData: inside(allocationRequests) }),
    tuple({
      FromBalance: 'amount',
      ToBalance: 'amount',
      RecipientData: inside(allocationsResponse),
    }),
  ),
  TransferFrom: method(
    tuple({
      From: 'address',
      To: 'address',
      Amount: 'amount',
      OperatorData: inside(allocationRequests),
    }),
    tuple({
      FromBalance: 'amount',
      ToBalance: 'amount',
      Allowance: 'amount',
      RecipientData: inside(allocationsResponse),
    }),
  ),
  IncreaseAllowance: method(operatorDelta('Increase'), 'amount'),
  DecreaseAllowance: method(operatorDelta('Decrease'), 'amount'),
  RevokeAllowance: method(tuple({ Operator: 'address' }), 'amount'),
  Burn: method(tuple({ Amount: 'amount' }), tuple({ Balance: 'amount' })),
  BurnFrom: method(ownerAmount, tuple({ Balance: 'amount', Allowance: 'amount' })),
  Allowance: method(tuple({ Owner: 'address', Operator: 'address' }), 'amount'),
};

const addressAllowance = tuple({ Address: 'address', Allowance: 'amount' });
const addressDealSize = tuple({ Address: 'address', DealSize: 'amount' });
const removalRequest = tuple({ Verifier: 'address', VerifierSignature: 'signature' });

export const verifiedregistry: ActorShapes = {
  Constructor: method('address'),
  AddVerifier: method(addressAllowance),
  RemoveVerifier: method('address'),
  AddVerifiedClient: method(addressAllowance),
  UseBytes: method(addressDealSize),
  RestoreBytes: method(addressDealSize),
  RemoveVerifiedClientDataCap: method(
    tuple({
      VerifiedClientToRemove: 'address',
      DataCapAmountToRemove: 'amount',
      VerifierRequest1: removalRequest,
      VerifierRequest2: removalRequest,
    }),
    tuple({ VerifiedClient: 'address', DataCapRemoved: 'amount' }),
  ),
  RemoveExpiredAllocations: method(
    tuple({ Client: 'int', AllocationIds: list('int') }),
    tuple({ Considered: list('int'), Results: batchReturn, DataCapRecovered: 'amount' }),
  ),
  // Claims are grouped by sector since version 12.
  ClaimAllocations: method(
    tuple({
      Sectors: list(
        oneOf(
          tuple({
            Sector: 'int',
            SectorExpiry: 'int',
            Claims: list(tuple({ Client: 'int', AllocationId: 'int', Data: 'cid', Size: 'int' })),
          }),
          tuple({
            Client: 'int',
            AllocationId: 'int',
            Data: 'cid',
            Size: 'int',
            Sector: 'int',
            SectorExpiry: 'int',
          }),
        ),
      ),
      AllOrNothing: 'bool',
    }),
    oneOf(
      tuple({ SectorResults: batchReturn, SectorClaims: list('amount') }),
      tuple({ BatchInfo: batchReturn, ClaimedSpace: 'amount' }),
    ),
  ),
  GetClaims: method(
    tuple({ Provider: 'int', ClaimIds: list('int') }),
    tuple({
      BatchInfo: batchReturn,
      Claims: list(
        tuple({
          Provider: 'int',
          Client: 'int',
          Data: 'cid',
          Size: 'int',
          TermMin: 'int',
          TermMax: 'int',
          TermStart: 'int',
          Sector: 'int',
        }),
      ),
    }),
  ),
  ExtendClaimTerms: method(
    tuple({ Terms: list(tuple({ Provider: 'int', ClaimId: 'int', TermMax: 'int' })) }),
    batchReturn,
  ),
  RemoveExpiredClaims: method(
    tuple({ Provider: 'int', ClaimIds: list('int') }),
    tuple({ Considered: list('int'), Results: batchReturn }),
  ),
  Receive: method(receiverHook, allocationsResponse),
};
