/**
 * Verified sources of contracts, by the hashes of their codes. Not part of the index: no tipset writes or
 * undoes them, and an index that is made anew keeps them. Times are Unix seconds by the wall's clock.
 */
import { bool, bytes, defineTable, int, oneOf, small, text } from '../table.ts';

/** What was compiled together: sources and settings. */
export const verified_build = defineTable('beside', ['key'], {
  /** SHA-256 of the compiler's name and the input. */
  key: bytes,
  /** Long version, `v0.8.17+commit.8df45f5f`. */
  compiler: text,
  /** The compiler's input, standard JSON: language, sources, settings. */
  input: text,
  /** Of its settings: they are read from here, as an input may be megabytes long. */
  optimize: bool,
  /** Null: the compiler's own. */
  optimize_runs: int.nullable,
});

/** Code that is known to come of such a build. */
export const verified_code = defineTable('beside', ['key'], {
  /** SHA-256 of the code: of init code without the constructor's arguments, or of deployed code. */
  key: bytes,
  /** Whether it is deployed code, of contracts whose init code nobody knows. */
  deployed: bool,
  /** Its bytes. */
  length: small,
  /** The first 64 of them. */
  head: bytes,
  build: bytes,
  /** Which contract of the build it is. */
  file: text,
  name: text,
  /** Whether the metadata are equal too: then the sources are those that it was made of, letter by letter. */
  complete: bool,
  /** JSON. */
  abi: text,
  /** JSON: `{userdoc, devdoc}` as the compiler gives them. */
  docs: text,
  /** JSON: `[{file, name, address}]`, as they are linked in the code. */
  libraries: text,
  /** JSON: `[{id, value}]`; of deployed code only. */
  immutables: text,
  license: text.nullable,
  /** The verified code in which it stands: a factory brings its children along. */
  brought_by: bytes.nullable,
  verified_at: int,
  /**
   * Address of the contract that the source was handed in for, in the form that was given, or of the one
   * behind it (a proxy's implementation, a diamond's facet); null where nobody knows, and of children.
   */
  submitted_for: bytes.nullable,
});

/** Codes of contracts in this index that are verified. */
export const contract_source = defineTable('beside', ['hash'], {
  /** keccak-256 as in contract.init_hash, or in contract.code_hash of those without. */
  hash: bytes,
  /** Of the verified code with which it begins. */
  key: bytes,
  /** Where that ends and the constructor's arguments begin. */
  length: small,
  complete: bool,
  verified_at: int,
});

/** Functions, events and errors of verified ABIs: about 300 bytes for each that differs. */
export const verified_signature = defineTable('beside', ['hash', 'form', 'signature'], {
  /** Selector of a function or an error (4 bytes), topic of an event (32). */
  hash: bytes,
  /** `error` of an error; of an event which params are indexed, `0,1`; else empty. */
  form: text,
  /** `transfer(address,uint256)`. */
  signature: text,
  /** JSON: the entry of the ABI that had it first, at most 4,000 characters; null where it is longer. */
  item: text.nullable,
});

/** A verification that answers by and by: kept for a day, told by every process. */
export const verification_job = defineTable('beside', ['id'], {
  /** A random UUID: who has it may ask. */
  id: text,
  /** As it was given. */
  address: text,
  client: text,
  state: oneOf('queued', 'compiling', 'comparing', 'done'),
  /** JSON: the answer of `/tools/verifyContract` without init code and ABI; null until it is done. */
  answer: text.nullable,
  created_at: int,
  /** When the process that does it last said so. */
  alive_at: int,
  finished_at: int.nullable,
});

/** One row; rises with every change of what stands beside the index: names that are signed, sources. */
export const revision = defineTable('beside', ['id'], {
  id: small,
  revision: int,
});
