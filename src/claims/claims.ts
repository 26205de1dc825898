/**
 * The owner of a storage provider names it: a message is given out, the owner’s key signs it, and the
 * name stands beside the provider wherever it is shown. Nothing is signed here, and no key is kept.
 */
import type { Content, ContentOf } from '#content/networks.ts';
import type { Explorer } from '#explorer/index.ts';
import type { Claimant } from '#explorer/tag/claimant.ts';
import { formatAddress, parseAddress } from '#filecoin/address.ts';
import { equalBytes, toHex } from '#filecoin/encoding/bytes.ts';
import { UNKNOWN_SLUG } from '#filecoin/networks/index.ts';
import { checkSignature, signatureTypeOf } from '#filecoin/signature/check.ts';
import { SignatureRefused } from '#filecoin/signature/refused.ts';
import { parseSignature } from '#filecoin/signature/text.ts';
import { signatureToBytes, type Signature } from '#filecoin/signature.ts';
import { awaitRevision, revise } from '#store/revise.ts';
import type { Store } from '#store/store.ts';
import { setImmediate } from 'node:timers/promises';
import { challengesFor, openChallenge, useChallenge, type Challenge } from './challenges.ts';
import { readContact } from './contact.ts';
import { NameCheck } from './names.ts';
import { ClaimRefused } from './refused.ts';

export interface ClaimsOptions {
  store: Store;
  explorer: Explorer;
  contentOf: ContentOf;
  /** What the site is called. */
  brand: string;
  /** Adjusted power that a provider has to have, bytes. */
  minPower: bigint;
  /** Told when a name has changed: what is shown is made anew. */
  onChange?: () => Promise<void> | void;
  /** The wall clock, milliseconds. */
  now?: () => number;
}

/** What an owner called its provider, without the names that it left out. */
interface ClaimedNames {
  en: string;
  enFull?: string;
  zh?: string;
  zhFull?: string;
}

/** What has to be signed, and how. */
export interface ClaimMessage {
  /** Address of the owner’s key. */
  addressToSign: string;
  message: string;
  /** Bytes, a decimal string. */
  minPower: string;
  command: {
    /** Signs the message by Lotus; newer ones put FRC-0102 around it, older ones nothing: both count. */
    lotus: string;
  };
  /** What the provider is called now by its owner: a claim takes the place of all of them. */
  names: ClaimedNames | null;
}

/** What an owner sends. */
export interface ClaimRequest {
  address: string;
  en?: string | undefined;
  enFull?: string | undefined;
  zh?: string | undefined;
  zhFull?: string | undefined;
  contact?: string | undefined;
  signature?: string | undefined;
  /** The message that was signed, as a hint: it is tried before the newest ones of the provider. */
  message?: string | undefined;
}

export interface TagClaims {
  /** @throws ClaimRefused, or what the explorer throws of the address */
  message(address: string, client: string): Promise<ClaimMessage>;
  /** @throws ClaimRefused, or what the explorer throws of the address */
  create(request: ClaimRequest, client: string): Promise<void>;
}

export function createTagClaims(options: ClaimsOptions): TagClaims {
  const now = options.now ?? Date.now;
  return {
    async message(address, client) {
      const claimant = await readClaimant(options, address);
      const owner = await signerOf(options, claimant);
      const message = await openChallenge(options.store, claimant, owner, {
        brand: options.brand,
        network: await networkName(options, claimant),
        client,
        now: now(),
      });
      const addressToSign = formatAddress(owner, claimant.prefix);
      const hex = toHex(new TextEncoder().encode(message));
      return {
        addressToSign,
        message,
        minPower: String(options.minPower),
        command: { lotus: `lotus wallet sign ${addressToSign} ${hex}` },
        names: await claimedNames(options.store, claimant),
      };
    },
    async create(request, client) {
      const claimant = await readClaimant(options, request.address);
      const content = options.contentOf(claimant.slug);
      // What can be refused at once is, before a signature is looked at. It is read again where it counts.
      await readNames(options.store.db, claimant, content, request);
      const contact = readContact(request.contact);
      const owner = await signerOf(options, claimant);
      const signature = readSignature(request.signature, owner);
      const asked = { message: request.message, client, now: now() };
      const challenge = await signedChallenge(options.store, claimant, owner, signature, asked);
      await options.store.transaction(async (trx) => {
        // Others may have signed the name since, or the key was banned. From here on neither can be.
        await awaitRevision(trx);
        const names = await readNames(trx, claimant, content, request);
        await refuseBanned(trx, owner, content);
        await useChallenge(trx, challenge, now());
        const row = {
          owner_id: claimant.ownerId,
          owner,
          ...names,
          contact,
          signature: signatureToBytes(signature),
          message: challenge.message,
          signed_at: Math.floor(now() / 1000),
          height: claimant.height,
        };
        await trx
          .insertInto('tag_claim')
          .values({ actor_id: claimant.id, ...row })
          .onConflict((conflict) => conflict.column('actor_id').doUpdateSet(row))
          .execute();
        await revise(trx);
      });
      await options.onChange?.();
    },
  };
}

