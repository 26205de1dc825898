/** Folds acts on deals, pieces, allocations and claims; those on data cap: ./datacap.ts. */
import { toHex } from '#filecoin/encoding/bytes.ts';
import type { Integer } from '#filecoin/encoding/integers.ts';
import type { FoldContext } from '../part.ts';
import type { Act, Allocation, Claim, Deal, DealActs, Piece } from './acts.ts';
import {
  ACTIVE,
  CLAIMED,
  columnsOf,
  OPEN,
  PUBLISHED,
  REMOVED,
  SETTLED,
  SLASHED,
  TERMINATED,
} from './columns.ts';
import { DataCapFolder } from './datacap.ts';
import { Lists } from './lists.ts';

export function foldDeals(context: FoldContext, facts: DealActs): void {
  new DealsFolder(context, facts).run();
}

class DealsFolder {
  readonly #context: FoldContext;
  readonly #facts: DealActs;
  readonly #lists: Lists;
  readonly #dataCap: DataCapFolder;
  /** What the sectors of this tipset claimed: allocations by provider, sector and piece. */
  readonly #claimed = new Map<string, number[]>();

  constructor(context: FoldContext, facts: DealActs) {
    this.#context = context;
    this.#facts = facts;
    this.#lists = new Lists(context);
    this.#dataCap = new DataCapFolder(context, this.#lists);
  }

