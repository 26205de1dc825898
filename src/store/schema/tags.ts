/**
 * Names that owners of storage providers sign, by the ids of the providers. Not part of the index: no
 * tipset writes or undoes them, and an index that is made anew keeps them. Times are Unix seconds by the
 * wall's clock, also on a recording.
 */
import type { Bytes } from './values.ts';

/** Messages that were given out to be signed; each may be used once, for a quarter of an hour. */
export interface TagChallengeTable {
  /** The text. */
  message: string;
  actor_id: number;
  /** Address of the key that has to sign. */
  owner: Bytes;
  /** Who asked, as limits count clients. */
  client: string;
  created_at: number;
  used_at: number | null;
}

/** What a provider's owner called it last. */
export interface TagClaimTable {
  actor_id: number;
  /** Whom the chain named as owner; the claim holds while it does. */
  owner_id: number;
  owner: Bytes;
  en: string;
  en_full: string | null;
  zh: string | null;
  zh_full: string | null;
  /** For whoever runs the site; nothing else reads it. */
  contact: string;
  /** Type byte and data. */
  signature: Bytes;
  message: string;
  signed_at: number;
  /** Head of the index then. */
  height: number;
}

/** Keys that may not sign any more. */
export interface TagBanTable {
  owner: Bytes;
  /** The one that it was banned for, if any. */
  signature: Bytes | null;
  reason: string;
  banned_at: number;
}

export interface TagsTables {
  tag_challenge: TagChallengeTable;
  tag_claim: TagClaimTable;
  tag_ban: TagBanTable;
}
