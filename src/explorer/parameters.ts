/** What reads take. */
import { integer, isInt64, type Integer } from '#filecoin/encoding/integers.ts';
import { EPOCHS_PER_DAY } from '#filecoin/epoch.ts';
import type { z } from 'zod';
import { tryCid, wholeNumber } from './input.ts';
import { choice, dayOf, parameter, refuse, text, whole } from './parameter.ts';
import { CONTINENTS, type Continent } from './place.ts';

const MOST_ROWS = 100;
const MOST_SAMPLES = 400;
/** Pages by number reach so many rows deep in lists that reorder; further on go cursors. */
export const MAX_DEPTH = 10_000;
const DEPTH = `lists that reorder with every head (rich list, contracts, tokens, holders) take ${MAX_DEPTH.toLocaleString('en')} rows at most (400), and go on by \`before\``;
/** Half of a hash, as heads are told apart by. */
const HASH = '[0-9a-f]{32}';

/** Rows of an answer. */
export const rows = (name: 'pageSize' | 'limit', { most = MOST_ROWS, absent = 20 } = {}) =>
  whole({
    description: `Rows per answer; more than ${most} counts as ${most}`,
    minimum: 1,
    most,
    absent,
    refusal: ['badPageSize', { name }],
  });

const left = (name: 'page' | 'offset', description: string) =>
  whole({
    description: `${description}; ${DEPTH}`,
    minimum: 0,
    absent: 0,
    refusal: ['badPage', { name }],
  });

const CURSORS = {
  before: text(
    'Cursor: `next` of an earlier answer. Stable under new heads and forks; takes the place of `page`',
    undefined,
    {
      pattern: `^(\\d{1,15}(:${HASH}(:\\d{1,15})?)?(\\.\\d{1,15}(\\.\\d{1,97}-\\d{1,97})?)?|older\\.\\d{1,16}|(0x)?[0-9a-f]{64})?$`,
    },
  ),
  head: text(
    'Pins the list to a head of the last 900 tipsets: `X-Head` of an earlier answer (410 when it is gone). All of the answer is of that head, but for what the chain does not tell: tags, prices, places, what contracts call themselves, and whether a tipset is final',
    undefined,
    { pattern: `^(\\d{1,15}:${HASH}(:\\d{1,15})?)?$` },
  ),
};

/** What part of a list is wanted. */
export const PAGING = {
  pageSize: rows('pageSize'),
  page: left('page', 'Page, from 0; a page after the last one is empty'),
  ...CURSORS,
};
export type PageInput = z.output<z.ZodObject<typeof PAGING>>;

/** The same in lists that count in rows instead of pages. */
export const OFFSET_PAGING = {
  limit: rows('limit'),
  offset: left('offset', 'How many rows to leave out'),
  ...CURSORS,
};
export type OffsetPageInput = z.output<z.ZodObject<typeof OFFSET_PAGING>>;

/** So many rows, after so many others or from a cursor on, of the list as it was at a head. */
export interface PageAsked {
  size: number;
  skip: number;
  before?: string | undefined;
  head?: string | undefined;
}

/** What is asked for in either way. */
export function askedPage(input: PageInput | OffsetPageInput): PageAsked {
  const { before, head } = input;
  return 'limit' in input
    ? { size: input.limit, skip: input.offset, before, head }
    : { size: input.pageSize, skip: input.page * input.pageSize, before, head };
}

export const DURATIONS = ['24h', '1d', '7d', '30d', '1y'] as const;
export type Duration = (typeof DURATIONS)[number];

const DURATION_DAYS: Readonly<Record<Duration, number>> = {
  '24h': 1,
  '1d': 1,
  '7d': 7,
  '30d': 30,
  '1y': 365,
};

export const daysOf = (asked: Duration): number => DURATION_DAYS[asked];

export const epochsOf = (asked: Duration): number => DURATION_DAYS[asked] * EPOCHS_PER_DAY;

export const duration = (absent: Duration = '24h') =>
  choice({
    description: 'Window before the head',
    of: DURATIONS,
    absent,
    refusal: ['badDuration', { known: '24h, 7d, 30d, 1y' }],
  });

const samples = (absent: number) =>
  whole({
    description: `How many samples, at most; more than ${MOST_SAMPLES} counts as ${MOST_SAMPLES}`,
    minimum: 1,
    most: MOST_SAMPLES,
    absent,
    refusal: ['badSamples', { max: MOST_SAMPLES }],
  });

/** A grid of heights that ends at the head. */
export const sampling = (absent: { duration?: Duration; samples?: number } = {}) => ({
  duration: duration(absent.duration),
  samples: samples(absent.samples ?? 48),
});
export type SampleInput = z.output<z.ZodObject<ReturnType<typeof sampling>>>;

/** Of grids of heights: their calls begin their descriptions with it. */
export const GRID =
  'Oldest first, on an even grid of heights that ends at the head; heights before the index’s first one are left out.';

export const count = (absent = 10) =>
  whole({
    description: `How many; more than ${MOST_ROWS} counts as ${MOST_ROWS}`,
    minimum: 1,
    most: MOST_ROWS,
    absent,
    refusal: ['badCount', { max: MOST_ROWS }],
  });

