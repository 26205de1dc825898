/** Multisigs and payment channels of before the index began, as a node tells them or does not. */
import { kindIndex } from '#filecoin/actors/kinds.ts';
import { idAddress } from '#filecoin/address.ts';
import { bigintToBytes } from '#filecoin/amount.ts';
import { CborCid, encodeCbor, type CborValue } from '#filecoin/encoding/cbor.ts';
import { blake2b256, chainCidBytes, cidOf } from '#filecoin/encoding/cid.ts';
import { createNodeClient } from '#node/client.ts';
import { NodeError } from '#node/errors.ts';
import type { CidJson, NodeClient, PendingProposalJson } from '#node/types.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { olderWallet } from './wallets.ts';

const multisig = { id: 1070, kind: kindIndex('multisig') };
const channel = { id: 1090, kind: kindIndex('paymentchannel') };
const code = { '/': cidOf(blake2b256(Uint8Array.of(0))) };
const nothingWaits = 'bafy2bzaceamp42wmmgr2g2ymg46euououzfyck7szknvfacqscohrvaikwfay';

const refuse = (method: string) => (): Promise<never> =>
  Promise.reject(new NodeError('rpc', method, 'not recorded', { code: 1 }));

/** A node that is not there: all that is asked of it is answered here. */
const nowhere = createNodeClient({ url: 'http://127.0.0.1:1/rpc/v1' });
afterAll(() => nowhere.close());

/** A state tree's blocks. */
class Blocks {
  readonly #blocks = new Map<string, Uint8Array>();
  put(value: CborValue): Uint8Array {
    const block = encodeCbor(value);
    const digest = blake2b256(block);
    this.#blocks.set(cidOf(digest), block);
    return chainCidBytes(digest);
  }
  root(value: CborValue): CidJson {
    const cid = this.put(value);
    return { '/': cidOf(cid.subarray(cid.length - 32)) };
  }
  readonly chainReadObj = async ({ '/': cid }: CidJson): Promise<Uint8Array> => {
    const block = this.#blocks.get(cid);
    if (!block) throw new NodeError('rpc', 'ChainReadObj', 'no such block', { lasting: true });
    return block;
  };
}

function node(state: object, calls: Partial<NodeClient> = {}): NodeClient {
  return {
    ...nowhere,
    stateReadState: async () => ({ Balance: '5', Code: code, State: state }),
    msigGetPending: refuse('MsigGetPending'),
    chainReadObj: refuse('ChainReadObj'),
    ...calls,
  };
}

describe('a multisig', () => {
  const state = {
    Signers: ['f01009', 'f01010'],
    NumApprovalsThreshold: 2,
    NextTxnID: 7,
    InitialBalance: '0',
    StartEpoch: 0,
    UnlockDuration: 0,
    PendingTxns: code,
  };
  const waiting: PendingProposalJson[] = [
    { ID: 6, To: 'f01000', Value: '5', Method: 0, Params: null, Approved: ['f01010', 'f01009'] },
    { ID: 4, To: 'f02', Value: '0', Method: 2n ** 60n, Params: 'gQE=', Approved: ['f01009'] },
  ];

  it('comes with what waits in it', async () => {
    const told = node(state, { msigGetPending: async () => waiting });
    expect(await olderWallet(told, multisig, [])).toEqual({
      multisig: expect.objectContaining({ actor_id: 1070, signers: '[1009,1010]', next_txn_id: 7 }),
      pending: [
        {
          txId: 4,
          to: idAddress(2),
          value: 0n,
          method: 2n ** 60n,
          params: Uint8Array.of(0x81, 1),
          approvals: [1009],
        },
        {
          txId: 6,
          to: idAddress(1000),
          value: 5n,
          method: 0,
          params: new Uint8Array(0),
          approvals: [1010, 1009],
        },
      ],
    });
  });

  it('is known without what waits where the node does not tell that', async () => {
    expect(await olderWallet(node(state), multisig, [])).toMatchObject({ pending: null });
  });

  it('need not be asked when its own state says that nothing waits', async () => {
    const empty = node({ ...state, PendingTxns: { '/': nothingWaits } });
    expect(await olderWallet(empty, multisig, [])).toMatchObject({ pending: [] });
    expect(await olderWallet(node({ ...state, NextTxnID: 0 }), multisig, [])).toMatchObject({
      pending: [],
    });
  });

  it('may have a schedule beyond all epochs', async () => {
    const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];
    const far = node({ ...state, StartEpoch: least, UnlockDuration: most });
    expect(await olderWallet(far, multisig, [])).toMatchObject({
      multisig: { start_epoch: least, unlock_duration: most },
    });
  });

  it('may have signers that are nobody: old actors took any id', async () => {
    const strange = node({ ...state, Signers: ['f018446744073709551615', 'f01009'] });
    expect(await olderWallet(strange, multisig, [])).toMatchObject({
      multisig: { signers: '["18446744073709551615",1009]' },
    });
  });

  it('is not known where the node has no state of it, and waited for where it is away', async () => {
    const none = node({}, { stateReadState: refuse('StateReadState') });
    expect(await olderWallet(none, multisig, [])).toBeNull();
    const away = node(state, {
      msigGetPending: () => Promise.reject(new NodeError('unavailable', 'MsigGetPending', 'gone')),
    });
    await expect(olderWallet(away, multisig, [])).rejects.toThrow('gone');
  });

  it('is waited for where the node is busy, and so is a channel', async () => {
    const busy = (): Promise<never> =>
      Promise.reject(new NodeError('rpc', 'StateReadState', 'busy', { code: 1 }));
    const calls = [{ stateReadState: busy }, { msigGetPending: busy }, { chainReadObj: busy }];
    const lanes = { From: 'f01', To: 'f02', ToSend: '0', SettlingAt: 0, MinSettleHeight: 0 };
    for (const call of calls) {
      const told = node({ ...state, ...lanes, LaneStates: code }, call);
      const actor = 'chainReadObj' in call ? channel : multisig;
      await expect(olderWallet(told, actor, [])).rejects.toThrow('busy');
    }
  });
});

