import { describe, expect, it } from 'vitest';
import type { ToldVerdict } from '#contracts/answer.ts';
import type { Cause } from '#contracts/match/explain.ts';
import { RequestError, SAID } from '#contracts/request/error.ts';
import { DEFAULTS } from '#contracts/upload/request.ts';
import { causeWords, fixOf } from './cause.ts';
import { outcomeOf } from './outcome.ts';
import { releaseLines, releasesOf } from './releases.ts';
import type { Progress } from './progress.ts';
import { sendRequest } from './send.ts';
import { loadWords } from './words.ts';
import { fieldOf, requireChosen, wrongWords } from './wrong.ts';

const VERDICT: ToldVerdict = { success: true, errorCode: 0, match: null, explanation: null };
const taken = (id: string) => Response.json({ id }, { status: 202 });
const busy = (seconds: string) =>
  Response.json({ message: 'busy' }, { status: 429, headers: { 'retry-after': seconds } });

/** What a request comes to when these are the server's answers, and what was told meanwhile. */
async function send(answers: readonly Response[], signal = new AbortController().signal) {
  const told: Progress[] = [];
  const left = [...answers];
  const waits: number[] = [];
  const sent: unknown[] = [];
  const outcome = await sendRequest({ address: 'f0100' }, 'zh', {
    signal,
    onProgress: (progress) => told.push(progress),
    fetch: (_, options) => {
      sent.push(JSON.parse(String(options?.body)));
      const next = left.shift();
      return next === undefined
        ? Promise.reject(new TypeError('no answer'))
        : Promise.resolve(next);
    },
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve();
    },
  }).catch((error: unknown) => error);
  return { outcome, told, waits, sent };
}

describe('sending', () => {
  it('leads to a job, or at once to a verdict', async () => {
    const { outcome, told, sent } = await send([taken('a')]);
    expect(outcome).toEqual({ id: 'a' });
    expect(told).toEqual([{ step: 'sent' }]);
    expect(sent).toEqual([{ address: 'f0100', job: true }]);
    expect((await send([Response.json(VERDICT)])).outcome).toEqual({ verdict: VERDICT });
  });

  it('waits for a full queue as long as it says, and sends again', async () => {
    const { outcome, told, waits } = await send([busy('2'), busy('1'), taken('a')]);
    expect(outcome).toEqual({ id: 'a' });
    expect(waits).toHaveLength(3);
    expect(told).toEqual([
      { step: 'sent' },
      { step: 'waiting', seconds: 2, of: 2 },
      { step: 'waiting', seconds: 1, of: 2 },
      { step: 'sent' },
      { step: 'waiting', seconds: 1, of: 1 },
      { step: 'sent' },
    ]);
    expect((await send([busy('x'), taken('a')])).waits).toHaveLength(1);
    expect((await send([busy('99999'), taken('a')])).waits).toHaveLength(120);
  });

  it('stops waiting when it is cancelled', async () => {
    const control = new AbortController();
    control.abort();
    expect((await send([busy('5')], control.signal)).outcome).toBe(control.signal.reason);
  });

  it('ends with the words of a refusal, or none', async () => {
    const refused = Response.json({ message: 'Too long' }, { status: 413 });
    expect((await send([refused])).outcome).toMatchObject({ status: 413, words: 'Too long' });
    const proxy = new Response('<html>', { status: 504 });
    expect((await send([proxy])).outcome).toMatchObject({ status: 504, words: null });
    expect((await send([])).outcome).toBeInstanceOf(TypeError);
  });
});

const RELEASES = releasesOf(
  releaseLines([{ version: 'v0.8.17+commit.8df45f5f', evmVersion: 'london', had: true }]),
);

it('compilers are told with what they compile for, and whether they can be had', () => {
  const all = [
    { version: 'v0.8.17+commit.8df45f5f', evmVersion: 'london', had: true },
    { version: 'v0.4.11+commit.68ef5810', evmVersion: null, had: false },
    { version: 'v0.4.14+commit.c2215d46', evmVersion: null, had: true },
  ];
  expect(releasesOf(releaseLines(all))).toEqual(all);
});

const ADDRESS = `0x${'1'.repeat(40)}`;
const CAUSES: readonly Cause[] = [
  { kind: 'nothingCompiled' },
  { kind: 'noSuchContract' },
  { kind: 'otherContract', file: 'a.sol', name: 'A' },
  { kind: 'constructorArguments', fault: 'notAsGiven' },
  { kind: 'constructorArguments', fault: 'notOfTypes' },
  { kind: 'library', name: 'L', address: ADDRESS },
  { kind: 'library', name: 'L', address: null },
  { kind: 'compilerVersion', chain: '0.8.17' },
  { kind: 'compilerVersion', chain: null },
  { kind: 'metadataHash', chain: 'none' },
  { kind: 'metadataHash', chain: 'bzzr0' },
  { kind: 'metadataHash', chain: 'absent' },
  { kind: 'evmVersion', chain: 'constantinople' },
  { kind: 'viaIR', chain: true },
  { kind: 'viaIR', chain: false },
  { kind: 'optimizer', chain: true },
  { kind: 'optimizer', chain: false },
  { kind: 'runs' },
  { kind: 'immutable' },
  { kind: 'source' },
  { kind: 'otherContract', file: 'a.sol', name: 'A', address: ADDRESS },
  { kind: 'otherContract', file: 'a.sol', name: 'A', address: ADDRESS, now: true },
  { kind: 'otherContract', file: 'a.sol', name: 'A', address: ADDRESS, role: 'facet' },
  { kind: 'otherContract', file: 'a.sol', name: 'A', address: ADDRESS, role: 'facet', now: true },
  { kind: 'proxy', address: ADDRESS, name: null },
  { kind: 'proxy', address: ADDRESS, name: 'A' },
  { kind: 'source', address: ADDRESS },
  { kind: 'source', facets: 3 },
];

