/**
 * The continents as dots: a row every four degrees from 74° N southwards, a column every four degrees
 * from 168° W eastwards. After Natural Earth's public-domain map (1:110m).
 */
import type { Continent } from '#explorer/race/schema.ts';

const ROWS = [
  '...........NN......N........NNNNNNNNN...................E.......AAAAAA',
  '..NNNNN...N..NNNN.NN.NNNNN...NNNNNNNN...........EE.........AAAAAAAAAAAAAAAAAAAAAAA',
  '.NNNNNNNNNNNNNNNNNNNN...N.N......................EEEEEEEEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  '.NNNNNNNNNNNNNNNNNN...NN......NN............EEE.EEEEEEEEEAAAAAAAAAAAAAAAAAAAAAAAAAA.AA',
  '...N.....NNNNNNNNNN....NNNN..............E...EE..EEEEEEEEAAAAAAAAAAAAAAAAAAAAA....A',
  '.........NNNNNNNNNNNNN.NNNNN............E....EEEEEEEEEEEEAAAAAAAAAAAAAAAAAAAAA...AA',
  '..........NNNNNNNNNNNNNNNN..N..............EEEEEEEEEEEAAAAAAAAAAAAAAAAAAAAAAAAA',
  '............NNNNNNNNNNNNNNNN..............EEEEEEEE..EEE.AAAAAAAAAAAAAAAAAAAAA',
  '...........NNNNNNNNNNNNNN...............EEE..E.EE....AE.AAAAAAAAAAAAAAAAAAA..A',
  '............NNNNNNNNNNN.................EE....E.EAAAAAA.AAAAAAAAAAAAAAAA..A..A',
  '.............NNNNNNNNNN..................FFFF......AAAAAAAAAAAAAAAAAAAAAA..AA',
  '..............NNNNNN....................FFFFFFFFFFFAAAAAAAAAAAAAAAAAAAAAA',
  '..............NNNN.....................FFFFFFFFFFFF.AAA..AAAAAAAAAAAAAAA',
  '................NN...NN...............FFFFFFFFFFFFFFAAAAA...AAAAAAAAAAA',
  '.................NNN..................FFFFFFFFFFFFFF.AAAA....AA...AAA',
  '....................NN................FFFFFFFFFFFFFFFAA......AA....AAA',
  '.....................N..SSS............FFFFFFFFFFFFFFFF',
  '.......................SSSSS............FFF.FFFFFFFFFFF',
  '.......................SSSSSSS...............FFFFFFFFF.............AA.AA',
  '......................SSSSSSSSS..............FFFFFFFF...............A.AAA',
  '......................SSSSSSSSSSSS............FFFFFF.........................AO',
  '.......................SSSSSSSSSSS............FFFFFF....................AA.....O',
  '.......................SSSSSSSSSS.............FFFFFFF.F....................O',
  '.........................SSSSSSSS............FFFFFFF..F..................OOOOOO',
  '.........................SSSSSSS..............FFFFF..FF................OOOOOOOOO',
  '.........................SSSSS................FFFFF....................OOOOOOOOOO',
  '.........................SSSSS.................FFF.....................OOOOOOOOOO',
  '.........................SSSS..................F.......................O....OOOO',
  '........................SSSS..................................................O.......O',
  '........................SS.....................................................O.....O',
  '........................SS..........................................................O',
  '........................S',
  '........................SS',
];
const LETTERS: Readonly<Record<Continent, string>> = {
  AS: 'A',
  NA: 'N',
  EU: 'E',
  SA: 'S',
  OC: 'O',
  AF: 'F',
};

/** Distance between two dots. */
const STEP = 10;
export const MAP = {
  width: Math.max(...ROWS.map((row) => row.length)) * STEP,
  height: ROWS.length * STEP,
};

export interface Land {
  /** An SVG path of dots: strokes of no length, to be drawn with round caps. */
  path: string;
  /** The middle of its dots. */
  x: number;
  y: number;
}

/** The dots of a continent on a map of the size MAP. */
export function landOf(continent: Continent): Land {
  const dots = ROWS.flatMap((row, y) =>
    [...row].flatMap((letter, x) =>
      letter === LETTERS[continent] ? [{ x: x * STEP + STEP / 2, y: y * STEP + STEP / 2 }] : [],
    ),
  );
  const mean = (of: (dot: { x: number; y: number }) => number): number =>
    Math.round(dots.reduce((sum, dot) => sum + of(dot), 0) / dots.length);
  return {
    path: dots.map(({ x, y }) => `M${x} ${y}h0`).join(''),
    x: mean(({ x }) => x),
    y: mean(({ y }) => y),
  };
}
