/** All ways to write one account's address, whom each is for, and what comes of FIL sent to it. */
import type { ActorKind } from './actors/kinds.ts';
import { kindToBe } from './actors/kinds.ts';
import {
  actorIdOf,
  BURNT_FUNDS_ID,
  ethBytesOf,
  idAddress,
  PROTOCOL_ACTOR,
  PROTOCOL_DELEGATED,
  PROTOCOL_ID,
  protocolOf,
} from './address.ts';

/** `key`: f1 or f3; `actor`: f2; `delegated`: f4; `eth`: 0x; `masked`: 0xff, zeros and the id. */
export const ADDRESS_FORMS = ['id', 'key', 'actor', 'delegated', 'eth', 'masked'] as const;
export const FORM_USES = ['exchange', 'metamask', 'lotus'] as const;

/**
 * What comes of FIL that is sent to a form, without call data.
 * `credited`: it arrives; `creates`: it arrives and makes the account; `placeholder`: it waits for who
 * holds the address's key, or for a contract; `quiet`: it arrives and the contract's code does not run;
 * `code`: the contract's code takes it or refuses it; `other`: it arrives, but tokens sent to this form
 * belong to another account than those sent to the 0x form; `provider`: it becomes available balance of
 * a storage provider; `channel`: it is paid back when the channel is collected; `burnt`; `stuck`: it
 * arrives and nobody can move it again; `refused`: the message fails, nothing is moved but gas;
 * `missing`: it fails, since nobody has this address and a transfer cannot make its account.
 */
export const FORM_CREDITS = [
  'credited',
  'creates',
  'placeholder',
  'quiet',
  'code',
  'other',
  'provider',
  'channel',
  'burnt',
  'stuck',
  'refused',
  'missing',
] as const;

export type AddressForm = (typeof ADDRESS_FORMS)[number];
export type FormUse = (typeof FORM_USES)[number];
export type FormCredit = (typeof FORM_CREDITS)[number];

export interface PassportForm {
  form: AddressForm;
  /** As Filecoin's bytes; of `eth` and `masked` the 20 bytes of Ethereum. */
  address: Uint8Array;
  uses: FormUse[];
  /** Null for an actor of a kind that is not known. */
  credit: FormCredit | null;
}

export interface Holder {
  /** Null where no actor has the address yet. */
  id: number | null;
  kind: ActorKind | null;
  deleted: boolean;
  /** All addresses by which the account is known, ids or not, in any order. */
  addresses: Iterable<Uint8Array>;
}

/**
 * By a Filecoin wallet: method 0, which runs no code. The machine moves the value to whatever actor
 * there is, and makes an account or a placeholder where there is none (ref-fvm,
 * `call_manager/default.rs`: `send_resolved`, `create_actor_from_send`).
 */
function bySend(holder: Holder, address: Uint8Array): FormCredit | null {
  if (holder.id === null) return kindToBe(address) === null ? 'missing' : 'creates';
  if (holder.deleted) return 'missing';
  if (holder.id === BURNT_FUNDS_ID) return 'burnt';
  switch (holder.kind) {
    case null:
      return null;
    case 'account':
    case 'ethaccount':
    case 'multisig':
    case 'placeholder':
      return holder.kind === 'placeholder' ? 'placeholder' : 'credited';
    case 'evm':
      return 'quiet';
    case 'storageminer':
      return 'provider';
    case 'paymentchannel':
      return 'channel';
    default:
      return 'stuck';
  }
}

/**
 * By a wallet of Ethereum: InvokeContract (Lotus, `EthTx.ToFilecoinMessage`; FIP-0054, FIP-0055). Accounts
 * of both kinds and multisigs take any method from 2^24 on (builtin-actors, `fallback` of account,
 * ethaccount and multisig; FIP-0062), a placeholder any method (`placeholder/src/lib.rs`), a contract
 * runs its code; every other built-in actor has no such method and fails with USR_UNHANDLED_MESSAGE.
 */
function byEthereum(holder: Holder, address: Uint8Array): FormCredit | null {
  const sent = bySend(holder, address);
  if (sent === 'quiet') return 'code';
  return sent === 'provider' || sent === 'channel' || sent === 'stuck' ? 'refused' : sent;
}

const FORM_OF: Readonly<Record<number, AddressForm>> = {
  [PROTOCOL_ID]: 'id',
  [PROTOCOL_ACTOR]: 'actor',
  [PROTOCOL_DELEGATED]: 'delegated',
};

const USES: Readonly<Record<AddressForm, readonly FormUse[]>> = {
  id: ['lotus'],
  key: ['exchange', 'lotus'],
  actor: ['exchange', 'lotus'],
  delegated: ['exchange', 'lotus'],
  eth: ['metamask'],
  masked: ['metamask'],
};

/** Credits after which nobody is told to send to the form. */
const USELESS: ReadonlySet<FormCredit | null> = new Set([
  'other',
  'burnt',
  'stuck',
  'refused',
  'missing',
]);

/** Every form that the account really has, each once, in the order of `ADDRESS_FORMS`. */
export function passportOf(holder: Holder): PassportForm[] {
  const own = new Map<string, Uint8Array>();
  for (const address of holder.addresses) own.set(String(address), address);
  if (holder.id !== null) own.set(String(idAddress(holder.id)), idAddress(holder.id));
  const delegated = [...own.values()].find(
    (address) => actorIdOf(address) === null && ethBytesOf(address) !== null,
  );
  // Nobody has the key of twenty zeros.
  const nobody = delegated?.slice(2).every((byte) => byte === 0) === true;
  const made = (form: AddressForm, address: Uint8Array, credit: FormCredit | null) => {
    const told = nobody && !USELESS.has(credit) ? 'stuck' : credit;
    // A contract that does not hear of a payment may not know whose it was.
    const uses = USES[form].filter((use) => told !== 'quiet' || use !== 'exchange');
    return { form, address, uses: USELESS.has(told) ? [] : uses, credit: told };
  };
  const forms = [...own.values()].map((address) =>
    made(FORM_OF[protocolOf(address)] ?? 'key', address, bySend(holder, address)),
  );
  const eth = delegated && ethBytesOf(delegated);
  if (delegated && eth) forms.push(made('eth', eth, byEthereum(holder, delegated)));
  const masked = holder.id === null ? null : ethBytesOf(idAddress(holder.id));
  if (masked) {
    const credit = byEthereum(holder, masked);
    const apart = delegated !== undefined && !USELESS.has(credit);
    forms.push(made('masked', masked, apart ? 'other' : credit));
  }
  return forms.sort((a, b) => ADDRESS_FORMS.indexOf(a.form) - ADDRESS_FORMS.indexOf(b.form));
}
