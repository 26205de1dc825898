/** Shapes that several actors share. */
import { inside, list, maybe, tuple } from '../shape.ts';

/** Which items of a batch failed, with their exit codes. */
export const batchReturn = tuple({
  SuccessCount: 'int',
  FailCodes: list(tuple({ Idx: 'int', Code: 'int' })),
});

/** Alpha-beta filter, both in Q.128. */
export const filterEstimate = tuple({ PositionEstimate: 'amount', VelocityEstimate: 'amount' });

/** A deal as client and provider agreed on it. Before version 8 a label was text that need not be UTF-8. */
export const dealProposal = tuple({
  PieceCID: 'cid',
  PieceSize: 'int',
  VerifiedDeal: 'bool',
  Client: 'address',
  Provider: 'address',
  Label: 'label',
  StartEpoch: 'int',
  EndEpoch: 'int',
  StoragePricePerEpoch: 'amount',
  ProviderCollateral: 'amount',
  ClientCollateral: 'amount',
});

/** What a client asks of the verified registry through a data cap transfer's operator data. */
export const allocationRequests = tuple({
  Allocations: list(
    tuple({
      Provider: 'int',
      Data: 'cid',
      Size: 'int',
      TermMin: 'int',
      TermMax: 'int',
      Expiration: 'int',
    }),
  ),
  Extensions: list(tuple({ Provider: 'any', Claim: 'int', TermMax: 'int' })),
});

export const allocationsResponse = tuple({
  AllocationResults: batchReturn,
  ExtensionResults: batchReturn,
  NewAllocations: list('int'),
});

/** FRC-46: what a token tells the receiver of a transfer. */
const tokenReceived = tuple({
  From: 'int',
  To: 'int',
  Operator: 'int',
  Amount: 'amount',
  OperatorData: inside(allocationRequests),
  TokenData: 'bytes',
});

/** FRC-46 receiver hook: the kind of token and its payload. */
export const receiverHook = tuple({ Type: 'int', Payload: inside(tokenReceived) });

export const minerConstructor = tuple({
  OwnerAddr: 'address',
  WorkerAddr: 'address',
  ControlAddrs: list('address'),
  WindowPoStProofType: 'int',
  PeerId: 'peer',
  Multiaddrs: list('multiaddr'),
});

export const multisigConstructor = tuple(
  {
    Signers: list('address'),
    NumApprovalsThreshold: 'int',
    UnlockDuration: 'int',
    StartEpoch: 'int',
  },
  3,
);

export const createdActor = tuple({ IDAddress: 'address', RobustAddress: 'address' });

/** What a miner asks to be done at an epoch: 0 worker key change, 1 proving deadline, 2 early terminations. */
export const cronEvent = inside(tuple({ EventType: 'int' }));

/** FIP-0109: sectors whose content changed, told to whom the pieces name. */
export const sectorContentChanged = list(
  tuple({
    Sector: 'int',
    MinimumCommitmentEpoch: 'int',
    Added: list(tuple({ Data: 'cid', Size: 'int', Payload: inside('int') })),
  }),
);

export const authenticateMessage = tuple({ Signature: 'bytes', Message: inside(dealProposal) });

export const marketNotifyDeal = tuple({ Proposal: inside(dealProposal), DealID: 'int' });

export const optionalCid = maybe('cid');
