import type { Access } from '../access.ts';
import type { OffsetPageInput, PageInput } from '../input.ts';
import type { Past } from '../view.ts';
import type { Answer } from '../wire.ts';
import { getContract } from './get.ts';
import { createdContracts, listContracts, type ContractListInput } from './lists.ts';
import type {
  ContractDetail,
  ContractList,
  CreatedContracts,
  FevmAddressStats,
  FevmDays,
  VerifiedContracts,
} from './schema.ts';
import { signaturesBy, type Signatures } from './signatures.ts';
import { verifiedContracts } from './verified.ts';
import { fevmAddresses, fevmDays, type FevmDaysInput } from './stats.ts';

/** Contracts of the FEVM; addresses in any form. */
export interface ContractReads {
  /** What is no contract is not found. */
  get(address: string): Promise<Answer<ContractDetail>>;
  list(input?: ContractListInput): Promise<Answer<ContractList>>;
  /** Called in the last 24 hours. */
  recent(input?: ContractListInput): Promise<Answer<ContractList>>;
  created(creator: string, input?: PageInput): Promise<Answer<CreatedContracts>>;
  addressStats(): Promise<Answer<FevmAddressStats>>;
  days(input?: FevmDaysInput): Promise<Answer<FevmDays>>;
  verified(input?: OffsetPageInput): Promise<Answer<VerifiedContracts>>;
  /** What selectors and topics (0x) are called in verified contracts. */
  signatures(hashes: readonly string[]): Promise<Answer<Signatures>>;
}

export function contractReads({ read }: Access, past: Past): ContractReads {
  return {
    get: (address) => read((view) => getContract(view, address)),
    list: (input) => read((view) => listContracts(view, past, input)),
    recent: (input) => read((view) => listContracts(view, past, { ...input, days: 1 })),
    created: (creator, input) => read((view) => createdContracts(view, creator, input)),
    addressStats: () => read(fevmAddresses),
    days: (input) => read((view) => fevmDays(view, input)),
    signatures: (hashes) => read((view) => signaturesBy(view, hashes)),
    verified: (input) => read((view) => verifiedContracts(view, input)),
  };
}
