/** A site where names are claimed, over an index of the demo chain, for tests. */
import { bundledContent } from '#content/networks.ts';
import { indexDemo, type DemoIndex } from '#server/testing/demo-index.ts';
import { revise } from '#store/revise.ts';
import {
  createTagClaims,
  type ClaimRequest,
  type ClaimsOptions,
  type TagClaims,
} from '../claims.ts';
import { ClaimRefused } from '../refused.ts';
import { setOwner, testOwners, type TestOwner } from './owners.ts';

export const MINER = 1000;
export const CLIENT = '192.0.2.1';
export const START = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
export const { f1, f3, f410 } = testOwners(7);

const GIVEN = { address: 'f01000', en: 'Tide Pool', contact: 'ops@tide.example' };

/** What a call comes to: done, or why not, and in which field. */
export async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (!(error instanceof ClaimRefused)) throw error;
    return error.field === null ? error.reason : `${error.field}: ${error.reason}`;
  }
}

/** What it stands on. */
export type Indexed = Pick<DemoIndex, 'store' | 'explorer'>;

export class ClaimSite<I extends Indexed = DemoIndex> {
  now = START;
  changes = 0;
  readonly demo: I;
  readonly claims: TagClaims;

  constructor(demo: I) {
    this.demo = demo;
    this.claims = this.make();
  }

  make(other: Partial<ClaimsOptions> = {}): TagClaims {
    return createTagClaims({
      store: this.demo.store,
      explorer: this.demo.explorer,
      contentOf: bundledContent(),
      brand: 'Sextant',
      minPower: 1n,
      onChange: () => {
        this.changes++;
      },
      now: () => this.now,
      ...other,
    });
  }

  /** As if nobody had claimed anything. */
  async forget(): Promise<void> {
    this.now = START;
    const { db } = this.demo.store;
    await db.deleteFrom('tag_challenge').execute();
    await db.deleteFrom('tag_claim').execute();
    await db.deleteFrom('tag_ban').execute();
    await revise(db);
    await setOwner(db, MINER, f1);
  }

  /** @param claims of a site that differs from this one */
  create(request: Partial<ClaimRequest>, client = CLIENT, claims = this.claims): Promise<string> {
    return outcome(claims.create({ ...GIVEN, ...request }, client));
  }

  async signed(owner: TestOwner, address = GIVEN.address): Promise<string> {
    const { message } = await this.claims.message(address, CLIENT);
    return owner.sign(message);
  }
}

export const openSite = async (): Promise<ClaimSite> => new ClaimSite(await indexDemo(60));
