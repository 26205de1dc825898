/** Which of the eight masks a QR code is drawn with: the one that scores least (ISO/IEC 18004, 7.8). */

/** Whether a mask turns a module over, by row and column. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i * j) % 3) + ((i + j) % 2)) % 2 === 0,
];
/** All of them repeat after so many rows and columns. */
const PERIOD = 12;
const TILES = MASKS.map((turns) =>
  Uint8Array.from({ length: PERIOD * PERIOD }, (_, at) =>
    turns(Math.floor(at / PERIOD), at % PERIOD) ? 1 : 0,
  ),
);
/** The 15 bits that tell level M and the mask. */
const FORMATS = [0x5412, 0x5125, 0x5e7c, 0x5b4b, 0x45f9, 0x40ce, 0x4f97, 0x4aa0];

/** A code's modules, row by row: 1 is dark. */
export interface Modules {
  size: number;
  data: Uint8Array;
  /** Those that no mask turns over. */
  reservedBit: Uint8Array;
}

/** The modules of a code of level M that is drawn with mask 0, with its best mask instead. */
export function bestMasked(modules: Modules): Uint8Array {
  let best = modules.data;
  let least = penalty(modules.size, best);
  for (let mask = 1; mask < MASKS.length; mask += 1) {
    const data = masked(modules, mask);
    const points = penalty(modules.size, data, least);
    if (points < least) [best, least] = [data, points];
  }
  return best;
}

function masked({ size, data, reservedBit }: Modules, mask: number): Uint8Array {
  const turned = data.slice();
  const [from, to] = [TILES[0], TILES[mask]];
  if (from === undefined || to === undefined) return turned;
  for (let row = 0, at = 0; row < size; row += 1) {
    const tile = (row % PERIOD) * PERIOD;
    for (let column = 0; column < size; column += 1, at += 1) {
      const place = tile + (column % PERIOD);
      if (reservedBit[at] !== 1) turned[at] = bit(data, at) ^ bit(from, place) ^ bit(to, place);
    }
  }
  const format = FORMATS[mask] ?? 0;
  for (let index = 0; index < 15; index += 1) {
    const dark = (format >> index) & 1;
    const row = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index;
    const column = index < 8 ? size - index - 1 : index < 9 ? 15 - index : 14 - index;
    turned[row * size + 8] = dark;
    turned[8 * size + column] = dark;
  }
  return turned;
}

function bit(data: Uint8Array, at: number): number {
  return data[at] ?? 0;
}

/**
 * How hard a code is to read: long runs, blocks, what looks like a finder, too much of one colour.
 * From `enough` points on they are not counted to the end.
 */
function penalty(size: number, data: Uint8Array, enough = Infinity): number {
  let points = 0;
  let darks = 0;
  for (let line = 0; line < size && points < enough; line += 1) {
    points += linePenalty(data, size, line * size, 1) + linePenalty(data, size, line, size);
    for (let column = 0; column < size; column += 1) {
      const at = line * size + column;
      darks += bit(data, at);
      if (line === size - 1 || column === size - 1) continue;
      const block =
        bit(data, at) + bit(data, at + 1) + bit(data, at + size) + bit(data, at + size + 1);
      if (block === 0 || block === 4) points += 3;
    }
  }
  return points + 10 * Math.abs(Math.ceil((darks * 100) / data.length / 5) - 10);
}

/** Of one row or column: its runs of five and more, and what looks like a finder. */
function linePenalty(data: Uint8Array, size: number, from: number, step: number): number {
  let points = 0;
  let run = 0;
  let last = -1;
  let seen = 0;
  for (let index = 0, at = from; index < size; index += 1, at += step) {
    const dark = bit(data, at);
    run = dark === last ? run + 1 : 1;
    last = dark;
    if (run >= 5) points += run === 5 ? 3 : 1;
    seen = ((seen << 1) & 0x7ff) | dark;
    if (index >= 10 && (seen === 0x5d0 || seen === 0x05d)) points += 40;
  }
  return points;
}
