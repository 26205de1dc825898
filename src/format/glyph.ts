/**
 * A small deterministic picture of an account: a symmetric grid of 5 × 5 cells in one of twelve
 * hues, so that equal accounts are recognised at a glance. Not a security feature.
 */
export interface Glyph {
  /** Index of the hue, 0–11. */
  hue: number;
  /** SVG path data in a 5 × 5 box. */
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

/** The glyph of an address, the same in every form of `f`/`t`: the network's letter does not count. */
export function glyphOf(address: string): Glyph {
  const text = /^[ft][0-4]/.test(address) ? address.slice(1) : address.toLowerCase();
  const bits = hash(text, 0x5e);
  const hue = hash(text, 0x77) % 12;
  let path = '';
  for (let row = 0; row < 5; row += 1)
    for (let column = 0; column < 3; column += 1) {
      if (((bits >>> (row * 3 + column)) & 1) === 0) continue;
      path += `M${column} ${row}h1v1h-1z`;
      if (column < 2) path += `M${4 - column} ${row}h1v1h-1z`;
    }
  if (path === '') path = 'M1 1h3v3h-3z';
  return { hue, path };
}
