/** What the caller is told: `code` is a key of the dictionaries under `errors.`, `params` fills it in. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** What HTTP says of what a read refuses, by the error's name. */
const STATUS = { BadInput: 400, NotFound: 404, Gone: 410, Unavailable: 503 } as const;
type Kind = keyof typeof STATUS;

/** A read is refused. Told apart by `name`: pages have their own copies of these classes. */
class Refusal extends Error {
  override readonly name: Kind;
  readonly code: string;
  readonly params: ErrorParams;
  constructor(name: Kind, code: ErrorCode, params: ErrorParams, options?: ErrorOptions) {
    super(code, options);
    this.name = name;
    this.code = code;
    this.params = params;
  }
}

/** The input makes no sense. */
export class BadInput extends Refusal {
  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super('BadInput', code, params);
  }
}

/** There is no such thing. */
export class NotFound extends Refusal {
  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super('NotFound', code, params);
  }
}

/** There was such a thing, and it can no longer be had: a head that is too old or was replaced. */
export class Gone extends Refusal {
  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super('Gone', code, params);
  }
}

/** Nothing can be answered for now. */
export class Unavailable extends Refusal {
  constructor(code: ErrorCode, options?: ErrorOptions) {
    super('Unavailable', code, {}, options);
  }
}

/** What is told in place of an answer. */
export interface Problem {
  /** HTTP status. */
  status: (typeof STATUS)[Kind];
  /** Key of the dictionaries under `errors.`. */
  code: string;
  params: ErrorParams;
}

const isKind = (name: string): name is Kind => Object.hasOwn(STATUS, name);

/** What an error of the reads says to the reader; null for a fault of ours. */
export function problemOf(error: unknown): Problem | null {
  if (!(error instanceof Error) || !isKind(error.name) || !('code' in error)) return null;
  const { code, name } = error;
  if (typeof code !== 'string') return null;
  const given = 'params' in error ? Object.entries(error.params ?? {}) : [];
  const params = given.filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  return { status: STATUS[name], code, params: Object.fromEntries(params) };
}

/** Every code that reads throw, so that the dictionaries can be checked against it. */
export const ERROR_CODES = [
  'badActor',
  'badAddress',
  'badCategory',
  'badCid',
  'badContinent',
  'badCount',
  'badCounterparty',
  'badCursor',
  'badDate',
  'badDay',
  'badDays',
  'badDuration',
  'badFil',
  'badFlag',
  'badHead',
  'badHeight',
  'badHeightOf',
  'badId',
  'badSector',
  'badMessageId',
  'badMethod',
  'badMetric',
  'badName',
  'badOutcome',
  'badPage',
  'badPageSize',
  'badPiece',
  'badSamples',
  'badSearch',
  'badSectorStatus',
  'badProposalStatus',
  'badSort',
  'badTab',
  'badTokenType',
  'badTransferType',
  'badValue',
  'daysReversed',
  'goneHead',
  'noAddress',
  'noAllocation',
  'noBlock',
  'noClaim',
  'noContract',
  'noDapp',
  'noDatabase',
  'noDataCap',
  'noDeal',
  'noIndex',
  'noMerchant',
  'noMessage',
  'noMiner',
  'noName',
  'noNotice',
  'noPeer',
  'noTipset',
  'noToken',
  'noVerification',
  'noVerifier',
  'notTakenOver',
  'pageTooDeep',
  'tipsetBeforeIndex',
  'tipsetNotIndexed',
  'unknownChoice',
  'valuesReversed',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];
