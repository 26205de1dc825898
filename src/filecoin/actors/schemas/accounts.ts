/** Methods of accounts, multisigs, payment channels and EVM contracts, and of what creates them. */
import { call, list, maybe, method, oneOf, tuple } from '../shape.ts';
import type { ActorShapes } from '../shape.ts';
import {
  authenticateMessage,
  createdActor,
  marketNotifyDeal,
  multisigConstructor,
  receiverHook,
  sectorContentChanged,
} from './common.ts';

/** Methods that any actor may implement; an actor's own table goes before. */
export const hooks: ActorShapes = {
  Receive: method(receiverHook),
  InvokeEVM: method('calldata', 'evmReturn'),
  AuthenticateMessage: method(authenticateMessage, oneOf('bool', 'none')),
  SectorContentChanged: method(sectorContentChanged, list(list('bool'))),
  MarketNotifyDeal: method(marketNotifyDeal),
};

export const account: ActorShapes = {
  Constructor: method('address'),
  PubkeyAddress: method('none', 'address'),
};

export const ethaccount: ActorShapes = { Constructor: method('none') };

const proposalId = tuple({ ID: 'int', ProposalHash: 'bytes' });

export const multisig: ActorShapes = {
  Constructor: method(multisigConstructor),
  Propose: method(
    tuple({ To: 'address', Value: 'amount', Method: 'int', Params: call('proposal') }),
    tuple({ TxId: 'int', Applied: 'bool', ExitCode: 'int', Ret: 'bytes' }),
  ),
  Approve: method(proposalId, tuple({ Applied: 'bool', ExitCode: 'int', Ret: 'bytes' })),
  Cancel: method(proposalId),
  AddSigner: method(tuple({ Signer: 'address', Increase: 'bool' })),
  RemoveSigner: method(tuple({ Signer: 'address', Decrease: 'bool' })),
  SwapSigner: method(tuple({ From: 'address', To: 'address' })),
  ChangeNumApprovalsThreshold: method(tuple({ NewThreshold: 'int' })),
  LockBalance: method(tuple({ StartEpoch: 'int', UnlockDuration: 'int', Amount: 'amount' })),
};

const voucher = tuple({
  ChannelAddr: 'address',
  TimeLockMin: 'int',
  TimeLockMax: 'int',
  SecretHash: 'bytes',
  Extra: maybe(tuple({ Actor: 'address', Method: 'int', Data: 'bytes' })),
  Lane: 'int',
  Nonce: 'int',
  Amount: 'amount',
  MinSettleHeight: 'int',
  Merges: list(tuple({ Lane: 'int', Nonce: 'int' })),
  Signature: maybe('signature'),
});

export const paymentchannel: ActorShapes = {
  Constructor: method(tuple({ From: 'address', To: 'address' })),
  UpdateChannelState: method(tuple({ Sv: voucher, Secret: 'bytes', Proof: 'bytes' }, 2)),
  Settle: method('none'),
  Collect: method('none'),
};

const created = tuple({
  ActorID: 'int',
  RobustAddress: maybe('address'),
  EthAddress: 'ethAddress',
});

export const eam: ActorShapes = {
  Constructor: method('none'),
  Create: method(tuple({ Initcode: 'initcode', Nonce: 'int' }), created),
  Create2: method(tuple({ Initcode: 'initcode', Salt: 'bytes' }), created),
  CreateExternal: method('initcode', created),
};

const evmConstructor = tuple({ Creator: 'ethAddress', Initcode: 'initcode' });

export const evm: ActorShapes = {
  Constructor: method(evmConstructor),
  Resurrect: method(evmConstructor),
  GetBytecode: method('none', maybe('cid')),
  GetBytecodeHash: method('none', 'bytes'),
  GetStorageAt: method(tuple({ StorageKey: 'bytes' }), 'bytes'),
  InvokeContractDelegate: method(
    tuple({ Code: 'cid', Input: 'calldata', Caller: 'ethAddress', Value: 'amount' }),
    'evmReturn',
  ),
};

export const init: ActorShapes = {
  Constructor: method(tuple({ NetworkName: 'text' })),
  Exec: method(tuple({ CodeCID: 'cid', ConstructorParams: call('constructor') }), createdActor),
  Exec4: method(
    tuple({ CodeCID: 'cid', ConstructorParams: call('constructor'), SubAddress: 'bytes' }),
    createdActor,
  ),
};
