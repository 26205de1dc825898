/** Created actors: as returns name them, and those that calls of the Ethereum address manager made. */
import { actorIdOf } from '../../address.ts';
import { decodeCbor } from '../../encoding/cbor.ts';
import { addressOf, bytesOf, factReader, fieldsOf, PayloadError } from './read.ts';
import type { PayloadReader } from './read.ts';

export interface CreatedActor {
  readonly id: number;
  /** Robust address (f2), which stays if a fork gives the actor another id. */
  readonly robust: Uint8Array;
}

/** Reads {IDAddress, RobustAddress}, as CreateMiner returns it. @throws PayloadError, … */
export function createdOf(returned: Uint8Array): CreatedActor {
  const fields = fieldsOf(returned, 2);
  const id = actorIdOf(fields.address(0));
  if (id === null) throw new PayloadError('an actor without an id');
  return { id, robust: fields.address(1) };
}

export interface EamFact {
  readonly type: 'create' | 'create2' | 'create-external';
  readonly initcode: Uint8Array;
  readonly id: number;
  /** f2 address; null where the contract has none. */
  readonly robust: Uint8Array | null;
  /** 20 bytes. */
  readonly ethAddress: Uint8Array;
}

function contract(type: EamFact['type']): PayloadReader<EamFact> {
  return (params, returned) => {
    const fields = fieldsOf(returned, 3);
    const ethAddress = fields.bytes(2);
    if (ethAddress.length !== 20) throw new PayloadError('not an Ethereum address');
    return {
      type,
      initcode:
        type === 'create-external' ? bytesOf(decodeCbor(params)) : fieldsOf(params, 2).bytes(0),
      id: fields.int(0),
      robust: fields.maybe(1, addressOf),
      ethAddress,
    };
  };
}

/** The contract that a call of the Ethereum address manager created; null for its constructor. */
export const readEamCall = factReader<EamFact>('eam', {
  Create: contract('create'),
  Create2: contract('create2'),
  CreateExternal: contract('create-external'),
});