  get #view() {
    return this.#context.view;
  }

  run(): void {
    const { opening, acts } = this.#facts;
    for (const claim of opening?.claims ?? []) this.#remember(claim);
    for (const act of acts) if (act.type === 'claim') this.#remember(act.claim);
    if (opening) {
      for (const allocation of opening.allocations) this.#allocate(null, allocation);
      for (const claim of opening.claims) this.#claim(null, claim);
      for (const deal of opening.deals) {
        this.#publish(null, deal);
        const { id, providerId, sector } = deal;
        if (deal.activatedHeight === null) continue;
        const idx = this.#lists.position(`pieces of ${providerId}/${String(sector)}`);
        this.#activate(null, id, providerId, sector, idx);
      }
      this.#dataCap.open(opening);
    }
    for (const act of acts) this.#act(act);
  }

  #act(act: Act): void {
    const { message } = act;
    switch (act.type) {
      case 'publish':
        return this.#publish(message, act.deal);
      case 'activate':
        return this.#activate(message, act.deal, act.provider, act.sector, act.idx);
      case 'pieces':
        for (const piece of act.pieces) this.#direct(message, act.provider, act.sector, piece);
        return;
      case 'terminate-sectors':
        for (const sector of act.sectors) this.#terminate(act.provider, sector, act.epoch);
        return;
      case 'terminate-deal':
        return this.#end(act.deal, ACTIVE, TERMINATED, act.epoch);
      case 'slash':
        return this.#end(act.deal, PUBLISHED, SLASHED, 0);
      case 'settle':
        return this.#end(act.deal, ACTIVE, SETTLED, 0);
      case 'allocate':
        return this.#allocate(message, act.allocation);
      case 'remove-allocation':
        return this.#endAllocation(act.id, REMOVED);
      case 'claim':
        this.#endAllocation(act.claim.id, CLAIMED);
        return this.#claim(message, act.claim);
      case 'extend-claim': {
        const claim = this.#view.get('claim', act.id);
        if (!claim) return;
        const extensions = claim.extensions + 1;
        this.#view.put('claim', { ...claim, term_max: act.termMax, extensions });
        return;
      }
      case 'remove-claim': {
        const claim = this.#view.get('claim', act.id);
        if (claim) this.#view.put('claim', { ...claim, removed_height: this.#lists.height });
        return;
      }
      case 'verifier':
        return this.#dataCap.verifier(act);
      case 'data-cap':
        return this.#dataCap.change(act);
    }
  }

  #publish(message: number | null, deal: Deal): void {
    this.#view.put('deal', {
      ...columnsOf(deal),
      ...this.#lists.places('deals', deal.providerId),
      client_ord: this.#lists.clientOrd('deals', deal.clientId),
      status: PUBLISHED,
      cid: this.#lists.cid(message),
      activated_height: null,
      sector: null,
      ended_height: null,
    });
  }

  /** `idx`: the place of the deal's piece in the sector, where no manifest tells of it. */
  #activate(
    message: number | null,
    id: number,
    provider: number,
    sector: Integer | null,
    idx: number | null,
  ): void {
    const deal = this.#view.get('deal', id);
    if (deal?.status !== PUBLISHED) return;
    this.#view.put('deal', {
      ...deal,
      status: ACTIVE,
      activated_height: this.#lists.height,
      sector,
    });
    if (sector === null || idx === null) return;
    const allocations = this.#claimed.get(pieceKey(provider, sector, deal.piece_cid));
    this.#piece(message, provider, sector, {
      idx,
      cid: deal.piece_cid,
      // It fits into its sector.
      size: Number(deal.piece_size),
      client: deal.client_id,
      allocation: allocations?.shift() ?? null,
      deal: id,
    });
  }

  /** A piece as a manifest names it. */
  #direct(message: number | null, provider: number, sector: Integer, piece: Piece): void {
    const { deal, allocation, ...rest } = piece;
    const client = deal === null ? null : (this.#view.get('deal', deal)?.client_id ?? null);
    this.#piece(message, provider, sector, {
      ...rest,
      client: allocation?.client ?? client,
      allocation: allocation?.id ?? null,
      deal,
    });
  }

  #piece(
    message: number | null,
    provider_id: number,
    sector: Integer,
    piece: {
      idx: number;
      cid: Uint8Array;
      size: number;
      client: number | null;
      allocation: number | null;
      deal: number | null;
    },
  ): void {
    const { client } = piece;
    let { idx } = piece;
    // A sector is filled once; should it ever be filled again, it has both.
    while (this.#view.get('piece', provider_id, sector, idx)) idx++;
    this.#view.put('piece', {
      provider_id,
      sector,
      idx,
      ...this.#lists.places('pieces', provider_id),
      client_id: client,
      client_ord: client === null ? null : this.#lists.clientOrd('pieces', client),
      piece_cid: piece.cid,
      piece_size: piece.size,
      allocation_id: piece.allocation,
      deal_id: piece.deal,
      cid: this.#lists.cid(message),
      ended_height: null,
    });
  }

  #terminate(provider: number, sector: Integer, epoch: number): void {
    const ended_height = this.#lists.height;
    for (let idx = 0; ; idx++) {
      const piece = this.#view.get('piece', provider, sector, idx);
      if (!piece) return;
      if (piece.ended_height === null) this.#view.put('piece', { ...piece, ended_height });
      if (piece.deal_id !== null) this.#end(piece.deal_id, ACTIVE, TERMINATED, epoch);
    }
  }

  /** Ends a deal that is `from`; the market leaves alone what had reached its end at `epoch`. */
  #end(id: number, from: number, status: number, epoch: number): void {
    const deal = this.#view.get('deal', id);
    if (deal?.status !== from || deal.end_epoch <= epoch) return;
    this.#view.put('deal', { ...deal, status, ended_height: this.#lists.height });
  }

  #allocate(message: number | null, allocation: Allocation): void {
    this.#view.put('allocation', {
      id: allocation.id,
      ...this.#lists.places('allocations', allocation.provider),
      client_ord: this.#lists.clientOrd('allocations', allocation.client),
      client_id: allocation.client,
      provider_id: allocation.provider,
      piece_cid: allocation.pieceCid,
      size: String(allocation.size),
      term_min: allocation.termMin,
      term_max: allocation.termMax,
      expiration: allocation.expiration,
      status: OPEN,
      cid: this.#lists.cid(message),
      ended_height: null,
    });
  }

  #endAllocation(id: number, status: number): void {
    const row = this.#view.get('allocation', id);
    if (row?.status === OPEN)
      this.#view.put('allocation', { ...row, status, ended_height: this.#lists.height });
  }

  #claim(message: number | null, claim: Claim): void {
    const allocation = this.#view.get('allocation', claim.id);
    this.#view.put('claim', {
      id: claim.id,
      ...this.#lists.places('claims', claim.provider),
      client_ord: this.#lists.clientOrd('claims', claim.client),
      client_id: claim.client,
      provider_id: claim.provider,
      piece_cid: claim.pieceCid,
      size: String(claim.size),
      term_min: claim.termMin ?? allocation?.term_min ?? null,
      term_max: claim.termMax ?? allocation?.term_max ?? null,
      term_start: claim.termStart,
      sector: claim.sector,
      extensions: 0,
      cid: this.#lists.cid(message),
      removed_height: null,
    });
  }

  #remember({ id, provider, sector, pieceCid }: Claim): void {
    const key = pieceKey(provider, sector, pieceCid);
    this.#claimed.set(key, [...(this.#claimed.get(key) ?? []), id]);
  }
}

function pieceKey(provider: number, sector: Integer, cid: Uint8Array): string {
  return `${provider}/${sector}/${toHex(cid)}`;
}
