import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ACTOR_KINDS, type ActorKind } from '#filecoin/actors/kinds.ts';
import { decodeParams, decodeReturn } from '#filecoin/actors/decode.ts';
import { INVOKE_CONTRACT, methodName } from '#filecoin/actors/methods.ts';
import { fromBase64, fromHex } from '#filecoin/encoding/bytes.ts';
import { callSentence, type CallSentence } from './callSentence.ts';

/** Calls that the networks have executed. */
const callSchema = z.object({
  kind: z.enum(ACTOR_KINDS),
  method: z.number(),
  params: z.string(),
  exitCode: z.number(),
});
const calls = gunzipSync(
  readFileSync(new URL('../../../data/fixtures/actors/calls.ndjson.gz', import.meta.url)),
)
  .toString()
  .trim()
  .split('\n')
  .map((line) => callSchema.parse(JSON.parse(line)))
  .filter(({ exitCode }) => exitCode === 0);

const from = 'f0100';
const to = 'f0200';

function said(
  kind: ActorKind,
  method: number,
  params: Uint8Array,
  { exitCode = 0, returned = new Uint8Array(0) }: { exitCode?: number; returned?: Uint8Array } = {},
): CallSentence | null {
  const context = { kind, method };
  const decoded = decodeParams({ ...context, params });
  const result = decodeReturn({ ...context, returned });
  return callSentence({
    from,
    to,
    toActor: kind,
    method: methodName(kind, method),
    decodedParams: decoded.ok ? decoded.value : undefined,
    decodedReturnValue: result.ok ? result.value : undefined,
    receipt: { exitCode },
  });
}

/** What the calls of one method on the networks say, places left out, each once. */
const saidOf = (name: string): unknown[] => [
  ...new Set(
    calls
      .filter(({ kind, method }) => methodName(kind, method) === name)
      .map(({ kind, method, params }) => {
        const { places, ...rest } = said(kind, method, fromBase64(params)) ?? { places: null };
        return places === null ? 'nothing' : Object.values(rest).join(' ');
      }),
  ),
];

const WORD = '0'.repeat(63);
const ADDRESS = '33f566d642f89d316ffdbecc9970032d8841d06d';
const word = (hex: string): string => hex.padStart(64, '0');
/** Calldata as InvokeContract takes it: CBOR bytes. */
const invoke = (hex: string): Uint8Array =>
  fromHex(`58${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`);
const contract = (input: string, returned: string, exitCode = 0): CallSentence | null =>
  said('evm', INVOKE_CONTRACT, invoke(input), {
    exitCode,
    returned: returned === '' ? new Uint8Array(0) : invoke(returned),
  });

describe('callSentence', () => {
  it('tells what a multisig was asked for', () => {
    const propose = (base64: string): CallSentence | null =>
      said('multisig', 2, fromBase64(base64));
    const send = 'hFUBUpeDWka1Syhw7GO0rtm7HEN9uoxJAAkCVwrBWpAAAEA=';
    const call = 'hEQA5/EDQAZYGIJVAQyg/TUXLNnVAE9+YySqvtOntQlU9A==';
    expect(propose(send)).toEqual({
      key: 'propose',
      places: { by: from, to, target: 'f1kklygwsgwvfsq4hmmo2k5wn3drbx3oumvcfbgsi' },
      value: '649177000000000000',
    });
    expect(propose(call)).toEqual({
      key: 'proposeCall',
      places: { by: from, to, target: 'f063719' },
      method: '6',
    });
    expect(saidOf('Approve')).toContain('approve 3');
    expect(saidOf('Cancel')).toContain('cancel 7');
  });

  it('counts what was brought to miners and the market', () => {
    expect(saidOf('PublishStorageDeals')).toEqual(
      expect.arrayContaining(['deals 1', 'deals 3', 'deals 18']),
    );
    expect(saidOf('PreCommitSectorBatch2')).toContain('preCommit 7');
    expect(saidOf('ProveCommitSectors3')).toContain('proveCommit 7');
    expect(saidOf('SubmitWindowedPoSt')).toEqual(expect.arrayContaining(['post 1 1', 'post 1 39']));
    expect(saidOf('DeclareFaults')).toEqual(['faults 1']);
    expect(saidOf('DeclareFaultsRecovered')).toContain('recovered 6');
    expect(saidOf('TerminateSectors')).toEqual(['terminate 1']);
    expect(saidOf('ExtendSectorExpiration2')).toEqual(['extend 1']);
  });

  it('counts bit fields that are shown as ranges, and sectors with claims', () => {
    const message = { from, to, toActor: 'storageminer', receipt: { exitCode: 0 } } as const;
    const Sectors = { Count: 9000, Ranges: ['1-9000'] };
    const claims = [{ SectorNumber: 1, MaintainClaims: [1], DropClaims: [] }];
    expect(
      callSentence({
        ...message,
        method: 'ExtendSectorExpiration2',
        decodedParams: { Extensions: [{ Sectors, SectorsWithClaims: claims }, { Sectors: [3] }] },
      })?.count,
    ).toBe(9002);
    expect(
      callSentence({
        ...message,
        method: 'TerminateSectors',
        decodedParams: { Terminations: [{ Sectors }, {}] },
      }),
    ).toBeNull();
  });

  it('tells of tokens in raw units, where the contract agreed', () => {
    const transfer = `a9059cbb${word(ADDRESS)}${word('64209')}`;
    expect(contract(transfer, `${WORD}1`)).toMatchObject({
      key: 'tokenTransfer',
      number: '410121',
      places: { by: from, to, target: expect.stringMatching(new RegExp(`^0x${ADDRESS}$`, 'i')) },
    });
    expect(contract(transfer, `${WORD}0`)).toBeNull();
    expect(contract(`095ea7b3${word(ADDRESS)}${word('1')}`, `${WORD}1`)?.key).toBe('tokenApprove');
    const from3 = `23b872dd${word(ADDRESS)}${word(ADDRESS)}${word('7')}`;
    expect(contract(from3, `${WORD}1`)).toMatchObject({ key: 'tokenTransferFrom', number: '7' });
    // An ERC-721 token's transferFrom, whose number is the token's id, returns nothing.
    expect(contract(from3, '')).toBeNull();
  });

  it('claims nothing of what failed, has not run, or is no such call', () => {
    const transfer = `a9059cbb${word(ADDRESS)}${word('64209')}`;
    expect(contract(transfer, `${WORD}1`, 33)).toBeNull();
    expect(contract(`08c84c21${word('1')}${word('2')}${word('3')}`, `${WORD}1`)).toBeNull();
    const cancel = fromBase64('ggFA');
    expect(said('multisig', 4, cancel)).not.toBeNull();
    expect(said('multisig', 4, cancel, { exitCode: 18 })).toBeNull();
    expect(
      callSentence({
        from,
        to,
        toActor: 'multisig',
        method: 'Cancel',
        decodedParams: { ID: 1, ProposalHash: '0x' },
        receipt: null,
      }),
    ).toBeNull();
  });
});
