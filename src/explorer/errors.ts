/** What the caller is told: `code` is a key of the dictionaries under `errors.`, `params` fills it in. */
export type ErrorParams = Readonly<Record<string, string | number>>;

/** The input makes no sense (400). Ask by `error.name`: pages have their own copy of this class. */
export class BadInput extends Error {
  readonly code: string;
  readonly params: ErrorParams;
  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super(code);
    this.name = 'BadInput';
    this.code = code;
    this.params = params;
  }
}

/** There is no such thing (404). */
export class NotFound extends Error {
  readonly code: string;
  readonly params: ErrorParams;
  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super(code);
    this.name = 'NotFound';
    this.code = code;
    this.params = params;
  }
}

/** There was such a thing, and it can no longer be had (410): a head that is too old or was replaced. */
export class Gone extends Error {
  readonly code: string;
  readonly params: ErrorParams;
  constructor(code: ErrorCode, params: ErrorParams = {}) {
    super(code);
    this.name = 'Gone';
    this.code = code;
    this.params = params;
  }
}

/** Nothing can be answered for now (503). */
export class Unavailable extends Error {
  readonly code: string;
  readonly params: ErrorParams = {};
  constructor(code: ErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'Unavailable';
    this.code = code;
  }
}

/** Every code that reads throw, so that the dictionaries can be checked against it. */
export const ERROR_CODES = [
  'badActor',
  'badAddress',
  'badCategory',
  'badCid',
  'badContinent',
  'badCount',
  'badCursor',
  'badDate',
  'badDays',
  'badDuration',
  'badFlag',
  'badHead',
  'badHeight',
  'badId',
  'badSector',
  'badMessageId',
  'badMethod',
  'badMetric',
  'badName',
  'badPage',
  'badPageSize',
  'badSamples',
  'badSearch',
  'badSectorStatus',
  'badSort',
  'badTokenType',
  'badTransferType',
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
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];
