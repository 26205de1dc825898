/** When a network's upgrades are carried out, and what they are called. */
import type { UpgradeHeights } from './execution/basefee.ts';

/** What the network's upgrades are called, by the network version that each began (FIPs; Lotus’ upgrade schedule). */
const NAMES: Readonly<Record<number, string>> = {
  1: 'Breeze',
  2: 'Smoke',
  3: 'Ignition',
  4: 'Assembly',
  5: 'Tape',
  6: 'Kumquat',
  7: 'Calico',
  8: 'Persian',
  9: 'Orange',
  10: 'Trust',
  11: 'Norwegian',
  12: 'Turbo',
  13: 'HyperDrive',
  14: 'Chocolate',
  15: 'OhSnap',
  16: 'Skyr',
  17: 'Shark',
  18: 'Hygge',
  19: 'Lightning',
  20: 'Thunder',
  21: 'Watermelon',
  22: 'Dragon',
  23: 'Waffle',
  24: 'TukTuk',
  25: 'Teep',
  26: 'Tock',
  27: 'Golden Week',
  28: 'FireHorse',
  29: 'Solstice',
};

/** Null for a version that is newer than this list, and for the genesis' own. */
export function upgradeName(networkVersion: number): string | null {
  return NAMES[networkVersion] ?? null;
}

/** How `ForkUpgradeParams` names a height; `BreezeGasTampingDuration` among them is none. */
const HEIGHT_NAME = /^Upgrade(.+)Height$/;

/**
 * Names of the upgrades (`Shark`) that the execution of a tipset at `height` carries out before its
 * messages, in the order of their heights. An upgrade at height U belongs to the first tipset above U,
 * which is the one whose parent is at U or below (lotus chain/consensus/compute_state.go,
 * `ApplyBlocks`). A negative height is an upgrade that the chain began with.
 */
export function upgradesCarriedOut(
  heights: UpgradeHeights,
  parentHeight: number,
  height: number,
): string[] {
  const from = Math.max(0, parentHeight);
  return Object.entries(heights)
    .filter(([, upgrade]) => upgrade >= from && upgrade < height)
    .sort(([, a], [, b]) => a - b)
    .flatMap(([key]) => HEIGHT_NAME.exec(key)?.[1] ?? []);
}
