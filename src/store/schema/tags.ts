/**
 * Names that owners of storage providers sign, by the ids of the providers. Not part of the index: no
 * tipset writes or undoes them, and an index that is made anew keeps them. Times are Unix seconds by the
 * wall's clock, also on a recording.
 */
import { bytes, defineTable, int, small, text } from '../table.ts';

/** Messages that were given out to be signed; each may be used once, for a quarter of an hour. */
export const tag_challenge = defineTable('beside', ['message'], {
  /** The text. */
  message: text,
  actor_id: int,
  /** Address of the key that has to sign. */
  owner: bytes,
  /** Who asked, as limits count clients. */
  client: text,
  created_at: int,
  used_at: int.nullable,
});

/** What a provider's owner called it last. */
export const tag_claim = defineTable('beside', ['actor_id'], {
  actor_id: int,
  /** Whom the chain named as owner; the claim holds while it does. */
  owner_id: int,
  owner: bytes,
  en: text,
  en_full: text.nullable,
  zh: text.nullable,
  zh_full: text.nullable,
  /** For whoever runs the site; nothing else reads it. */
  contact: text,
  /** Type byte and data. */
  signature: bytes,
  message: text,
  signed_at: int,
  /** Head of the index then. */
  height: small,
});

/** Keys that may not sign any more. */
export const tag_ban = defineTable('beside', ['owner'], {
  owner: bytes,
  /** The one that it was banned for, if any. */
  signature: bytes.nullable,
  reason: text,
  banned_at: int,
});
