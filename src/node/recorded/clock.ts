import type { Player } from './player.ts';

/** Moves a player: by itself with the time, or by hand. */
export interface Clock {
  /** Lets time move the player (again). Does nothing by hand (`epochSeconds` null). */
  run(): void;
  pause(): void;
  /** All events of the next epoch, at once. */
  step(): void;
  /** Events up to and including the next change of head, at once. */
  stepChange(): void;
  /** Whole epochs until the head is at or above `height`, or the recording ends. */
  advanceTo(height: number): void;
}

/** Events of one epoch happen within this part of it. */
const SPREAD = 0.7;

/**
 * @param epochSeconds real seconds from one new greatest height to the next; 0: as fast as
 *   possible, one event after the other; null: by hand only
 */
export function createClock(player: Player, epochSeconds: number | null): Clock {
  let timer: NodeJS.Timeout | null = null;
  let immediate: NodeJS.Immediate | null = null;

  const pause = (): void => {
    if (timer !== null) clearTimeout(timer);
    if (immediate !== null) clearImmediate(immediate);
    timer = null;
    immediate = null;
  };

  const race = (): void => {
    immediate = player.advance() ? setImmediate(race) : null;
  };

  /** Plays the epoch that began at `began`: with the recording's delays, shortened to fit. */
  const play = (began: number, period: number): void => {
    const first = player.position().at;
    const span = player.epochEnd() - first;
    const scale = span > 0 ? Math.min(1, (period * SPREAD) / span) : 1;
    const plan = (): void => {
      timer = null;
      for (;;) {
        const next = player.next();
        if (next === null) return;
        const now = Date.now();
        if (player.epochBegins()) {
          timer = setTimeout(begin, Math.max(0, began + period - now));
          return;
        }
        const due = began + (next.at - first) * scale;
        if (due > now) {
          timer = setTimeout(plan, due - now);
          return;
        }
        player.advance();
      }
    };
    const begin = (): void => {
      player.advance();
      // After a long sleep of the machine the epochs go on from now instead of all at once.
      const late = Date.now() - (began + period);
      play(late > period ? Date.now() : began + period, period);
    };
    plan();
  };

  const step = (): void => {
    if (!player.advance()) return;
    while (!player.epochBegins() && player.advance());
  };

  return {
    run() {
      if (timer !== null || immediate !== null || epochSeconds === null) return;
      if (epochSeconds === 0) race();
      else play(Date.now(), epochSeconds * 1000);
    },
    pause,
    step,
    stepChange() {
      while (player.next() !== null && player.next()?.kind !== 'heads') player.advance();
      player.advance();
    },
    advanceTo(height) {
      while (!player.position().ended && player.position().headHeight < height) step();
    },
  };
}