/** A state of the past. */
export const height = whole({
  description: 'Balance and storage provider as they were in the state at this height',
  minimum: 0,
  absent: null,
  refusal: ['badHeight'],
});

const MAX_METHOD = 100;
/** By its name. */
export const method = parameter(
  {
    type: 'string',
    description:
      'Only this method, by its name, e.g. `Send`; what `plainTransfer` marks is `InvokeContract` here',
  },
  null,
  (name) => (name.length > MAX_METHOD ? refuse(['badMethod']) : name),
);

export type MessagePageInput = PageInput & { method: string | null };

/** Types of transfers. */
export const transferType = <const T extends string>(
  of: readonly T[],
  code: 'badTransferType' | 'badTokenType',
) =>
  choice({
    description: 'Only transfers of this type, e.g. `reward`; `transfer` is `send` and `receive`',
    of,
    absent: null,
    refusal: [code],
  });

/** What rankings go by; the first unless given. */
export const sortBy = <const T extends string>(of: readonly [T, ...T[]]) =>
  choice({
    description: 'What the ranking is sorted by',
    of,
    absent: of[0],
    saysAbsent: false,
    refusal: ['badSort', { known: of.join(', ') }],
  });
/** What rankings by use go by. */
export const USE_SORTS = ['transaction', 'users', 'balance', 'fee'] as const;

/** Windows that the index keeps of contracts. */
const DAYS = [1, 7, 30, 365] as const;
export const days = <Absent extends (typeof DAYS)[number] | null>(absent: Absent) =>
  parameter(
    {
      type: 'integer',
      description: 'Window that ends with the present hour, in days: 1, 7, 30 or 365',
      enum: DAYS,
      ...(absent !== null && { default: absent }),
    },
    absent,
    (value) =>
      DAYS.find((known) => known === wholeNumber(value)) ??
      refuse(['badDays', { known: DAYS.join(', ') }]),
  );

export const continent = parameter<Continent, null>(
  { type: 'string', description: 'Only those known to be on it', enum: CONTINENTS },
  null,
  (code) =>
    // OA is what some clients call Oceania.
    CONTINENTS.find((known) => known === (code === 'OA' ? 'OC' : code)) ??
    refuse(['badContinent', { known: CONTINENTS.join(', ') }]),
);

/** Number of the sector that a list is narrowed to. */
export const sector = parameter<Integer, null>(
  { type: 'integer', description: 'Only this sector, by its number', minimum: 0 },
  null,
  (value) => {
    const number = /^\d{1,19}$/.test(value) ? integer(value) : null;
    return number !== null && isInt64(number) ? number : refuse(['badSector']);
  },
);

const FLAGS = { true: true, false: false, '1': true, '0': false };
const flag = <Absent extends boolean | null>(name: string, description: string, absent: Absent) =>
  parameter(
    {
      type: 'string',
      description,
      enum: ['true', 'false', '1', '0'],
      ...(absent !== null && { default: String(absent) }),
    },
    absent,
    (value) =>
      Object.entries(FLAGS).find(([known]) => known === value)?.[1] ??
      refuse(['badFlag', { name }]),
  );
export const withoutChangeRate = flag(
  'withoutChangeRate',
  '`true` leaves the changes against the window before out (null)',
  false,
);

export const windowed = flag(
  'windowed',
  '`true` leaves out of the list what is older than the window',
  false,
);

export const userAddress = text(
  'Only what is from or to this account, in any form of its address',
  null,
);
export const tokenName = text('Only tokens whose name or symbol has this in it', '');
export const searched = {
  id: text(
    'Height, time (`2026-11-18 12:00`, UTC, or Unix seconds: the tipset of then), CID, hash, address, a sender and a nonce (`f01000 12`), peer id, name, token, or a link of an explorer to one',
    '',
  ),
  q: text(
    'The beginning of any of these, from three characters on, or all of it; a piece CID, a sector (`f01000 sector 12` or `f01000/12`), or words of a project, a method or a page; any text',
    '',
  ),
};
export const party = text('Only what this address is a party to, in any form', '');
export const piece = parameter<Uint8Array, null>(
  { type: 'string', description: 'Only what has this piece of data, by its CID (`baga…`)' },
  null,
  (cid) => tryCid(cid) ?? refuse(['badPiece']),
);
export const verified = flag(
  'verified',
  'Only deals that are verified, or only those that are not',
  null,
);
export const block = text('One of the blocks that include the message', undefined);
export const category = <const T extends string>(of: readonly T[]) =>
  parameter(
    { type: 'string', description: 'Only projects of this category, e.g. `defi`; all when absent' },
    null,
    (value) =>
      value === 'all'
        ? null
        : (of.find((known) => known === value) ??
          refuse(['badCategory', { known: ['all', ...of].join(', ') }])),
  );

export const MAX_DAYS = 400;

const day = (description: string) =>
  dayOf({ description, refusal: ['badDate', { max: MAX_DAYS }] });

export const dates = {
  startDate: day('First day (UTC, YYYY-MM-DD); 30 days up to the last one when absent'),
  endDate: day('Last day (UTC, YYYY-MM-DD); the present one when absent'),
};
