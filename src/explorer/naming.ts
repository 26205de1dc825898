/** How accounts are written, and what they are called. */
import { ethAddressOf, formatAddress, formatId, type NetworkPrefix } from '#filecoin/address.ts';
import { kindToBe, type ActorKind } from '#filecoin/actors/kinds.ts';
import type { Uint64 } from '#filecoin/encoding/uint64.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ClaimsNow } from './tag/claims.ts';
import { tagOf } from './tag/tagOf.ts';
import type { Calling } from './view.ts';
import type { Tag } from './wire.ts';

export interface Name {
  id: number;
  kind: ActorKind | null;
  robust: Uint8Array | null;
  delegated: Uint8Array | null;
  /** The message that created it; null where none did. */
  created_by: Uint8Array | null;
}

/** Kinds that are known by their id: a storage provider is f0…, and so are the built-in actors. */
const KNOWN_BY_ID: ReadonlySet<ActorKind> = new Set([
  'cron',
  'datacap',
  'eam',
  'init',
  'reward',
  'storagemarket',
  'storageminer',
  'storagepower',
  'system',
  'verifiedregistry',
]);

/** One end of a message or transfer; `written`: its address where no actor has it. */
export interface End {
  id: number | null;
  written?: Uint8Array;
}

export interface EndNames {
  fromTag?: Tag;
  fromFnsName?: string;
  toTag?: Tag;
  toFnsName?: string;
}

/**
 * Tags of rows, by the claims that hold and by language: what editors wrote stays as it is, and lists
 * name the same accounts again and again.
 */
const TAGS = new WeakMap<ClaimsNow, Map<Locale, WeakMap<Name, Tag | null>>>();

function tagsFor({ claims, language }: Calling): WeakMap<Name, Tag | null> {
  const byLanguage = TAGS.get(claims) ?? new Map<Locale, WeakMap<Name, Tag | null>>();
  TAGS.set(claims, byLanguage);
  const tags = byLanguage.get(language) ?? new WeakMap<Name, Tag | null>();
  byLanguage.set(language, tags);
  return tags;
}

/** How rows are shown: those that are held for many answers are so in each, by one network's prefix. */
const SHOWN = new WeakMap<Name, string>();

export class Names {
  readonly #names: ReadonlyMap<number, Name>;
  readonly #reverse: ReadonlyMap<number, string>;
  readonly #view: Calling;
  readonly #prefix: NetworkPrefix;
  readonly #tags: WeakMap<Name, Tag | null>;

  /** `reverse`: what accounts call themselves, checked. */
  constructor(
    names: ReadonlyMap<number, Name>,
    reverse: ReadonlyMap<number, string>,
    view: Calling,
  ) {
    this.#names = names;
    this.#reverse = reverse;
    this.#view = view;
    this.#prefix = view.network.prefix;
    this.#tags = tagsFor(view);
  }

  /**
   * What an account is called: by its owner, who signed for it, else by whoever runs the site; null for
   * all others. `written`: as for `shown`.
   */
  tag(id: number | null, written?: Uint8Array): Tag | null {
    const row = id === null ? undefined : this.#names.get(id);
    if (row === undefined) return tagOf(this.#view, id, [written]);
    return held(this.#tags, row, () => tagOf(this.#view, row.id, [row.delegated, row.robust]));
  }

  /** What an account calls itself by the network's name service, when that name points back. */
  fnsName(id: number | null): string | undefined {
    return id === null ? undefined : this.#reverse.get(id);
  }

  /** The same, as answers carry it. */
  itself(id: number | null): { fnsName?: string } {
    const fnsName = this.fnsName(id);
    return fnsName === undefined ? {} : { fnsName };
  }

  /** How the sender and the receiver of something are called, as far as they are. */
  ends(from: End, to: End): EndNames {
    const fromTag = this.tag(from.id, from.written);
    const toTag = this.tag(to.id, to.written);
    const fromFnsName = this.fnsName(from.id);
    const toFnsName = this.fnsName(to.id);
    return {
      ...(fromTag ? { fromTag } : {}),
      ...(fromFnsName === undefined ? {} : { fromFnsName }),
      ...(toTag ? { toTag } : {}),
      ...(toFnsName === undefined ? {} : { toFnsName }),
    };
  }

  /** The same of a block's miner. */
  minerTag(id: number): { minerTag?: Tag } {
    const minerTag = this.tag(id);
    return minerTag ? { minerTag } : {};
  }

  kind(id: number | null): ActorKind | null {
    return id === null ? null : (this.#names.get(id)?.kind ?? null);
  }

  /**
   * The kind by which a message to this account is read. `written`: its address, which says what
   * becomes of it where no actor has it.
   */
  kindCalled(id: number | null, written: Uint8Array): ActorKind | null {
    return id === null ? kindToBe(written) : this.kind(id);
  }

  idText(id: Uint64): string {
    return formatId(id, this.#prefix);
  }

  idTextOrNull(id: Uint64 | null): string | null {
    return id === null ? null : this.idText(id);
  }

  /**
   * The form in which an account is shown: its f4 or robust address, or its id where it is known
   * by that. `written`: the address as it stands in the message, for whom no actor has it.
   */
  shown(id: Uint64 | null, written?: Uint8Array): string {
    const name = typeof id === 'number' ? this.#names.get(id) : undefined;
    if (name) return held(SHOWN, name, () => this.#shownAs(name));
    if (id !== null && !written) return this.idText(id);
    if (written) return formatAddress(written, this.#prefix);
    throw new Error('An account without id and address');
  }

  #shownAs(name: Name): string {
    const address = shownAddress(name);
    return address ? this.text(address) : this.idText(name.id);
  }

  /** How Ethereum writes an account of the EVM, as a member of its row. */
  eth(id: number): { ethAddress?: string } {
    const delegated = this.#names.get(id)?.delegated;
    const ethAddress = delegated ? ethAddressOf(delegated) : null;
    return ethAddress === null ? {} : { ethAddress };
  }

  text(address: Uint8Array): string {
    return formatAddress(address, this.#prefix);
  }
}

function held<Value>(
  made: { get(name: Name): Value | undefined; set(name: Name, value: Value): unknown },
  name: Name,
  make: () => Value,
): Value {
  const known = made.get(name);
  if (known !== undefined) return known;
  const value = make();
  made.set(name, value);
  return value;
}

/** Null when the account is shown by its id. */
export function shownAddress(name: Pick<Name, 'kind' | 'robust' | 'delegated'>): Uint8Array | null {
  if (name.kind !== null && KNOWN_BY_ID.has(name.kind)) return null;
  return name.delegated ?? name.robust;
}
