import { describe, expect, it } from 'vitest';
import { NO_OLDER_STORAGE, type OlderDeal } from './acts.ts';
import { foldOlderStorage } from './older.ts';
import { CLIENT, Index, PIECE, PROVIDER } from './testing/deals.ts';

function aDeal(id: number, parts: Partial<OlderDeal> = {}): OlderDeal {
  return {
    id,
    clientId: CLIENT,
    providerId: PROVIDER,
    pieceCid: PIECE,
    pieceSize: 2 ** 35,
    verified: true,
    label: Uint8Array.of(0, 255),
    labelText: false,
    startEpoch: 100,
    endEpoch: 2000,
    price: 3n,
    providerCollateral: 5n,
    clientCollateral: 0n,
    activatedHeight: null,
    sector: null,
    ...parts,
  };
}

const message = null;

describe('deals', () => {
  it('live from publication over a sector to their end', () => {
    const index = new Index();
    index.fold(50, [
      { type: 'publish', message, deal: aDeal(1) },
      { type: 'publish', message, deal: aDeal(2) },
      { type: 'publish', message, deal: aDeal(3) },
    ]);
    index.fold(60, [
      { type: 'activate', message, deal: 1, provider: PROVIDER, sector: 9, idx: 0 },
      { type: 'activate', message, deal: 2, provider: PROVIDER, sector: 9, idx: 1 },
    ]);
    index.fold(200, [
      { type: 'slash', message, deal: 3 },
      // The market's word on a deal that it no longer has is no slashing.
      { type: 'slash', message, deal: 1 },
    ]);
    index.fold(300, [
      { type: 'terminate-sectors', message, provider: PROVIDER, sectors: [9, 10], epoch: 300 },
      { type: 'settle', message, deal: 2 },
    ]);
    const of = (id: number) => index.view.get('deal', id);
    expect(of(1)).toMatchObject({ status: 2, ended_height: 300, activated_height: 60, sector: 9 });
    expect(of(2)).toMatchObject({ status: 2, ended_height: 300 });
    expect(of(3)).toMatchObject({ status: 3, ended_height: 200, sector: null, ord: 2 });
    expect(index.view.get('piece', PROVIDER, 9, 1)).toMatchObject({
      deal_id: 2,
      client_id: CLIENT,
      client_ord: 1,
      ended_height: 300,
    });
    expect(index.view.get('storage_count', PROVIDER)).toMatchObject({
      provider_deals: 3,
      provider_pieces: 2,
      client_deals: 0,
    });
  });

  it('may be of any size of 64 bits, like allocations', () => {
    const index = new Index();
    index.fold(50, [{ type: 'publish', message, deal: aDeal(1, { pieceSize: 2n ** 63n }) }]);
    foldOlderStorage(index.view, {
      ...NO_OLDER_STORAGE,
      deals: [aDeal(0, { pieceSize: 2n ** 62n })],
    });
    expect(index.view.get('deal', 1)).toMatchObject({ piece_size: '9223372036854775808' });
    expect(index.view.get('deal', 0)).toMatchObject({ piece_size: '4611686018427387904' });
  });

  it('that reached their end are not terminated with their sector', () => {
    const index = new Index();
    index.fold(50, [{ type: 'publish', message, deal: aDeal(1) }]);
    index.fold(60, [{ type: 'activate', message, deal: 1, provider: PROVIDER, sector: 9, idx: 0 }]);
    index.fold(2001, [
      { type: 'terminate-sectors', message, provider: PROVIDER, sectors: [9], epoch: 2001 },
    ]);
    expect(index.view.get('deal', 1)).toMatchObject({ status: 1, ended_height: null });
    index.fold(2002, [{ type: 'settle', message, deal: 1 }]);
    expect(index.view.get('deal', 1)).toMatchObject({ status: 4, ended_height: 2002 });
  });

  it('older than the index are known once they are touched, outside the lists', () => {
    const index = new Index();
    const deals = [aDeal(5), aDeal(6, { activatedHeight: 40, sector: 3 })];
    foldOlderStorage(index.view, { ...NO_OLDER_STORAGE, deals });
    index.fold(90, [
      { type: 'activate', message, deal: 5, provider: PROVIDER, sector: 4, idx: null },
      { type: 'terminate-deal', message, deal: 6, epoch: 0 },
      { type: 'terminate-deal', message, deal: 7, epoch: 0 },
    ]);
    expect(index.view.get('deal', 5)).toMatchObject({
      status: 1,
      ord: null,
      client_ord: null,
      height: null,
      activated_height: 90,
      sector: 4,
    });
    expect(index.view.get('deal', 6)).toMatchObject({ status: 2, activated_height: 40 });
    expect(index.view.get('deal', 7)).toBeNull();
    expect(index.view.get('counter', 'deals')).toBeNull();
    expect(index.view.get('counter', 'older:deals')).toMatchObject({ value: 2 });
    expect(index.view.get('older_storage', PROVIDER)).toMatchObject({ provider_deals: 2 });
  });
});

describe('allocations and claims', () => {
  const allocation = {
    id: 7,
    client: CLIENT,
    provider: PROVIDER,
    pieceCid: PIECE,
    size: 2 ** 35,
    termMin: 10,
    termMax: 20,
    expiration: 500,
  };

  it('are claimed, extended, removed', () => {
    const index = new Index();
    const claim = { ...allocation, termMin: null, termMax: null, termStart: 60, sector: 3 };
    index.fold(50, [
      { type: 'allocate', message, allocation },
      { type: 'allocate', message, allocation: { ...allocation, id: 8 } },
    ]);
    index.fold(60, [{ type: 'claim', message, claim }]);
    expect(index.view.get('claim', 7)).toMatchObject({ term_min: 10, term_max: 20 });
    index.fold(70, [
      { type: 'extend-claim', message, provider: PROVIDER, id: 7, termMax: 30 },
      { type: 'extend-claim', message, provider: PROVIDER, id: 99, termMax: 30 },
    ]);
    index.fold(600, [
      { type: 'remove-allocation', message, client: CLIENT, id: 8 },
      { type: 'remove-allocation', message, client: CLIENT, id: 7 },
      { type: 'remove-claim', message, provider: PROVIDER, id: 7 },
    ]);
    expect(index.view.get('allocation', 7)).toMatchObject({ status: 1, ended_height: 60 });
    expect(index.view.get('allocation', 8)).toMatchObject({ status: 2, ended_height: 600 });
    expect(index.view.get('claim', 7)).toMatchObject({
      term_max: 30,
      extensions: 1,
      removed_height: 600,
      sector: 3,
    });
  });

  it('a claim of an older allocation has what its event tells', () => {
    const index = new Index();
    const claim = { ...allocation, termMax: null, termStart: 60, sector: 3 };
    index.fold(60, [{ type: 'claim', message, claim }]);
    expect(index.view.get('claim', 7)).toMatchObject({ term_min: 10, term_max: null });
    expect(index.view.get('allocation', 7)).toBeNull();
  });
});
