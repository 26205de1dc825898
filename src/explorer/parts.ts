/** Parts of the paths of reads. */
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { wholeNumber } from './input.ts';
import { given, refuse } from './parameter.ts';

interface PartSchema {
  readonly description: string;
  readonly example: string;
  readonly schema?: object;
}

/** What the document says of parts of paths. */
export const PART_NOTES = z.registry<PartSchema>();

/** Any text, understood by the read. */
const part = (description: string, example: string) =>
  z.string().register(PART_NOTES, { description, example });

/** Every chain burns to f099. */
const account = () => part('An address in any form: f0, f1, f2, f3, f4, 0x', 'f099');

/** A number in a path. */
const numberPart = (description: string, example: string, code: ErrorCode) =>
  given
    .transform((value) => wholeNumber(String(value)) ?? refuse([code]))
    .register(PART_NOTES, {
      description,
      example,
      schema: { type: 'string', pattern: '^\\d+$' },
    });

/** Parts of a path. */
export const PARTS = {
  height: numberPart('Height (epoch) of a tipset', '19600', 'badHeight'),
  cid: part('CID', 'bafy2bzacea…'),
  message: part('CID of a message, or its Ethereum hash (0x…)', 'bafy2bzacea…'),
  token: part('Address of a token’s contract in any form', 'f01049'),
  miner: part('Address of a storage provider, in any form', 'f01000'),
  peer: part('libp2p peer id', '12D3KooW…'),
  contract: part('Address of a contract, in any form', 'f01049'),
  name: part('A name of the name service, e.g. kelp.fil', 'kelp.fil'),
  address: account(),
  // Any account may be asked about in these too: of one that has what they list is the example.
  sender: account(),
  emitter: account(),
  holder: account(),
  registrant: account(),
  creator: account(),
  multisig: account(),
  grantee: account(),
  deal: numberPart('Number of a deal', '400', 'badId'),
  allocation: numberPart('Number of an allocation', '401', 'badId'),
  verifier: part('Address of a verifier, in any form', 'f0100'),
  dapp: part('Key of a project, as its list gives it', 'exchange'),
  defi: part('Key of a project of DeFi', 'exchange'),
  merchant: part('Key of a merchant', 'example'),
  client: part('Address of an account with DataCap, in any form', 'f01008'),
};
export type PartKind = keyof typeof PARTS;
export const PART_KINDS = Object.keys(PARTS) as PartKind[];