describe('a payment channel', () => {
  const state = {
    From: 'f01088',
    To: 'f01089',
    ToSend: '12',
    SettlingAt: 0,
    MinSettleHeight: 2n ** 62n,
  };
  const lane = (redeemed: bigint, nonce: number): CborValue => [bigintToBytes(redeemed), nonce];
  const lanesOf = async (root: CidJson, blocks: Partial<NodeClient>) => {
    const wallet = await olderWallet(node({ ...state, LaneStates: root }, blocks), channel, []);
    return wallet && 'channel' in wallet ? wallet.lanes : 'no channel';
  };

  it('comes with the lanes of its tree', async () => {
    const blocks = new Blocks();
    // Lanes 0 and 3 in one leaf, 8 · 5 + 7 in another.
    const low = blocks.put([Uint8Array.of(0b1001), [], [lane(5n, 1), lane(10n ** 20n, 9)]]);
    const high = blocks.put([Uint8Array.of(0b1000_0000), [], [lane(0n, 2)]]);
    const root = blocks.root([
      3,
      1,
      3,
      [Uint8Array.of(0b10_0001), [new CborCid(low), new CborCid(high)], []],
    ]);
    expect(await lanesOf(root, blocks)).toEqual([
      [0, 1, '5'],
      [3, 9, '100000000000000000000'],
      [47, 2, '0'],
    ]);
    expect(
      await olderWallet(node({ ...state, LaneStates: root }, blocks), channel, []),
    ).toMatchObject({
      channel: { id: 1090, from: 1088, to: 1089, toSend: '12', minSettleHeight: 2n ** 62n },
    });
  });

  it('is known without lanes where the node does not tell them', async () => {
    expect(await lanesOf(code, {})).toBeNull();
  });

  it('has no lanes of bytes that are not those of the CID, of none at all, of too many', async () => {
    const blocks = new Blocks();
    const one = blocks.root([3, 0, 1, [Uint8Array.of(1), [], [lane(1n, 1)]]]);
    expect(await lanesOf(one, blocks)).toEqual([[0, 1, '1']]);
    const other = { chainReadObj: async () => encodeCbor([3, 0, 0, [Uint8Array.of(0), [], []]]) };
    expect(await lanesOf(one, other)).toBeNull();
    expect(await lanesOf(blocks.root([1]), blocks)).toBeNull();
    const elsewhere = new CborCid(Uint8Array.of(1, 0x55, 0, 0));
    const strange = blocks.root([3, 1, 1, [Uint8Array.of(1), [elsewhere], []]]);
    expect(await lanesOf(strange, blocks)).toBeNull();
    expect(await lanesOf(blocks.root([3, 0, 1001, [Uint8Array.of(0), [], []]]), blocks)).toBeNull();
    const self = blocks.put([Uint8Array.of(1), [], [lane(1n, 1)]]);
    const deep = blocks.root([3, 0, 1, [Uint8Array.of(1), [new CborCid(self)], []]]);
    expect(await lanesOf(deep, blocks)).toBeNull();
  });

  it('may have a lane whose number no double holds', async () => {
    const blocks = new Blocks();
    let below = blocks.put([Uint8Array.of(1), [], [lane(1n, 1)]]);
    for (let level = 1; level < 20; level++)
      below = blocks.put([Uint8Array.of(1), [new CborCid(below)], []]);
    const far = blocks.root([3, 20, 1, [Uint8Array.of(2), [new CborCid(below)], []]]);
    expect(await lanesOf(far, blocks)).toEqual([[2n ** 60n, 1, '1']]);
  });
});

it('any other actor is no wallet', async () => {
  const account = { id: 1001, kind: kindIndex('account') };
  expect(await olderWallet(node({}), account, [])).toBeNull();
});
