import { idAddress } from '#filecoin/address.ts';
import type { DealProposal } from '#filecoin/actors/facts/market.ts';
import { describe, expect, it } from 'vitest';
import type { Done } from './calls.ts';
import { actsOf } from './decode.ts';
import { aCall, CLIENT, NOTHING_TOLD, PIECE, PROVIDER } from './testing/deals.ts';

describe('from calls to acts', () => {
  const proposal: DealProposal = {
    digest: new Uint8Array(32),
    pieceCid: PIECE,
    pieceSize: 8,
    verified: false,
    client: Uint8Array.of(3, ...new Uint8Array(48)),
    provider: idAddress(PROVIDER),
    label: 'x\u0000<b>',
    startEpoch: 1,
    endEpoch: 2,
    pricePerEpoch: 0n,
    providerCollateral: 0n,
    clientCollateral: 0n,
  };
  const market = (fact: Extract<Done, { of: 'market' }>['fact'], from = PROVIDER): Done => ({
    call: aCall({ from, to: 5 }),
    of: 'market',
    fact,
  });

  it('keeps labels of any bytes', () => {
    const label = (value: string | Uint8Array) =>
      actsOf(
        [
          market({
            type: 'publish',
            deals: [{ dealId: 1, proposal: { ...proposal, label: value } }],
          }),
        ],
        NOTHING_TOLD,
        1,
        () => CLIENT,
      ).map((act) => (act.type === 'publish' ? [act.deal.label, act.deal.labelText] : []));
    expect(label('x\u0000<b>')).toEqual([[Uint8Array.of(120, 0, 60, 98, 62), true]]);
    expect(label(Uint8Array.of(255, 0))).toEqual([[Uint8Array.of(255, 0), false]]);
  });

  it('gives a piece of a manifest its deal only when the market took it', () => {
    const piece = { cid: PIECE, size: 8, allocation: null, notify: [] };
    const done: Done[] = [
      {
        call: aCall({ to: PROVIDER }),
        of: 'miner',
        fact: {
          type: 'prove',
          sectors: [
            { sector: 4, pieces: [piece, piece, { ...piece, size: 16 }], activated: true },
            { sector: 5, pieces: [piece], activated: false },
          ],
        },
      },
      market({
        type: 'content-changed',
        sectors: [
          {
            sector: 4,
            minimumCommitment: 9,
            pieces: [
              { cid: PIECE, size: 8, dealId: 11, accepted: true },
              { cid: PIECE, size: 8, dealId: 12, accepted: false },
            ],
          },
        ],
      }),
    ];
    const acts = actsOf(done, NOTHING_TOLD, 1, () => null);
    expect(acts).toMatchObject([
      {
        type: 'pieces',
        provider: PROVIDER,
        sector: 4,
        pieces: [
          { idx: 0, deal: 11 },
          { idx: 1, deal: null },
          { idx: 2, deal: null, size: 16 },
        ],
      },
      { type: 'activate', deal: 11, provider: PROVIDER, sector: 4, idx: null },
    ]);
  });

  it('refuses more sectors than a miner can have', () => {
    const terminate = (sectors: number[]) =>
      actsOf(
        [market({ type: 'terminate', epoch: 5, dealIds: null, sectors })],
        NOTHING_TOLD,
        5,
        () => null,
      );
    expect(terminate([3, 2])).toMatchObject([{ sectors: [3, 4] }]);
    expect(terminate([0, 2 ** 40])).toEqual([]);
  });

  it('tells settled deals from expired ones', () => {
    const settle = { exitCode: 0, payment: 1n, completed: false };
    const deals = [
      { ...settle, dealId: 1 },
      { ...settle, dealId: 2, completed: true },
      { dealId: 3, exitCode: 32, payment: null, completed: null },
      { dealId: 4, exitCode: 17, payment: null, completed: null },
    ];
    const acts = actsOf([market({ type: 'settle', deals })], NOTHING_TOLD, 5, () => null);
    expect(acts).toMatchObject([
      { type: 'settle', deal: 2 },
      { type: 'slash', deal: 3 },
    ]);
  });
});
