import { SECTOR_SETS } from '#filecoin/mining/sectors.ts';

/** A parameter's schema in the OpenAPI document. */
export interface ParameterSchema {
  readonly type: 'string' | 'integer';
  readonly description: string;
  readonly enum?: readonly (string | number)[];
  /** What its text looks like; an empty one counts as absent. */
  readonly pattern?: string;
  readonly minimum?: number;
  readonly format?: 'date';
  readonly default?: string | number;
}

const text = (description: string, fields: Omit<Partial<ParameterSchema>, 'type'> = {}) =>
  ({ type: 'string', description, ...fields }) satisfies ParameterSchema;

const integer = (description: string, fields: Omit<Partial<ParameterSchema>, 'type'>) =>
  ({ type: 'integer', description, ...fields }) satisfies ParameterSchema;

/** Of numbers of pages and rows. */
const DEPTH =
  'lists that reorder with every head (rich list, contracts, tokens, holders) take 10,000 rows at most (400), and go on by `before`';

/** Half of a hash, as heads are told apart by. */
const HASH = '[0-9a-f]{32}';

/**
 * Query parameters as the document shows them. What a value may be is decided by the explorer, for
 * pages and calls alike.
 */
export const PARAMETERS = {
  pageSize: integer('Rows per answer; more than 100 counts as 100', { minimum: 1, default: 20 }),
  limit: integer('Rows per answer; more than 100 counts as 100', { minimum: 1, default: 20 }),
  offset: integer(`How many rows to leave out; ${DEPTH}`, { minimum: 0, default: 0 }),
  page: integer(`Page, from 0; a page after the last one is empty; ${DEPTH}`, {
    minimum: 0,
    default: 0,
  }),
  before: text(
    'Cursor: `next` of an earlier answer. Stable under new heads and forks; takes the place of `page`',
    {
      pattern: `^(\\d{1,15}(:${HASH}(:\\d{1,15})?)?(\\.\\d{1,15}(\\.\\d{1,78}-\\d{1,78})?)?|older\\.\\d{1,16}|(0x)?[0-9a-f]{64})?$`,
    },
  ),
  head: text(
    'Pins the list to a head of the last 900 tipsets: `X-Head` of an earlier answer (410 when it is gone). All of the answer is of that head, but for what the chain does not tell: tags, prices, places, what contracts call themselves, and whether a tipset is final',
    { pattern: `^(\\d{1,15}:${HASH}(:\\d{1,15})?)?$` },
  ),
  method: text('Only this method, by its name, e.g. `Send`'),
  type: text('Only transfers of this type, e.g. `reward`; `transfer` is `send` and `receive`'),
  actor: text('Only actors of this kind', { enum: ['storageminer', 'account'] }),
  userAddress: text('Only what is from or to this account, in any form of its address'),
  tokenName: text('Only tokens whose name or symbol has this in it'),
  count: integer('How many; more than 100 counts as 100', { minimum: 1, default: 10 }),
  id: text('Height, CID, hash, address, peer id, name, token, or a link of an explorer to one'),
  q: text('The beginning of any of these, from three characters on, or all of it; any text'),
  address: text('Only what this address is a party to, in any form'),
  block: text('One of the blocks that include the message'),
  duration: text('Window before the head', {
    enum: ['24h', '1d', '7d', '30d', '1y'],
    default: '24h',
  }),
  continent: text('Only those known to be on it', {
    enum: ['AS', 'AF', 'NA', 'SA', 'EU', 'OC'],
  }),
  height: integer('Balance and storage provider as they were in the state at this height', {
    minimum: 0,
  }),
  status: text('Only sectors of this status', { enum: SECTOR_SETS }),
  sector: integer('Only this sector, by its number', { minimum: 0 }),
  sortBy: text('What the ranking goes by', {
    enum: ['transaction', 'users', 'balance', 'fee', 'tvl', 'transactions'],
  }),
  days: integer('Window that ends with the present hour, in days: 1, 7, 30 or 365', {
    enum: [1, 7, 30, 365],
  }),
  startDate: text('First day (UTC, YYYY-MM-DD); 30 days up to the last one when absent', {
    format: 'date',
  }),
  endDate: text('Last day (UTC, YYYY-MM-DD); the present one when absent', { format: 'date' }),
  withoutChangeRate: text('`true` leaves the changes against the window before out (null)', {
    enum: ['true', 'false', '1', '0'],
    default: 'false',
  }),
  category: text('Only projects of this category, e.g. `defi`; all when absent'),
  metric: text('Which figure is wanted; all are answered', {
    enum: ['createContractCount', 'invokeCount', 'gasFee'],
  }),
  samples: integer('How many samples, at most; more than 400 counts as 400', {
    minimum: 1,
    default: 48,
  }),
} as const;

export type ParameterName = keyof typeof PARAMETERS;

/** Every call takes the language also in its address. */
export const LOCALE_PARAMETER = text(
  'Language of messages and of known names: `en`, `zh` or `ko`, also with a region (`zh-CN`); any other is English. The header `Locale` says the same',
  { default: 'en' },
);

const NUMBER = { type: 'string', pattern: '^\\d+$' };

/** Parts of a path. */
export const PATH_PARTS = {
  height: { description: 'Height (epoch) of a tipset', example: '19600', schema: NUMBER },
  cid: { description: 'CID', example: 'bafy2bzacea…' },
  message: { description: 'CID of a message, or its Ethereum hash (0x…)', example: 'bafy2bzacea…' },
  token: { description: 'Address of a token’s contract in any form', example: 'f01049' },
  miner: { description: 'Address of a storage provider, in any form', example: 'f01000' },
  peer: { description: 'libp2p peer id', example: '12D3KooW…' },
  contract: { description: 'Address of a contract, in any form', example: 'f01049' },
  name: { description: 'A name of the name service, e.g. kelp.fil', example: 'kelp.fil' },
  address: { description: 'An address in any form: f0, f1, f2, f3, f4, 0x', example: 'f099' },
  deal: { description: 'Number of a deal', example: '400', schema: NUMBER },
  allocation: { description: 'Number of an allocation', example: '401', schema: NUMBER },
  verifier: { description: 'Address of a verifier, in any form', example: 'f0100' },
  dapp: { description: 'Key of a project, as its list gives it', example: 'exchange' },
  defi: { description: 'Key of a project of DeFi', example: 'exchange' },
  merchant: { description: 'Key of a merchant', example: 'example' },
  client: { description: 'Address of an account with data cap, in any form', example: 'f01008' },
} as const;

export type PathPart = keyof typeof PATH_PARTS;