/** The explorer’s refusals of an address, as this call answers them. */
async function readClaimant({ explorer }: ClaimsOptions, address: string): Promise<Claimant> {
  try {
    return (await explorer.tag.claimant(address)).data;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === 'BadInput') throw new ClaimRefused('address');
    if (error.name === 'NotFound') throw new ClaimRefused('noProvider');
    if (error.name === 'Unavailable' && 'code' in error && error.code === 'notTakenOver')
      throw new ClaimRefused('notTakenOver');
    throw error;
  }
}

/** The key that may name the provider. */
async function signerOf(options: ClaimsOptions, claimant: Claimant): Promise<Uint8Array> {
  const { ownerKind, ownerKey, power, slug } = claimant;
  if (ownerKind === null) throw new ClaimRefused('ownerUnknown');
  if (ownerKind === 'multisig') throw new ClaimRefused('ownerMultisig');
  if (ownerKey === null) throw new ClaimRefused('ownerActor', null, { kind: ownerKind });
  if (power < options.minPower)
    throw new ClaimRefused('power', null, {
      power: String(power),
      minPower: String(options.minPower),
    });
  await refuseBanned(options.store.db, ownerKey, options.contentOf(slug));
  return ownerKey;
}

/** @throws ClaimRefused `banned` */
async function refuseBanned(
  db: Store['db'],
  owner: Uint8Array,
  { claims }: Content,
): Promise<void> {
  const row = await db
    .selectFrom('tag_ban')
    .select('owner')
    .where('owner', '=', owner)
    .executeTakeFirst();
  if (row !== undefined || claims.banned.some((text) => equalBytes(parseAddress(text), owner)))
    throw new ClaimRefused('banned');
}

/** The names of the claim that holds; those of an owner before do not. */
async function claimedNames(
  { db }: Store,
  { id, ownerId }: Claimant,
): Promise<ClaimedNames | null> {
  const row = await db
    .selectFrom('tag_claim')
    .select(['en', 'en_full', 'zh', 'zh_full'])
    .where('actor_id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    en: row.en,
    ...(row.en_full !== null && { enFull: row.en_full }),
    ...(row.zh !== null && { zh: row.zh }),
    ...(row.zh_full !== null && { zhFull: row.zh_full }),
  };
}

/** The network as messages name it: one that no file knows by the end of its genesis, as names are not unique. */
async function networkName({ explorer }: ClaimsOptions, { slug }: Claimant): Promise<string> {
  if (slug !== UNKNOWN_SLUG) return slug;
  const facts = await explorer.network.facts();
  return `${slug}-${facts?.genesis.slice(-12) ?? ''}`;
}

/** The names as they are kept. @throws ClaimRefused */
async function readNames(
  db: Store['db'],
  claimant: Claimant,
  { claims }: Content,
  request: ClaimRequest,
): Promise<{ en: string; en_full: string | null; zh: string | null; zh_full: string | null }> {
  const taken = [...claimant.taken, ...(await namesOfOthers(db, claimant))];
  const check = new NameCheck({ ...claims, taken });
  const en = check.read(request.en, 'en');
  if (en === null) throw new ClaimRefused('missing', 'en');
  return {
    en,
    en_full: check.read(request.enFull, 'enFull'),
    zh: check.read(request.zh, 'zh'),
    zh_full: check.read(request.zhFull, 'zhFull'),
  };
}

/** What other owners signed and still own. An owner may give one name to all of its providers. */
async function namesOfOthers(
  db: Store['db'],
  { id, ownerKey }: Claimant,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('tag_claim as c')
    .innerJoin('miner_info as m', 'm.id', 'c.actor_id')
    .whereRef('m.owner_id', '=', 'c.owner_id')
    .where('c.actor_id', '!=', id)
    .select(['c.owner', 'c.en', 'c.en_full', 'c.zh', 'c.zh_full'])
    .execute();
  return rows
    .filter(({ owner }) => ownerKey === null || !equalBytes(owner, ownerKey))
    .flatMap(({ en, en_full, zh, zh_full }) => [en, en_full, zh, zh_full])
    .filter((name) => name !== null);
}

function readSignature(text: string | undefined, owner: Uint8Array): Signature {
  if (text === undefined || text.trim() === '') throw new ClaimRefused('missing', 'signature');
  try {
    return parseSignature(text, signatureTypeOf(owner));
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  return error instanceof SignatureRefused
    ? new ClaimRefused(
        error.reason === 'signer' ? 'ownerActor' : `signature.${error.reason}`,
        'signature',
      )
    : error;
}

/** The message that was signed. */
async function signedChallenge(
  store: Store,
  claimant: Claimant,
  owner: Uint8Array,
  signature: Signature,
  asked: { message: string | undefined; client: string; now: number },
): Promise<Challenge> {
  const challenges = await challengesFor(store, claimant, owner, asked);
  if (challenges.length === 0) throw new ClaimRefused('noMessage', 'signature');
  for (const challenge of challenges) {
    // A check takes tens of milliseconds: others are answered between two.
    await setImmediate();
    try {
      checkSignature(signature, new TextEncoder().encode(challenge.message), owner);
      return challenge;
    } catch (error) {
      if (!(error instanceof SignatureRefused && error.reason === 'mismatch'))
        throw refusalOf(error);
    }
  }
  throw new ClaimRefused('signature.mismatch', 'signature');
}