describe('causes', () => {
  it.each(['en', 'zh', 'ko'] as const)('have words in %s', async (locale) => {
    const words = await loadWords(locale);
    for (const cause of CAUSES) {
      const text = causeWords(cause, words);
      expect(text).not.toMatch(/verify\.|\{\{|undefined/);
      if (cause.kind === 'library') expect(text).toContain(cause.address ?? 'L');
      else if ('address' in cause) expect(text).toContain(ADDRESS);
    }
    const told = CAUSES.flatMap((cause) => ('address' in cause ? causeWords(cause, words) : []));
    expect(new Set(told).size).toBe(told.length);
    expect(words('verify.files.count', { count: 1, n: 1 })).toContain('1');
  });

  it('set what they ask for, and nothing that stands so already', () => {
    const fixes = CAUSES.map((cause) =>
      fixOf(cause, { ...DEFAULTS, constructorArguments: '0x' }, RELEASES),
    );
    expect(fixes.filter((fix) => fix !== null)).toEqual([
      { constructorArguments: '' },
      { constructorArguments: '' },
      { libraries: [{ file: '', name: 'L', address: ADDRESS }] },
      { compiler: 'v0.8.17+commit.8df45f5f' },
      { metadata: 'none' },
      { metadata: 'absent' },
      { evmVersion: 'paris' },
      { viaIR: true },
      { optimize: false },
    ]);
    const row = { file: 'a.sol', name: 'L', address: '0x' };
    const fixed = fixOf(
      { kind: 'library', name: 'L', address: ADDRESS },
      { ...DEFAULTS, libraries: [row, { ...row, name: 'M' }] },
      [],
    );
    expect(fixed).toEqual({
      libraries: [
        { ...row, address: ADDRESS },
        { ...row, name: 'M' },
      ],
    });
  });
});

describe('mistakes', () => {
  it.each([
    ['optimizeRuns', 'optimizeRuns'],
    ['remappings › 3', 'remappings'],
    ['licenseType', 'licenseType'],
    ['libraries › a.sol › L', 'libraries'],
    ['parameters', 'parameters'],
    ['contracts/A.sol', 'files'],
    ['', 'files'],
  ])('at %j belong to %j', (at, field) => {
    expect(fieldOf(new RequestError('invalid', SAID.notJson, at))).toBe(field);
  });

  it('are told in words', async () => {
    const words = await loadWords('en');
    const missing = new RequestError('sourceMissing', SAID.noContent, 'contracts/A.sol');
    expect(wrongWords(missing, words)).toContain('contracts/A.sol');
    expect(wrongWords(new RequestError('noSources', SAID.noSources), words)).toContain('(*.sol)');
  });
});

it('what has to be chosen is asked for, the terms last', async () => {
  const words = await loadWords('en');
  const chosen = { compiler: 'v0.8.17', license: 'MIT', agreed: true };
  const asked = (change: object): string => {
    try {
      requireChosen({ ...chosen, ...change });
      return '';
    } catch (error) {
      return error instanceof RequestError ? `${error.at}: ${wrongWords(error, words)}` : 'other';
    }
  };
  expect(asked({})).toBe('');
  expect(asked({ compiler: '', agreed: false })).toContain('compilerVersion: ');
  expect(asked({ agreed: false })).toBe('terms: Agree to the terms first.');
  expect(fieldOf(new RequestError('invalid', SAID.notAgreed, 'terms'))).toBe('terms');
});

describe('what a verdict is called', () => {
  const otherContract = (now: boolean): Cause => ({
    kind: 'otherContract',
    file: 'A.sol',
    name: 'A',
    address: '0x1',
    role: 'implementation',
    now,
  });
  const called = (errorCode: ToldVerdict['errorCode'], ...causes: Cause[]) =>
    outcomeOf({
      success: errorCode === 0,
      errorCode,
      explanation: { likeness: 0, difference: null, nearest: null, causes },
    });

  it('what is verified already has not failed', () => {
    expect(outcomeOf(VERDICT)).toBe('success');
    expect(called(6)).toBe('already');
    expect(called(6, otherContract(false))).toBe('already');
    expect(called(4)).toBe('failure');
    expect(called(4, otherContract(false))).toBe('failure');
    expect(called(4, otherContract(true))).toBe('behind');
    expect(called(0, otherContract(true))).toBe('behind');
    expect(called(0, { kind: 'proxy', address: '0x1', name: 'A' })).toBe('success');
  });
});
