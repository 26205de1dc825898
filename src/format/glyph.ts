/**
 * A small deterministic picture of an account: a symmetric grid of 5 × 5 cells in one of twelve
 * hues, so that equal accounts are recognised at a glance. Not a security feature.
 */
export interface Glyph {
  /** Index of the hue, 0–11. */
  hue: number;
  /** SVG path data in a 5 × 5 box, to be stroked ({@link rowStrokes}). */
  path: string;
}

/** FNV-1a over UTF-16 units, 32 bit. */
function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i += 1) {
    value ^= text.charCodeAt(i);
    value = Math.imul(value, 0x01000193);
  }
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return (value ^ (value >>> 12)) >>> 0;
}

/** The filled cells of a square grid as SVG path data: runs of a row as strokes of width 1 along its middle. */
export function rowStrokes(side: number, isFilled: (x: number, y: number) => boolean): string {
  let path = '';
  for (let y = 0; y < side; y += 1) {
    let end: number | null = null;
    for (let x = 0; x < side; x += 1) {
      if (!isFilled(x, y)) continue;
      const start = x;
      while (x < side && isFilled(x, y)) x += 1;
      path += `${end === null ? `M${start} ${y}.5` : `m${start - end} 0`}h${x - start}`;
      end = x;
    }
  }
  return path;
}

/** The glyph of an address, the same in every form of `f`/`t`: the network's letter does not count. */
export function glyphOf(address: string): Glyph {
  const text = /^[ft][0-4]/.test(address) ? address.slice(1) : address.toLowerCase();
  const bits = hash(text, 0x5e);
  const hue = hash(text, 0x77) % 12;
  const isSet = (x: number, y: number): boolean =>
    ((bits >>> (y * 3 + Math.min(x, 4 - x))) & 1) === 1;
  const path = rowStrokes(5, isSet) || rowStrokes(5, (x, y) => x % 4 > 0 && y % 4 > 0);
  return { hue, path };
}
