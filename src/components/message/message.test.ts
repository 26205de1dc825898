import { describe, expect, it } from 'vitest';
import { shownBytes } from './bytes.ts';
import { boundCalls, NESTED } from './calls.ts';
import { contractCall } from './contractCall.ts';
import { carriedOf, proposalAnswer, proposalParts } from './proposal.ts';
import { stageAt, stageOf } from './stage.ts';
import { chosenTab, MESSAGE_TABS, messageTabs } from './tabs.ts';
import { marks, piecesOf } from './sentence.ts';
import { feeParts } from './fee.ts';

describe('feeParts', () => {
  const fee = { baseFeeBurn: '750', overEstimationBurn: '0', minerTip: '250' };
  it('lays the parts end to end', () => {
    expect(feeParts(fee)).toEqual([
      { name: 'baseFeeBurn', amount: 750n, share: 0.75, start: 0 },
      { name: 'overEstimationBurn', amount: 0n, share: 0, start: 0.75 },
      { name: 'minerTip', amount: 250n, share: 0.25, start: 0.75 },
    ]);
  });
  it('is empty when nothing was paid', () => {
    expect(feeParts({ ...fee, baseFeeBurn: '0', minerTip: '0' })).toEqual([]);
  });
});

describe('boundCalls', () => {
  interface Node {
    id: string;
    receipt: { exitCode: number };
    subcalls: Node[];
  }
  const node = (id: string, exitCode: number, ...subcalls: Node[]): Node => ({
    id,
    receipt: { exitCode },
    subcalls,
  });
  const tree = [node('a', 33, node('b', 0, node('c', 0))), node('d', 0)];

  it('marks everything below a failed call as undone, the failed call itself not', () => {
    const { calls } = boundCalls(tree, 10, false);
    const [a, d] = calls;
    expect([a?.undone, a?.subcalls[0]?.undone, a?.subcalls[0]?.subcalls[0]?.undone]).toEqual([
      false,
      true,
      true,
    ]);
    expect(d?.undone).toBe(false);
    expect(d?.index).toBe(3);
  });
  it('undoes everything when the message failed', () => {
    expect(boundCalls(tree, 10, true).calls.map(({ undone }) => undone)).toEqual([true, true]);
  });
  it('keeps a thousand levels in lists of six', () => {
    let deep = node('last', 0);
    for (let level = 999; level > 0; level--)
      deep = node(String(level), level === 500 ? 1 : 0, deep);
    let { calls } = boundCalls([deep], 2000, false);
    for (let level = 1; level < NESTED; level++) calls = calls[0]?.subcalls ?? [];
    expect(calls.map(({ depth }) => depth)).toEqual(
      Array.from({ length: 995 }, (_, i) => i + NESTED),
    );
    expect(calls.every(({ subcalls }) => subcalls.length === 0)).toBe(true);
    expect(calls.find(({ undone }) => undone)?.depth).toBe(501);
  });
  it('keeps the first calls and counts all', () => {
    const cut = boundCalls(tree, 2, false);
    expect([cut.shown, cut.total]).toEqual([2, 4]);
    expect(cut.calls.map(({ call }) => call.id)).toEqual(['a']);
    expect(cut.calls[0]?.subcalls.map(({ call }) => call.id)).toEqual(['b']);
    expect(cut.calls[0]?.subcalls[0]?.subcalls).toEqual([]);
  });
});

describe('shownBytes', () => {
  it('groups by 32 bytes and cuts at the limit', () => {
    const hex = `0x${'ab'.repeat(40)}`;
    expect(shownBytes(hex, 100)).toEqual({
      length: 40,
      shown: 40,
      words: ['ab'.repeat(32), 'ab'.repeat(8)],
    });
    expect(shownBytes(hex, 33)).toEqual({ length: 40, shown: 33, words: ['ab'.repeat(32), 'ab'] });
    expect(shownBytes('0x', 10)).toEqual({ length: 0, shown: 0, words: [] });
  });
  it.each([
    ['a call in CBOR', ['5824', '08c379a0', '00'.repeat(32)]],
    ['a long call in CBOR', ['590104', 'a9059cbb', ...Array<string>(8).fill('11'.repeat(32))]],
    ['a word in CBOR', ['5820', '22'.repeat(32)]],
    ['a short CBOR text of bytes', ['44', 'a9059cbb']],
    ['a call', ['a9059cbb', '33'.repeat(32)]],
    ['what only begins like CBOR', ['58'.repeat(32), '58']],
  ])('groups %s by what it is made of', (_, words) => {
    expect(shownBytes(`0x${words.join('')}`, 1000).words).toEqual(words);
  });
});

