import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEMO_CHAIN } from '../testing/demo-node.ts';
import { createClock } from './clock.ts';
import { createPlayer, type Player } from './player.ts';
import { openRecording, type Recording } from './recording.ts';

describe('the clock', () => {
  let recording: Recording;
  beforeAll(async () => {
    recording = await openRecording(DEMO_CHAIN);
  });
  afterAll(() => recording.close());
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A player whose changes of head are kept with the time at which they happened, in ms. */
  function playerAt(startHeight: number): {
    player: Player;
    log: { at: number; heights: string }[];
  } {
    const { chain, messages, timeline } = recording;
    const player = createPlayer(chain, messages, timeline, startHeight);
    const log: { at: number; heights: string }[] = [];
    const started = Date.now();
    player.onEvent((event) => {
      if (event.kind !== 'heads') return;
      const heights = event.changes.map(
        ({ type, tipset }) => `${type[0] ?? ''}${chain.tipset(tipset).height}`,
      );
      log.push({ at: Date.now() - started, heights: heights.join(' ') });
    });
    return { player, log };
  }

  it('brings one new height each epoch, and a fork within its epoch', async () => {
    const { player, log } = playerAt(12_509);
    createClock(player, 30).run();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(log).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(log).toEqual([{ at: 30_000, heights: 'a12511' }]);
    await vi.advanceTimersByTimeAsync(6 * 30_000);
    const heights = ['a12511', 'a12515', 'a12516', 'a12517', 'a12519', 'a12520', 'a12521'];
    expect(log).toEqual(heights.map((height, i) => ({ at: (i + 1) * 30_000, heights: height })));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(log.slice(7).map(({ heights }) => heights)).toEqual([
      'r12521 r12520 r12519 r12517 r12516 r12515 r12511 a12511',
      'a12512',
      'a12513',
      'a12514',
      'a12515',
      'a12517',
      'a12518',
      'a12519',
      'a12520',
    ]);
    for (const { at } of log.slice(7)) expect(at).toBeLessThan(210_000 + 21_001);
    expect(log.at(-1)?.at).toBeGreaterThan(log[7]?.at ?? 0);
    await vi.advanceTimersByTimeAsync(1);
    expect(log.at(-1)).toEqual({ at: 240_000, heights: 'a12522' });
  });

  it('squeezes the changes of an epoch into a short one', async () => {
    const { player, log } = playerAt(12_509);
    createClock(player, 0.1).run();
    await vi.advanceTimersByTimeAsync(800);
    expect(log.at(-1)).toEqual({ at: 800, heights: 'a12522' });
    expect(log).toHaveLength(17);
    expect(log[15]?.at).toBeLessThanOrEqual(771);
  });

  it('stands still when paused, and goes on', async () => {
    const { player, log } = playerAt(20_200);
    const clock = createClock(player, 1);
    clock.run();
    await vi.advanceTimersByTimeAsync(2500);
    const before = log.length;
    expect(before).toBeGreaterThanOrEqual(2);
    clock.pause();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log).toHaveLength(before);
    clock.run();
    await vi.advanceTimersByTimeAsync(3000);
    expect(log.length).toBeGreaterThan(before);
  });

  it('stops at the end of the recording', async () => {
    const { player, log } = playerAt(20_298);
    createClock(player, 1).run();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(player.position()).toMatchObject({ ended: true, headHeight: 20_300 });
    expect(log.at(-1)?.heights).toBe('a20300');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('races to the end without a pause, change by change', async () => {
    vi.useRealTimers();
    const { player, log } = playerAt(20_000);
    createClock(player, 0).run();
    await vi.waitUntil(() => player.position().ended, 20_000);
    const applied = log.filter(({ heights }) => heights.includes('a'));
    expect(applied.length).toBeGreaterThan(290);
    expect(log.some(({ heights }) => heights.startsWith('r'))).toBe(true);
  });

  it('does nothing by itself when moved by hand', async () => {
    const { player, log } = playerAt(20_000);
    createClock(player, null).run();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(log).toEqual([]);
  });

  it('begins at the final chain’s tipset of the height asked for', () => {
    const { chain } = recording;
    for (const height of [0, 5, 6, 100, 4222, 7306, 12_511, 12_515, 15_210, 20_300, 99_999]) {
      const { player } = playerAt(height);
      const expected = chain.final.findLast((place) => chain.tipset(place).height <= height) ?? 0;
      // The recording's first announcement is at height 5.
      const floor = Math.max(5, chain.tipset(expected).height);
      expect(chain.tipset(player.head()).height).toBe(floor);
      expect(chain.finalPosition(player.head())).toBeGreaterThanOrEqual(0);
      expect(player.next()?.kind ?? 'heads').toBe('heads');
    }
  });
});
