import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { upgradeName, upgradesCarriedOut } from './upgrades.ts';

describe('upgrades', () => {
  it('have a name each, up to the newest known network version', () => {
    const names = Array.from({ length: 29 }, (_, index) => upgradeName(index + 1));
    expect(new Set(names).size).toBe(29);
    expect(names).not.toContain(null);
    expect([upgradeName(21), upgradeName(25)]).toEqual(['Watermelon', 'Teep']);
    expect([upgradeName(0), upgradeName(30)]).toEqual([null, null]);
  });

  it.each([
    // Heights of the parent and of the tipset, the upgrade being at 100.
    [98, 99, []],
    [99, 100, []],
    [100, 101, ['Shark']],
    [101, 102, []],
    // Null rounds below it, at it, above it.
    [97, 100, []],
    [99, 101, ['Shark']],
    [100, 104, ['Shark']],
    [60, 180, ['Shark']],
  ])(
    'at 100 are carried out by the first tipset above: parent %i, tipset %i',
    (parent, at, names) => {
      expect(upgradesCarriedOut({ UpgradeSharkHeight: 100 }, parent, at)).toEqual(names);
    },
  );

  it('come several at once over null rounds, in the order of their heights', () => {
    const heights = {
      UpgradeWaffleHeight: 30,
      UpgradeHyggeHeight: 22,
      UpgradeSharkHeight: 21,
      UpgradeDragonHeight: 24,
      UpgradeSkyrHeight: -19,
      BreezeGasTampingDuration: 23,
      UpgradeXxHeight: 9_999_999_999,
      UpgradeFireHorseHeight: 9_223_372_036_854_775_806,
    };
    expect(upgradesCarriedOut(heights, 20, 30)).toEqual(['Shark', 'Hygge', 'Dragon']);
    expect(upgradesCarriedOut(heights, 30, 31)).toEqual(['Waffle']);
    // The genesis is the parent of the first tipset, which carries out what stands at 0.
    expect(upgradesCarriedOut({ UpgradeSharkHeight: 0 }, 0, 1)).toEqual(['Shark']);
    expect(upgradesCarriedOut({ UpgradeSharkHeight: -1 }, -1, 1)).toEqual([]);
    expect(upgradesCarriedOut({}, 20, 30)).toEqual([]);
  });

  it('are carried out once each along any chain, and never by the genesis', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 40 });
    const heights = fc.dictionary(
      fc.stringMatching(/^[A-Z][a-z]{1,4}$/).map((name) => `Upgrade${name}Height`),
      fc.integer({ min: -20, max: 250 }),
    );
    fc.assert(
      fc.property(gaps, heights, (steps, upgrades) => {
        let height = 0;
        const carried: string[] = [];
        for (const step of steps)
          carried.push(...upgradesCarriedOut(upgrades, height, (height += step)));
        const due = Object.values(upgrades).filter((at) => at >= 0 && at < height);
        expect(carried).toHaveLength(due.length);
        expect(new Set(carried).size).toBe(due.length);
      }),
    );
  });
});