describe('piecesOf', () => {
  const names = ['by', 'to'] as const;
  const { by, to } = marks(names);
  it('keeps the order of the language', () => {
    expect(piecesOf(`${by} sent 1 FIL to ${to}.`, names, 'en')).toEqual([
      { slot: 'by', tail: '' },
      { text: ' sent 1 FIL to ' },
      { slot: 'to', tail: '' },
      { text: '.' },
    ]);
    expect(piecesOf(`${to}: ${by}`, names, 'en')).toEqual([
      { slot: 'to', tail: '' },
      { text: ': ' },
      { slot: 'by', tail: '' },
    ]);
  });
  it('keeps what stands right behind a place with it in Korean, and nowhere else', () => {
    expect(piecesOf(`${by}의 ${to}을(를) 보냄, ${by}${to}`, names, 'ko')).toEqual([
      { slot: 'by', tail: '의' },
      { text: ' ' },
      { slot: 'to', tail: '을(를)' },
      { text: ' 보냄, ' },
      { slot: 'by', tail: '' },
      { slot: 'to', tail: '' },
    ]);
    expect(piecesOf(`${by}把它发给${to}`, names, 'zh')).toEqual([
      { slot: 'by', tail: '' },
      { text: '把它发给' },
      { slot: 'to', tail: '' },
    ]);
  });
  it('leaves a sentence without places whole', () => {
    expect(piecesOf('Nothing.', names, 'en')).toEqual([{ text: 'Nothing.' }]);
  });
});

describe('stageOf', () => {
  const finality = (
    status: 'included' | 'executed' | 'certified' | 'final',
    f3Height: number | null = null,
  ) => ({ status, ecDepth: 9, ecProbability: 0.5, f3Instance: null, f3Height });
  const executed = { status: 'executed', finality: finality('executed') } as const;
  const upTo = (finalHeight: number | null, certifiedHeight: number | null = null) => ({
    finalHeight,
    certifiedHeight,
  });

  it('counts the epochs to finality', () => {
    expect(stageOf({ ...executed, height: 120 }, upTo(100))).toEqual({
      stage: 'executed',
      epochsLeft: 20,
      f3: false,
    });
    expect(stageOf({ ...executed, height: 100 }, upTo(100)).epochsLeft).toBe(1);
    expect(stageOf({ ...executed, height: 100 }, upTo(null)).epochsLeft).toBeNull();
    expect(
      stageOf({ status: 'final', finality: finality('final'), height: 90 }, upTo(100)),
    ).toEqual({
      stage: 'final',
      epochsLeft: null,
      f3: false,
    });
    expect(stageOf({ status: 'orphaned', finality: null, height: null }, upTo(100)).stage).toBe(
      'pending',
    );
    const pending = { status: 'pending', finality: null, height: null } as const;
    expect(stageOf(pending, upTo(100)).epochsLeft).toBeNull();
    expect(stageOf(pending, upTo(100)).f3).toBe(false);
    // The step that it will take as well.
    expect(stageOf(pending, upTo(100, 120)).f3).toBe(true);
  });
  it('goes by the certificates where there are any', () => {
    const certified = { status: 'executed', finality: finality('certified', 125) } as const;
    expect(stageOf({ ...certified, height: 120 }, upTo(100))).toMatchObject({
      stage: 'certified',
      f3: true,
    });
    expect(stageAt({ height: 120, finality: finality('executed', 110) }, 100).f3).toBe(true);
    expect(stageAt({ height: 90, finality: finality('final', 80) }, 100).f3).toBe(false);
    expect(stageAt({ height: 80, finality: finality('final', 80) }, 100).f3).toBe(true);
  });
});

