/** States of contracts and of the actors of the EVM that have none. */
import { byteList, cid, int, maybe, nothing, tuple, uint64, versions } from './shape.ts';

/** The transaction in which something happened: its origin and the origin's nonce. */
const moment = tuple({ Origin: int, Nonce: uint64 });

const code = { Bytecode: cid, BytecodeHash: byteList, ContractState: cid };
const life = { Nonce: uint64, Tombstone: maybe(moment) };

export const evm = versions(
  [
    16,
    tuple({
      ...code,
      TransientData: maybe(tuple({ TransientDataState: cid, TransientDataLifespan: moment })),
      ...life,
    }),
  ],
  [10, tuple({ ...code, ...life })],
);

export const stateless = versions([10, nothing]);
