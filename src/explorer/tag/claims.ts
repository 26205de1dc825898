/**
 * Names that owners of storage providers signed. There are few, so all of them are held, as of a head:
 * a claim holds while the chain names as owner the one who signed it.
 */
import type { Locale } from '#i18n/locales.ts';
import type { Trx } from '#store/store.ts';

/** A claim as the site shows it: without whom to ask about it. */
export interface Claim {
  actorId: number;
  /** Address of the key that signed. */
  owner: Uint8Array;
  en: string;
  enFull: string | null;
  zh: string | null;
  zhFull: string | null;
  /** Unix seconds. */
  signedAt: number;
}

/** The claims that hold at a head. */
export class ClaimsNow {
  readonly all: readonly Claim[];
  readonly #byActor: ReadonlyMap<number, Claim>;

  constructor(all: readonly Claim[]) {
    this.all = all;
    this.#byActor = new Map(all.map((claim) => [claim.actorId, claim]));
  }

  of(actorId: number): Claim | null {
    return this.#byActor.get(actorId) ?? null;
  }
}

/** Reads them once per head and change of claims. */
export class Claims {
  #key = '';
  #now = new ClaimsNow([]);

  /** Those that were read for this key; undefined where others were read after them. */
  known(key: string): ClaimsNow | undefined {
    return key === this.#key ? this.#now : undefined;
  }

  /** @param key names the head and the change */
  async at(db: Trx, key: string): Promise<ClaimsNow> {
    if (key === this.#key) return this.#now;
    const rows = await db
      .selectFrom('tag_claim as c')
      .innerJoin('miner_info as m', 'm.id', 'c.actor_id')
      .whereRef('m.owner_id', '=', 'c.owner_id')
      .select([
        'c.actor_id as actorId',
        'c.owner',
        'c.en',
        'c.en_full as enFull',
        'c.zh',
        'c.zh_full as zhFull',
        'c.signed_at as signedAt',
      ])
      .orderBy('c.actor_id')
      .execute();
    this.#now = new ClaimsNow(rows);
    this.#key = key;
    return this.#now;
  }
}

/** What the owner calls it in a language; in English where there is no other name. */
export function claimedName(
  { en, enFull, zh, zhFull }: Claim,
  language: Locale,
): { name: string; fullName: string | null } {
  return language === 'zh' && zh !== null
    ? { name: zh, fullName: zhFull }
    : { name: en, fullName: enFull };
}
