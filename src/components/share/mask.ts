/**
 * Which of the eight masks a QR code is drawn with: the one that scores least (ISO/IEC 18004, 7.8). All
 * eight pictures are looked at together: a module is a byte, in which bit `n` says whether it is dark
 * with mask `n`.
 */

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
const ALL = 0xff;
/** All of them repeat after so many rows and columns. */
const PERIOD = 12;
/** Where a module is another with a mask than with the first one. */
const TURNS = Uint8Array.from({ length: PERIOD * PERIOD }, (_, at) => {
  const turned = MASKS.map((turns) => turns(Math.floor(at / PERIOD), at % PERIOD));
  return bitsOf((mask) => turned[mask] !== turned[0]);
});
/** The 15 bits that tell level M and the mask. */
const FORMATS = [0x5412, 0x5125, 0x5e7c, 0x5b4b, 0x45f9, 0x40ce, 0x4f97, 0x4aa0];
const FORMAT_BITS = Array.from({ length: 15 }, (_, index) =>
  bitsOf((mask) => (((FORMATS[mask] ?? 0) >> index) & 1) === 1),
);

function bitsOf(isSet: (mask: number) => boolean): number {
  return MASKS.reduce((bits, _, mask) => (isSet(mask) ? bits | (1 << mask) : bits), 0);
}

/** A code's modules, row by row: 1 is dark. */
export interface Modules {
  size: number;
  data: Uint8Array;
  /** Those that no mask turns over. */
  reservedBit: Uint8Array;
}

/** The modules of a code of level M that is drawn with mask 0, with its best mask instead. */
export function bestMasked(modules: Modules): Uint8Array {
  const pictures = picturesOf(modules);
  const points = penalties(modules.size, pictures);
  const best = points.indexOf(Math.min(...points));
  return pictures.map((dark) => (dark >> best) & 1);
}

function picturesOf({ size, data, reservedBit }: Modules): Uint8Array {
  const pictures = data.map((dark) => dark * ALL);
  for (let row = 0, at = 0; row < size; row += 1) {
    const tile = (row % PERIOD) * PERIOD;
    for (let column = 0; column < size; column += 1, at += 1)
      if (reservedBit[at] !== 1)
        pictures[at] = bitsAt(pictures, at) ^ bitsAt(TURNS, tile + (column % PERIOD));
  }
  FORMAT_BITS.forEach((dark, index) => {
    const row = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index;
    const column = index < 8 ? size - index - 1 : index < 9 ? 15 - index : 14 - index;
    pictures[row * size + 8] = dark;
    pictures[8 * size + column] = dark;
  });
  return pictures;
}

function bitsAt(bits: Uint8Array, at: number): number {
  return bits[at] ?? 0;
}

/** How many points the pictures have got, by which of them got them at once. */
type Points = Int32Array;

function give(points: Points, pictures: number, count: number): void {
  points[pictures] = (points[pictures] ?? 0) + count;
}

/** Of the picture of each mask. */
function sums(points: Points): number[] {
  const sum = MASKS.map(() => 0);
  points.forEach((count, pictures) => {
    if (count === 0) return;
    for (let mask = 0; mask < sum.length; mask += 1)
      if ((pictures >> mask) & 1) sum[mask] = (sum[mask] ?? 0) + count;
  });
  return sum;
}

/** How hard each picture is to read: long runs, blocks, what looks like a finder, too much of one colour. */
function penalties(size: number, pictures: Uint8Array): number[] {
  const points = new Int32Array(ALL + 1);
  const darks = new Int32Array(ALL + 1);
  const marks = { cores: new Uint8Array(size), lights: new Uint8Array(size) };
  for (let line = 0; line < size; line += 1) {
    scoreLine(pictures, { size, from: line * size, step: 1 }, marks, points);
    scoreLine(pictures, { size, from: line, step: size }, marks, points);
  }
  for (let at = 0; at < pictures.length; at += 1) {
    const corner = bitsAt(pictures, at);
    give(darks, corner, 1);
    if (at < size || at % size === 0) continue;
    // With those left of it and above it, squares of two by two of one colour.
    const differ =
      (corner ^ bitsAt(pictures, at - 1)) |
      (corner ^ bitsAt(pictures, at - size)) |
      (corner ^ bitsAt(pictures, at - size - 1));
    give(points, ~differ & ALL, 3);
  }
  const dark = sums(darks);
  return sums(points).map((sum, mask) => {
    const share = ((dark[mask] ?? 0) * 100) / pictures.length;
    return sum + 10 * Math.abs(Math.ceil(share / 5) - 10);
  });
}

/** A row or a column. */
interface Line {
  size: number;
  from: number;
  step: number;
}

/**
 * Runs of five and more in a line, and what looks like a finder: 1011101 (`cores`, where they end) with
 * 0000 (`lights`, likewise) beside it.
 */
function scoreLine(
  pictures: Uint8Array,
  { size, from, step }: Line,
  { cores, lights }: { cores: Uint8Array; lights: Uint8Array },
  points: Points,
): void {
  // The modules before this one, the nearest first, and whether each is as the one before it.
  let [one, two, three, four, five, six] = [0, 0, 0, 0, 0, 0];
  let [same1, same2, same3, same4] = [0, 0, 0, 0];
  for (let place = 0, at = from; place < size; place += 1, at += step) {
    const here = bitsAt(pictures, at);
    const same = place === 0 ? 0 : ~(here ^ one) & ALL;
    const run = same & same1 & same2 & same3;
    give(points, run, 1);
    give(points, run & ~same4, 2);
    const light = place < 3 ? 0 : ~(here | one | two | three) & ALL;
    const core = place < 6 ? 0 : here & ~one & two & three & four & ~five & six;
    if (place >= 10) {
      give(points, light & bitsAt(cores, place - 4), 40);
      give(points, core & bitsAt(lights, place - 7), 40);
    }
    cores[place] = core;
    lights[place] = light;
    // One by one: as a list they would be one more object for every module.
    six = five;
    five = four;
    four = three;
    three = two;
    two = one;
    one = here;
    same4 = same3;
    same3 = same2;
    same2 = same1;
    same1 = same;
  }
}
