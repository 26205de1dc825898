/**
 * Verified sources of contracts, by the hashes of their codes. Not part of the index: no tipset writes or
 * undoes them, and an index that is made anew keeps them. Times are Unix seconds by the wall's clock.
 */
import type { Bytes } from './values.ts';

/** What was compiled together: sources and settings. */
export interface VerifiedBuildTable {
  /** SHA-256 of the compiler's name and the input. */
  key: Bytes;
  /** Long version, `v0.8.17+commit.8df45f5f`. */
  compiler: string;
  /** The compiler's input, standard JSON: language, sources, settings. */
  input: string;
}

/** Code that is known to come of such a build. */
export interface VerifiedCodeTable {
  /** SHA-256 of the code: of init code without the constructor's arguments, or of deployed code. */
  key: Bytes;
  /** Whether it is deployed code, of contracts whose init code nobody knows. */
  deployed: boolean;
  /** Its bytes. */
  length: number;
  /** The first 64 of them. */
  head: Bytes;
  build: Bytes;
  /** Which contract of the build it is. */
  file: string;
  name: string;
  /** Whether the metadata are equal too: then the sources are those that it was made of, letter by letter. */
  complete: boolean;
  /** JSON. */
  abi: string;
  /** JSON: `{userdoc, devdoc}` as the compiler gives them. */
  docs: string;
  /** JSON: `[{file, name, address}]`, as they are linked in the code. */
  libraries: string;
  /** JSON: `[{id, value}]`; of deployed code only. */
  immutables: string;
  license: string | null;
  /** The verified code in which it stands: a factory brings its children along. */
  brought_by: Bytes | null;
  verified_at: number;
  /**
   * Address of the contract that the source was handed in for, in the form that was given, or of the one
   * behind it (a proxy's implementation, a diamond's facet); null where nobody knows, and of children.
   */
  submitted_for: Bytes | null;
}

/** Codes of contracts in this index that are verified. */
export interface ContractSourceTable {
  /** keccak-256 as in contract.init_hash, or in contract.code_hash of those without. */
  hash: Bytes;
  /** Of the verified code with which it begins. */
  key: Bytes;
  /** Where that ends and the constructor's arguments begin. */
  length: number;
  complete: boolean;
  verified_at: number;
}

/** Functions, events and errors of verified ABIs: about 300 bytes for each that differs. */
export interface VerifiedSignatureTable {
  /** Selector of a function or an error (4 bytes), topic of an event (32). */
  hash: Bytes;
  /** `error` of an error; of an event which params are indexed, `0,1`; else empty. */
  form: string;
  /** `transfer(address,uint256)`. */
  signature: string;
  /** JSON: the entry of the ABI that had it first, at most 4,000 characters; null where it is longer. */
  item: string | null;
}

/** A verification that answers by and by: kept for a day, told by every process. */
export interface VerificationJobTable {
  /** A random UUID: who has it may ask. */
  id: string;
  /** As it was given. */
  address: string;
  client: string;
  state: 'queued' | 'compiling' | 'comparing' | 'done';
  /** JSON: the answer of `/tools/verifyContract` without init code and ABI; null until it is done. */
  answer: string | null;
  created_at: number;
  /** When the process that does it last said so. */
  alive_at: number;
  finished_at: number | null;
}

/** One row; rises with every change of what stands beside the index: names that are signed, sources. */
export interface RevisionTable {
  id: number;
  revision: number;
}

export interface SourcesTables {
  revision: RevisionTable;
  verified_build: VerifiedBuildTable;
  verified_code: VerifiedCodeTable;
  contract_source: ContractSourceTable;
  verified_signature: VerifiedSignatureTable;
  verification_job: VerificationJobTable;
}
