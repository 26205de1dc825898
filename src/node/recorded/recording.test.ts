import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_CHAIN, STATE_CHAIN } from '../testing/demo-node.ts';
import { createRecordedNode, type RecordedNode } from './node.ts';
import { createPlayer } from './player.ts';
import { openRecording, type Recording } from './recording.ts';
import { RpcRefusal } from './refusal.ts';
import { readStates } from './states.ts';

interface Asked {
  method: string;
  params: string;
  recorded: string;
}

async function atItsEnd(folder: string): Promise<{ recording: Recording; node: RecordedNode }> {
  const recording = await openRecording(folder);
  const { chain, messages, timeline } = recording;
  const player = createPlayer(chain, messages, timeline, 99_999);
  while (player.advance());
  return { recording, node: createRecordedNode(recording, player, {}).node };
}

/** One in `step` of all recorded answers, the rare methods whole. */
function* answers({ catalogue }: Recording, step: number): Generator<Asked> {
  let count = 0;
  for (const [method, byParams] of catalogue.answers)
    for (const [params, value] of byParams)
      if (byParams.size < 100 || count++ % step === 0)
        yield { method, params, recorded: catalogue.read(value).toString() };
  for (const [method, subjects] of catalogue.states)
    for (const [subject, places] of subjects)
      for (const [place, value] of places)
        if (subjects.size * places.size < 100 || count++ % step === 0) {
          const key = catalogue.tipsets[place]?.key ?? '';
          const params = subject === '' ? `[${key}]` : `[${subject},${key}]`;
          yield { method, params, recorded: catalogue.read(value).toString() };
        }
}

function ask(node: RecordedNode, { method, params }: Asked): string {
  try {
    return node.call(`Filecoin.${method}`, JSON.parse(params) as unknown[]).toString();
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    return JSON.stringify({ code: error.code, message: error.message });
  }
}

/** They follow the timeline, whose end is not the moment at which these were recorded. */
const FOLLOWING = new Set(['F3GetLatestCertificate', 'MpoolPending']);

/** How many of the recorded answers are what the node answers. */
function equalAnswers(
  { recording, node }: Awaited<ReturnType<typeof atItsEnd>>,
  step: number,
): number {
  let asked = 0;
  for (const answer of answers(recording, step)) {
    if (FOLLOWING.has(answer.method)) continue;
    asked++;
    const got = ask(node, answer);
    if (got === answer.recorded) continue;
    expect(JSON.parse(got), `${answer.method} ${answer.params}`).toEqual(
      JSON.parse(answer.recorded),
    );
  }
  return asked;
}

describe('the recording at its end', () => {
  let recording: Recording;
  let node: RecordedNode;
  beforeAll(async () => {
    ({ recording, node } = await atItsEnd(DEMO_CHAIN));
  });
  afterAll(() => recording.close());

  it('answers what was recorded with what was recorded', () => {
    expect(equalAnswers({ recording, node }, 19)).toBeGreaterThan(9000);
  });

  it('of another chain does so too', async () => {
    const other = await atItsEnd(STATE_CHAIN);
    expect(equalAnswers(other, 7)).toBeGreaterThan(4000);
    await other.recording.close();
  });

  it('has the very pool that the node had', () => {
    const [recorded] = [...answers(recording, 1e9)].filter(
      ({ method }) => method === 'MpoolPending',
    );
    const sorted = (text: string): unknown =>
      (JSON.parse(text) as { CID: { '/': string } }[]).sort((a, b) =>
        a.CID['/'].localeCompare(b.CID['/']),
      );
    const now = sorted(node.call('Filecoin.MpoolPending', [null]).toString());
    expect(now).toHaveLength(18);
    expect(now).toEqual(sorted(recorded?.recorded ?? '[]'));
  });

  it('tells the order of messages of every tipset, and the actors of every state', () => {
    const { catalogue, chain, actors } = recording;
    for (const { key } of catalogue.tipsets)
      node.call('Filecoin.ChainGetMessagesInTipset', [JSON.parse(key)]);
    for (const place of chain.final) {
      const key: unknown = JSON.parse(chain.tipset(place).key);
      expect(actors.exists('f01000', place)).toBe(true);
      node.call('Filecoin.StateMinerPower', ['f01000', key]);
      node.call('Filecoin.StateReadState', ['f05', key]);
    }
    expect(actors.exists('f01160', chain.final[0] ?? 0)).toBe(false);
  });

  it('tells a state that was not recorded by what it hashes to', async () => {
    const { actors, catalogue, chain } = recording;
    const [first = 0] = chain.final;
    const last = chain.final.at(-1) ?? 0;
    const at = (place: number): unknown =>
      JSON.parse(
        node.call('StateReadState', ['f090', JSON.parse(chain.tipset(place).key)]).toString(),
      );
    expect(at(first)).toEqual({
      Balance: '282933382000000000000000000',
      Code: { '/': 'bafk2bzacedw4b7bw5yhfzuvdgut4hglzsshhlq2ab4vm7pafmgechgdsqh2uo' },
      State: expect.objectContaining({ Signers: ['f0108'], UnlockDuration: 0 }),
    });
    expect(at(last)).toEqual(at(first));

    // The recorded states of multisigs hash to what their actors name; others are refused.
    const told: Record<string, object> = {};
    for (const [subject, places] of catalogue.states.get('StateReadState') ?? [])
      for (const [place, value] of places) {
        const { State } = JSON.parse(catalogue.read(value).toString()) as { State: object };
        const entry = JSON.parse(actors.entry(JSON.parse(subject) as string, place)) as {
          Head: { '/': string };
        };
        if ('NumApprovalsThreshold' in State) told[entry.Head['/']] = State;
      }
    expect(Object.keys(told).length).toBeGreaterThan(20);
    const folder = await mkdtemp(join(tmpdir(), 'sextant-states-'));
    const read = async (states: object): Promise<number> => {
      await writeFile(join(folder, 'states.json'), JSON.stringify(states));
      return (await readStates(folder)).size;
    };
    expect(await read(told)).toBe(Object.keys(told).length);
    const [[cid, state] = ['', {}]] = Object.entries(told);
    await expect(read({ [cid]: { ...state, NextTxnID: 99 } })).rejects.toThrow(cid);
    await rm(folder, { recursive: true });
  });
});
