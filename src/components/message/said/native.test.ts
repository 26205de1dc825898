import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decodeParams } from '#filecoin/actors/decode.ts';
import { ACTOR_KINDS, type ActorKind } from '#filecoin/actors/kinds.ts';
import { findMethods, frc42Number, methodName } from '#filecoin/actors/methods.ts';
import { METHOD_TABLE } from '#filecoin/actors/methodTable.ts';
import { fromBase64 } from '#filecoin/encoding/bytes.ts';
import type { Json } from '#format/json.ts';
import { nativeSaid, RULES } from './native.ts';
import { saidOf } from './said.ts';
import { messageTo } from './testing/message.ts';
import { expectWords } from './testing/words.ts';
import type { Said } from './types.ts';

/** Calls that the networks have executed. */
const callSchema = z.object({
  kind: z.enum(ACTOR_KINDS),
  method: z.number(),
  params: z.string(),
  exitCode: z.number(),
});
const calls = gunzipSync(
  readFileSync(new URL('../../../../data/fixtures/actors/calls.ndjson.gz', import.meta.url)),
)
  .toString()
  .trim()
  .split('\n')
  .map((line) => callSchema.parse(JSON.parse(line)))
  .filter(({ exitCode }) => exitCode === 0);

const decoded = (kind: ActorKind, method: number, params: Uint8Array): Json | undefined => {
  const read = decodeParams({ kind, method, params });
  return read.ok ? read.value : undefined;
};

const saidCall = (kind: ActorKind, method: number, params: string): Said | null =>
  nativeSaid({
    by: [],
    kind,
    method: methodName(kind, method),
    params: decoded(kind, method, fromBase64(params)),
    returned: undefined,
  });

/** What the calls of one method on the networks say, places left out, each once. */
const saidOfAll = (name: string): unknown[] => [
  ...new Set(
    calls
      .filter(({ kind, method }) => methodName(kind, method) === name)
      .map(({ kind, method, params }) => {
        const said = saidCall(kind, method, params);
        const { number } = said?.places ?? {};
        return [said?.action, said?.count, number?.kind === 'number' ? number.text : undefined]
          .filter((part) => part !== undefined)
          .join(' ');
      }),
  ),
];

describe('a sentence for every method', () => {
  const methodsOf = (kind: ActorKind) => {
    const { methods, exported = [] } = METHOD_TABLE[kind];
    const numbers = [
      ...methods.map(([number]) => number),
      ...exported.map(([name]) => frc42Number(name)),
    ];
    return [...new Set(numbers)].flatMap((number) => findMethods(kind, number));
  };

  it.each(ACTOR_KINDS)('of %s, in all languages and moods', (kind) => {
    for (const { number, shape, display } of methodsOf(kind)) {
      expect(Object.keys(RULES[kind] ?? {}), `${kind}.${shape}`).toContain(shape);
      // Whatever the params are, or where they cannot be read.
      for (const value of ['0', '5'])
        for (const mood of ['executed', 'pending'] as const)
          expectWords(
            saidOf(
              messageTo(kind, {
                method: display,
                methodNumber: number,
                value,
                status: mood,
                receipt: mood === 'executed' ? { exitCode: 0 } : null,
              }),
            ),
          );
    }
  });

  it('of every payload that the networks executed', () => {
    const told = new Set<string>();
    for (const { kind, method, params } of calls) {
      const said = saidOf(
        messageTo(kind, {
          method: methodName(kind, method),
          methodNumber: method,
          ...(decoded(kind, method, fromBase64(params)) === undefined
            ? {}
            : { decodedParams: decoded(kind, method, fromBase64(params)) }),
        }),
      );
      expectWords(said);
      told.add(said.action);
    }
    expect(told.size).toBeGreaterThan(25);
  });
});

