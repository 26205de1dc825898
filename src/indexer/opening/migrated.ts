/**
 * Allocations that the migration to network version 17 made of verified deals without a sector
 * (go-state-types builtin/v9/migration/verifreg.go; claims it made none). No message tells of them: an
 * index that meets this upgrade takes them over as what is older than itself, out of the state after
 * the tipset that carried it out.
 */
import type { Kysely } from 'kysely';
import { cidOf } from '#filecoin/encoding/cid.ts';
import { toHex } from '#filecoin/encoding/bytes.ts';
import { CHAIN_FINALITY } from '#filecoin/epoch.ts';
import type { UpgradeHeights } from '#filecoin/execution/basefee.ts';
import { MIGRATED_SUBJECT } from '#store/opening.ts';
import type { Database } from '#store/schema.ts';
import { tipsetKeyOf } from '../decode/ids.ts';
import type { TipsetFacts, TipsetRef } from '../types.ts';
import type { StatePlace } from './subject.ts';

const UPGRADE = 'Shark';

/** Runs of null rounds are shorter, in epochs: nothing would be final any more. */
const LONGEST_NULL_RUN = CHAIN_FINALITY;

/** A tipset, as far as upgrades go. */
export type UpgradeTipset = TipsetRef & Pick<TipsetFacts, 'parentKey'>;

/** Who knows the network's upgrades. */
export interface Upgrades {
  readonly upgrades: UpgradeHeights;
  /** Their names, of those that a tipset carries out; the height of its parent is asked for where it is null. */
  carriedOut(tipset: UpgradeTipset, parentHeight: number | null): Promise<string[]>;
}

/** That migration, of an index that may meet it. What asks the node rejects with NodeError. */
export class Migration {
  readonly #upgrades: Upgrades;
  readonly #height: number;
  /** Whether an index's first tipset carries it out, by hex of the parent's key. */
  readonly #first = new Map<string, boolean>();

  private constructor(upgrades: Upgrades, height: number) {
    this.#upgrades = upgrades;
    this.#height = height;
  }

  /** Null where the index surely does not meet it: its network comes to none, or it begins far behind it. */
  static of(upgrades: Upgrades, startHeight: number): Migration | null {
    const height = upgrades.upgrades[`Upgrade${UPGRADE}Height`];
    if (height === undefined || height < 0) return null;
    // There may be null rounds only between the upgrade and an index's first tipset.
    return startHeight > height + LONGEST_NULL_RUN ? null : new Migration(upgrades, height);
  }

  /** Whether tipsets up to a height may carry it out, or come after it. */
  isBelow(height: number): boolean {
    return this.#height < height;
  }

  /** Whether a tipset carries it out; `parentHeight` is null of one whose parent the index does not have. */
  async isBy(tipset: UpgradeTipset, parentHeight: number | null): Promise<boolean> {
    if (!this.isBelow(tipset.height)) return false;
    if (parentHeight !== null) return parentHeight <= this.#height;
    if (tipset.height === this.#height + 1) return true;
    const parent = toHex(tipset.parentKey);
    const known = this.#first.get(parent);
    if (known !== undefined) return known;
    const names = await this.#upgrades.carriedOut(tipset, null);
    const found = names.includes(UPGRADE);
    this.#first.set(parent, found);
    return found;
  }

  /** Height of the tipset that carried it out; null while the index has none. */
  async heightIn(db: Kysely<Database>): Promise<number | null> {
    const [own] = await this.#behind(db);
    return own?.height ?? null;
  }

  /**
   * Where its allocations are read, which forks may change; `later` while the index does not have that
   * state, null where it has begun behind it.
   */
  async placeIn(db: Kysely<Database>): Promise<StatePlace | 'later' | null> {
    const [own, child] = await this.#behind(db);
    if (!own) return (await this.#isPassed(db)) ? null : 'later';
    if (!child) return 'later';
    return { key: tipsetKeyOf(child.key), root: cidOf(child.state_root), madeHeight: own.height };
  }

  /** The same; null while a fork may still change it. */
  async finalPlaceIn(db: Kysely<Database>, finalHeight: number | null): Promise<StatePlace | null> {
    if (finalHeight === null || finalHeight <= this.#height) return null;
    const [, child] = await this.#behind(db);
    const place = child && child.height <= finalHeight ? await this.placeIn(db) : null;
    return place === 'later' ? null : place;
  }

  /** Whether the index has a tipset above it. */
  async #isPassed(db: Kysely<Database>): Promise<boolean> {
    const row = await db
      .selectFrom('tipset')
      .select('height')
      .where('height', '>', this.#height)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** The tipset that carried it out, and its child. */
  async #behind(db: Kysely<Database>) {
    const rows = await db
      .selectFrom('tipset')
      .select(['height', 'key', 'parent_key', 'parent_height', 'state_root'])
      .where('height', '>', this.#height)
      .orderBy('height')
      .limit(2)
      .execute();
    const [own] = rows;
    if (!own) return [];
    const { height, key, parent_key: parentKey, parent_height: parentHeight } = own;
    const [name = ''] = tipsetKeyOf(key).map((cid) => cid['/']);
    return (await this.isBy({ height, name, parentKey }, parentHeight)) ? rows : [];
  }
}

/** Whether all of them are taken over. */
export async function areTaken(db: Kysely<Database>): Promise<boolean> {
  const row = await db
    .selectFrom('opening')
    .select('done')
    .where('subject', '=', MIGRATED_SUBJECT)
    .executeTakeFirst();
  return row?.done === true;
}