describe('tabs', () => {
  const none = {
    transfers: [],
    tokenTransfers: [],
    subcallCount: 0,
    eventLogCount: 0,
    params: '',
    receipt: null,
  };
  const receipt = { exitCode: 0, exitCodeName: 'OK', return: '', gasUsed: 1 };
  it('has those with something in them', () => {
    expect(messageTabs(none)).toEqual(['params', 'raw']);
    expect(messageTabs({ ...none, params: '0x00' })).toEqual(['params', 'raw']);
    expect(messageTabs({ ...none, receipt })).toEqual(['params', 'raw']);
    const token = {
      from: 'f410a',
      fromId: null,
      to: 'f410b',
      toId: null,
      value: '1',
      amount: '1',
      type: 'ERC20',
      logIndex: 0,
      token: 'f410c',
      tokenActorId: 'f01',
      name: '',
      symbol: '',
      decimals: 0,
    } as const;
    expect(messageTabs({ ...none, tokenTransfers: [token] })[0]).toBe('transfers');
    expect(messageTabs({ ...none, receipt: { ...receipt, return: '0x00' } })).toContain('params');
    expect(messageTabs({ ...none, subcallCount: 2, eventLogCount: 1 })).toEqual([
      'internal',
      'events',
      'raw',
    ]);
  });
  const nothing = { transfers: [], tokenTransfers: [], receipt: null };
  it('takes names, the numbers of old links, and nothing else', () => {
    const tabs = messageTabs({ ...none, subcallCount: 1, params: '0x00' });
    expect(chosenTab(tabs, null, nothing)).toBe('params');
    expect(chosenTab(tabs, 'raw', nothing)).toBe('raw');
    expect(chosenTab(tabs, '3', nothing)).toBe('params');
    expect(chosenTab(tabs, '1', nothing)).toBe('internal');
    expect(chosenTab(tabs, '2', nothing)).toBe('params');
    expect(chosenTab(tabs, 'constructor', nothing)).toBe('params');
  });
  it('opens a failed message on its calls, unless it failed by itself', () => {
    const failed = { ...nothing, receipt: { exitCode: 33 } };
    const line = (n: number) => `0${n}: f0100 (method 2) -- contract reverted at 1 (33)`;
    const own = ['message failed with backtrace:', line(0), ' (RetCode=33)'].join('\n');
    const inner = ['message failed with backtrace:', line(0), line(1)].join('\n');
    for (const [error, tab] of [
      [null, 'internal'],
      [inner, 'internal'],
      [own, 'params'],
    ] as const)
      expect(chosenTab(MESSAGE_TABS, null, { ...failed, error })).toBe(tab);
    expect(chosenTab(['internal', 'raw'], null, { ...failed, error: own })).toBe('internal');
  });
  it('opens on the transfers where more than fees moved, else on what was asked', () => {
    const fees = [{ type: 'burn-fee' }, { type: 'miner-fee' }];
    const moved = [...fees, { type: 'send' }];
    expect(chosenTab(MESSAGE_TABS, null, { ...nothing, transfers: moved })).toBe('transfers');
    expect(chosenTab(MESSAGE_TABS, null, { ...nothing, transfers: fees })).toBe('params');
    const token = { ...nothing, transfers: fees, tokenTransfers: [{}] };
    expect(chosenTab(MESSAGE_TABS, null, token)).toBe('transfers');
    expect(chosenTab(['transfers', 'events', 'raw'], null, { ...nothing, transfers: fees })).toBe(
      'events',
    );
    expect(chosenTab(['transfers', 'raw'], null, { ...nothing, transfers: fees })).toBe(
      'transfers',
    );
    expect(chosenTab(MESSAGE_TABS, 'transfers', { ...nothing, transfers: fees })).toBe('transfers');
    expect(chosenTab(['raw'], null, nothing)).toBe('raw');
  });
});

it('opens a failed message on the calls among which it failed', () => {
  const failed = {
    transfers: [{ type: 'burn-fee' }],
    tokenTransfers: [],
    receipt: { exitCode: 33 },
  };
  expect(chosenTab(MESSAGE_TABS, null, failed)).toBe('internal');
  expect(chosenTab(['transfers', 'params', 'raw'], null, failed)).toBe('params');
  expect(chosenTab(MESSAGE_TABS, 'raw', failed)).toBe('raw');
});

describe('contractCall', () => {
  it('finds the function and its arguments', () => {
    const args = [{ name: 'to', type: 'address', value: '0x00' }];
    const evm = { selector: '0xa9059cbb', signature: 'f(address)', name: 'f', args };
    const call = { signature: 'f(address)', args, guessed: false, others: [] };
    expect(contractCall({ Input: '0x', evm })).toEqual(call);
    const guess = contractCall({ Input: '0x', evm: { ...evm, guessed: true } });
    expect(guess).toEqual({ ...call, guessed: true });
    // A proposal, and one of a proposal.
    const proposal = { To: 'f01', DecodedParams: { Input: '0x', evm } };
    expect(proposalParts(proposal)).toEqual({ rest: { To: 'f01' }, call });
    expect(proposalParts({ To: 'f02', DecodedParams: proposal })).toEqual({
      rest: { To: 'f02', DecodedParams: { To: 'f01' } },
      call,
    });
    expect(proposalParts({ To: 'f01', DecodedParams: { To: 'f02' } })).toBeNull();
  });
  it('tells what a proposed call returned apart from the rest', () => {
    const values = [{ name: '', type: 'bool', value: true }];
    const returned = { TxnID: 1, Ret: '0x01', DecodedRet: '0x01', DecodedRetValues: values };
    const rest = { TxnID: 1, Ret: '0x01' };
    expect(proposalAnswer(returned)).toEqual({ rest, values, guessed: false });
    const guess = proposalAnswer({ ...returned, DecodedRetGuessed: true });
    expect(guess).toEqual({ rest, values, guessed: true });
    for (const none of [null, [], { TxnID: 1, DecodedRet: '0x01' }])
      expect(proposalAnswer(none)).toBeNull();
  });
  it('says what became of a proposal', () => {
    const came = (Applied: boolean, ExitCode: number) =>
      carriedOf({ Applied, ExitCode, Ret: '0x' });
    expect(came(false, 0)).toEqual({ state: 'waits' });
    expect(came(true, 0)).toEqual({ state: 'done' });
    expect(came(true, 33)).toEqual({ state: 'failed', exitCode: 33 });
    expect(carriedOf({ Applied: true, ExitCode: 0 })).toBeNull();
    expect(carriedOf(null)).toBeNull();
  });
  it('leaves everything else alone', () => {
    for (const value of [
      null,
      'evm',
      ['evm'],
      {},
      { evm: 'x' },
      { evm: { signature: 1, args: [] } },
    ])
      expect(contractCall(value)).toBeNull();
  });
});
