import type { Access } from '../access.ts';
import type { StoredInput } from '../deal/lists.ts';
import type { NumberInput, PageInput } from '../input.ts';
import type { Answer } from '../wire.ts';
import { getAllocation, getClaim, listAllocations, listClaims } from './allocations.ts';
import { accountDataCap, getClient, listClients } from './clients.ts';
import type {
  AccountDataCap,
  Allocation,
  AllocationList,
  Claim,
  ClaimList,
  DataCapClientDetail,
  DataCapClientList,
  VerifierDetail,
  VerifierList,
} from './schema.ts';
import { getVerifier, listVerifiers } from './verifiers.ts';

/** Lists are newest first; `address` takes those of one client or provider. */
export interface DataCapReads {
  verifiers(input?: PageInput): Promise<Answer<VerifierList>>;
  /** A verifier with a page of its history. */
  verifier(address: string, input?: PageInput): Promise<Answer<VerifierDetail>>;
  clients(input?: PageInput): Promise<Answer<DataCapClientList>>;
  /** An account with data cap and a page of its history. */
  client(address: string, input?: PageInput): Promise<Answer<DataCapClientDetail>>;
  allocations(input?: StoredInput): Promise<Answer<AllocationList>>;
  allocation(id: NumberInput): Promise<Answer<Allocation>>;
  claims(input?: StoredInput): Promise<Answer<ClaimList>>;
  claim(id: NumberInput): Promise<Answer<Claim>>;
  /** What any account has to do with data cap. */
  ofAccount(address: string, input?: PageInput): Promise<Answer<AccountDataCap>>;
}

export function dataCapReads({ read, readOr }: Access): DataCapReads {
  const empty = { totalCount: 0, next: null };
  return {
    verifiers: (input) => readOr({ ...empty, verifiers: [] }, (view) => listVerifiers(view, input)),
    verifier: (address, input) => read((view) => getVerifier(view, address, input)),
    clients: (input) => readOr({ ...empty, clients: [] }, (view) => listClients(view, input)),
    client: (address, input) => read((view) => getClient(view, address, input)),
    allocations: (input) =>
      readOr({ ...empty, allocations: [] }, (view) => listAllocations(view, input)),
    allocation: (id) => read((view) => getAllocation(view, id)),
    claims: (input) => readOr({ ...empty, claims: [] }, (view) => listClaims(view, input)),
    claim: (id) => read((view) => getClaim(view, id)),
    ofAccount: (address, input) => read((view) => accountDataCap(view, address, input)),
  };
}
