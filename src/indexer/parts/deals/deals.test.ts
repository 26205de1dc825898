/** What the demo chain does not do: older deals, slashing, extensions, removals, data cap by hand. */
import { idAddress } from '#filecoin/address.ts';
import { ACTOR_KINDS } from '#filecoin/actors/kinds.ts';
import type { DealProposal } from '#filecoin/actors/facts/market.ts';
import { describe, expect, it } from 'vitest';
import { emptyFacts } from '../../fold/rows.ts';
import { StateView } from '../../fold/state.ts';
import { aTipset, executed } from '../../testing/units.ts';
import type { Call } from '../../types.ts';
import type { Act, DealActs, OlderDeal } from './acts.ts';
import type { Done, Told } from './calls.ts';
import { actsOf } from './decode.ts';
import { foldDeals } from './fold.ts';
import { DEALS_STATE } from './tables.ts';

const CLIENT = 1005;
const PROVIDER = 1080;
const PIECE = Uint8Array.of(1, 129, 226, 3, 146, 32, 32, ...new Uint8Array(32).fill(7));

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

/** A view that has nothing, and what folding adds to it. */
class Index {
  readonly view = new StateView();
  readonly rows = emptyFacts();

  constructor() {
    for (const table of Object.keys(DEALS_STATE)) this.view.cover(table as 'deal', 'all');
    this.view.cover('counter', 'all');
  }

  fold(height: number, acts: Act[], parts: Partial<DealActs> = {}): void {
    const unit = {
      tipset: aTipset(height),
      executed: executed(height, {}),
      opening: [],
      parts: [],
    };
    this.view.begin();
    foldDeals(
      { view: this.view, rows: this.rows, unit, seqs: [] },
      { opening: null, older: new Map(), ...parts, acts },
    );
    this.view.end();
  }
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
    const older = new Map([
      [5, aDeal(5)],
      [6, aDeal(6, { activatedHeight: 40, sector: 3 })],
    ]);
    index.fold(
      90,
      [
        { type: 'activate', message, deal: 5, provider: PROVIDER, sector: 4, idx: null },
        { type: 'terminate-deal', message, deal: 6, epoch: 0 },
        { type: 'terminate-deal', message, deal: 7, epoch: 0 },
      ],
      { older },
    );
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
      { type: 'extend-claim', message, id: 7, termMax: 30 },
      { type: 'extend-claim', message, id: 99, termMax: 30 },
    ]);
    index.fold(600, [
      { type: 'remove-allocation', message, id: 8 },
      { type: 'remove-allocation', message, id: 7 },
      { type: 'remove-claim', message, id: 7 },
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

const NOTHING_TOLD: Told = {
  published: new Map(),
  terminated: [],
  claims: new Map(),
  allowances: new Map(),
};

function aCall(parts: Partial<Call>): Call {
  return {
    message: 0,
    top: false,
    from: CLIENT,
    to: PROVIDER,
    kind: ACTOR_KINDS.indexOf('datacap'),
    version: 16,
    method: 0,
    value: 0n,
    trace: {
      Msg: { From: 'f01', To: 'f01', Value: '0', Method: 0, Params: null },
      MsgRct: { ExitCode: 0, Return: null },
      Subcalls: null,
    },
    ...parts,
  };
}

describe('data cap', () => {
  const UNIT = 10n ** 18n;
  const token = (from: number, fact: Extract<Done, { of: 'token' }>['fact']): Done => ({
    call: aCall({ from }),
    of: 'token',
    fact,
  });
  const transfer = (from: number, to: number, amount: bigint, left: bigint, got: bigint): Done =>
    token(from, {
      type: 'transfer',
      from: null,
      to: idAddress(to),
      amount: amount * UNIT,
      operatorData: new Uint8Array(),
      fromBalance: left * UNIT,
      toBalance: got * UNIT,
      recipientData: new Uint8Array(),
    });
  const foldAll = (index: Index, height: number, done: Done[], told = NOTHING_TOLD): void =>
    index.fold(
      height,
      actsOf(done, told, height, () => null),
    );

  it('follows grants, transfers and burning, and what led to what', () => {
    const index = new Index();
    foldAll(
      index,
      10,
      [
        {
          call: aCall({ from: 100, to: 6 }),
          of: 'registry',
          fact: { type: 'add-client', client: idAddress(CLIENT), allowance: 64n },
        },
        token(6, {
          type: 'mint',
          to: idAddress(CLIENT),
          amount: 64n * UNIT,
          operators: [],
          balance: 64n * UNIT,
          supply: 64n * UNIT,
        }),
      ],
      { ...NOTHING_TOLD, allowances: new Map([['0/100', [936n]]]) },
    );
    // The transfer's word (4) is of after the burning that it led to.
    foldAll(index, 20, [
      transfer(CLIENT, 6, 10n, 54n, 4n),
      token(6, { type: 'burn', owner: null, amount: 6n * UNIT, balance: 4n * UNIT }),
    ]);
    foldAll(index, 30, [
      transfer(6, CLIENT, 4n, 0n, 58n),
      token(6, {
        type: 'burn',
        owner: idAddress(CLIENT),
        amount: 8n * UNIT,
        balance: 50n * UNIT,
      }),
    ]);
    expect(index.view.get('data_cap', CLIENT)).toMatchObject({
      balance: '50',
      granted: '64',
      allocated: '10',
      returned: '4',
      removed: '8',
      ord: 0,
      changes: 4,
    });
    expect(index.view.get('data_cap', 6)).toMatchObject({ balance: '0', ord: null });
    expect(index.view.get('verifier', 100)).toMatchObject({ allowance: '936', granted: '64' });
    expect(index.rows.verifier_change).toMatchObject([{ kind: 1, client_id: CLIENT, amount: 64n }]);
    expect(
      index.rows.data_cap_change
        .filter((row) => row.actor_id === CLIENT)
        .map((row) => [row.kind, row.amount, row.other_id]),
    ).toEqual([
      [1, 64n, 100],
      [2, -10n, 6],
      [3, 4n, 6],
      [6, -8n, null],
    ]);
  });

  it('was kept by the registry itself before it was a token', () => {
    const index = new Index();
    const registry = (fact: Extract<Done, { of: 'registry' }>['fact']): Done => ({
      call: aCall({ from: 100, to: 6, version: 8 }),
      of: 'registry',
      fact,
    });
    const client = idAddress(CLIENT);
    foldAll(index, 10, [
      registry({ type: 'add-verifier', verifier: idAddress(100), allowance: 100n }),
      registry({ type: 'add-client', client, allowance: 64n }),
      registry({ type: 'use-bytes', client, bytes: 32n }),
      registry({ type: 'restore-bytes', client, bytes: 32n }),
      registry({ type: 'remove-datacap', client, bytes: 60n }),
      registry({ type: 'remove-verifier', verifier: idAddress(100) }),
    ]);
    expect(index.view.get('data_cap', CLIENT)).toMatchObject({
      balance: null,
      granted: '64',
      allocated: '32',
      returned: '32',
      removed: '60',
    });
    expect(index.rows.verifier_change.map((row) => [row.kind, row.allowance])).toEqual([
      [0, 100n],
      [1, 36n],
      [2, 0n],
    ]);
    expect(index.view.get('verifier', 100)).toMatchObject({ removed_height: 10 });
  });
});

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
