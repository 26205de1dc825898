import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_CHAIN } from '../testing/demo-node.ts';
import { createRecordedNode, type RecordedNode } from './node.ts';
import { createPlayer } from './player.ts';
import { openRecording, type Recording } from './recording.ts';
import { Refusal } from './refusal.ts';

interface Asked {
  method: string;
  params: string;
  recorded: string;
}

describe('the recording at its end', () => {
  let recording: Recording;
  let node: RecordedNode;
  beforeAll(async () => {
    recording = await openRecording(DEMO_CHAIN);
    const { chain, messages, timeline } = recording;
    const player = createPlayer(chain, messages, timeline, 99_999);
    while (player.advance());
    node = createRecordedNode(recording, player, {}).node;
  });
  afterAll(() => recording.close());

  /** One in `step` of all recorded answers, the rare methods whole. */
  function* answers(step: number): Generator<Asked> {
    const { catalogue } = recording;
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

  function ask({ method, params }: Asked): string {
    try {
      return node.call(`Filecoin.${method}`, JSON.parse(params) as unknown[]).toString();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return JSON.stringify({ code: error.code, message: error.message });
    }
  }

  it('answers what was recorded with what was recorded', () => {
    /** They follow the timeline, whose end is not the moment at which these were recorded. */
    const derived = new Set(['F3GetLatestCertificate', 'MpoolPending']);
    let asked = 0;
    for (const answer of answers(19)) {
      if (derived.has(answer.method)) continue;
      asked++;
      const got = ask(answer);
      if (got === answer.recorded) continue;
      expect(JSON.parse(got), `${answer.method} ${answer.params}`).toEqual(
        JSON.parse(answer.recorded),
      );
    }
    expect(asked).toBeGreaterThan(9000);
  });

  it('has the very pool that the node had', () => {
    const [recorded] = [...answers(1e9)].filter(({ method }) => method === 'MpoolPending');
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
});