describe('nativeSaid', () => {
  it('tells what a multisig was asked for, and whether it was carried out', () => {
    const propose = (base64: string): Said | null => saidCall('multisig', 2, base64);
    expect(propose('hFUBUpeDWka1Syhw7GO0rtm7HEN9uoxJAAkCVwrBWpAAAEA=')).toEqual({
      action: 'propose',
      places: {
        target: { kind: 'account', address: 'f1kklygwsgwvfsq4hmmo2k5wn3drbx3oumvcfbgsi' },
        value: { kind: 'fil', value: '649177000000000000' },
      },
    });
    expect(propose('hEQA5/EDQAZYGIJVAQyg/TUXLNnVAE9+YySqvtOntQlU9A==')).toMatchObject({
      action: 'proposeCall',
      places: { target: { address: 'f063719' }, method: { text: '6' } },
    });
    expect(saidOfAll('Approve')).toContain('approve 3');
    expect(saidOfAll('Cancel')).toContain('cancel 7');
    const approval = (returned: Json) =>
      nativeSaid({ by: [], kind: 'multisig', method: 'Approve', params: { ID: 3 }, returned })
        ?.outcome;
    expect(approval({ Applied: true, ExitCode: 0, Ret: '0x' })).toEqual({ key: 'carriedOut' });
    expect(approval({ Applied: true, ExitCode: 19, Ret: '0x' })).toEqual({
      key: 'carriedOutFailed',
      number: '19',
    });
    expect(approval({ Applied: false, ExitCode: 0, Ret: '0x' })).toBeUndefined();
  });

  it('counts what was brought to miners and the market', () => {
    expect(saidOfAll('PublishStorageDeals')).toEqual(
      expect.arrayContaining(['deals 1', 'deals 3', 'deals 18']),
    );
    expect(saidOfAll('PreCommitSectorBatch2')).toContain('preCommit 7');
    expect(saidOfAll('ProveCommitSectors3')).toContain('proveCommit 7');
    expect(saidOfAll('SubmitWindowedPoSt')).toEqual(
      expect.arrayContaining(['post 1 1', 'post 1 39']),
    );
    expect(saidOfAll('DeclareFaults')).toEqual(['faults 1']);
    expect(saidOfAll('DeclareFaultsRecovered')).toContain('recovered 6');
    expect(saidOfAll('TerminateSectors')).toEqual(['terminate 1']);
    expect(saidOfAll('ExtendSectorExpiration2')).toEqual(['extendTo 1']);
  });

  it('counts bit fields that are shown as ranges, and sectors with claims', () => {
    const Sectors = { Count: 9000, Ranges: ['1-9000'] };
    const claims = [{ SectorNumber: 1, MaintainClaims: [1], DropClaims: [] }];
    const miner = (method: string, params: Json) =>
      nativeSaid({ by: [], kind: 'storageminer', method, params, returned: undefined });
    expect(
      miner('ExtendSectorExpiration2', {
        Extensions: [{ Sectors, SectorsWithClaims: claims }, { Sectors: [3] }],
      })?.count,
    ).toBe(9002);
    expect(miner('TerminateSectors', { Terminations: [{ Sectors }, {}] })).toBeNull();
  });

  it('tells what came of a batch and of deals', () => {
    const market = (returned: Json) =>
      nativeSaid({
        by: [],
        kind: 'storagemarket',
        method: 'PublishStorageDeals',
        params: { Deals: [{}, {}] },
        returned,
      })?.outcome;
    expect(market({ IDs: [7], ValidDeals: [0] })).toEqual({ key: 'dealsPartly', n: 1 });
    expect(market({ IDs: [7, 8], ValidDeals: [0, 1] })).toBeUndefined();
    const prove = nativeSaid({
      by: [],
      kind: 'storageminer',
      method: 'ProveCommitSectors3',
      params: { SectorActivations: [{}, {}, {}] },
      returned: { SuccessCount: 2, FailCodes: [{ Idx: 1, Code: 16 }] },
    });
    expect(prove).toMatchObject({ count: 3, outcome: { key: 'partly', n: 2 } });
  });

  it('tells what was made by the address that its kind goes by', () => {
    const returned = {
      ActorID: 1009,
      IDAddress: 'f01009',
      RobustAddress: 'f2abc',
      EthAddress: '0xff81000000000000000000000000000000001009',
    };
    const made = (kind: ActorKind, method: string) =>
      nativeSaid({ by: [], kind, method, params: undefined, returned })?.places?.['target'];
    expect(made('eam', 'CreateExternal')).toMatchObject({ address: returned.EthAddress });
    expect(made('storagepower', 'CreateMiner')).toMatchObject({ address: 'f01009' });
    expect(made('init', 'Exec')).toMatchObject({ address: 'f2abc' });
    const exec = (Kind: string, answer: Json | undefined) =>
      nativeSaid({ kind: 'init', method: 'Exec', by: [], params: { Kind }, returned: answer });
    expect(exec('multisig', returned)).toEqual({
      action: 'execMultisigMade',
      places: {
        target: { kind: 'account', address: 'f2abc' },
        number: { kind: 'number', text: 'f01009' },
      },
    });
    for (const [kind, action] of [
      ['multisig', 'execMultisig'],
      ['paymentchannel', 'execChannel'],
      ['toString', 'exec'],
    ] as const) {
      expect(exec(kind, undefined)).toEqual({ action });
      for (const answer of [undefined, returned])
        expectWords(exec(kind, answer) ?? { action: 'none' });
    }
  });

  it('tells the latest of the new expirations, where all are told', () => {
    const extend = (...ends: Json[]) =>
      nativeSaid({
        kind: 'storageminer',
        method: 'ExtendSectorExpiration2',
        by: [],
        params: { Extensions: ends.map((end) => ({ Sectors: [1], NewExpiration: end })) },
        returned: undefined,
      });
    const number = { kind: 'epoch', height: 900 };
    expect(extend(900, 900)).toEqual({ action: 'extendTo', count: 2, places: { number } });
    expect(extend(900, 800)).toEqual({ action: 'extendUpTo', count: 2, places: { number } });
    expect(extend(900, null)?.action).toBe('extend');
    for (const said of [extend(900), extend(900, 800)]) expectWords(said ?? { action: 'none' });
  });
});
