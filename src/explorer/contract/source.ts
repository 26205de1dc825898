/** The verified source of a contract, as it was kept. */
import type { RowOf } from '#store/schema.ts';
import { z } from 'zod';
import { actorOf } from '../account/find.ts';
import { namesOf } from '../names.ts';
import type { View } from '../view.ts';
import type { ContractDetail } from './schema.ts';

/** What only a verified source tells. */
export type SourceFacts = Pick<
  ContractDetail,
  | 'verified'
  | 'verifiedMatch'
  | 'verifiedBy'
  | 'verifiedTimestamp'
  | 'broughtBy'
  | 'contractName'
  | 'contractFile'
  | 'language'
  | 'compiler'
  | 'optimize'
  | 'optimizeRuns'
  | 'evmVersion'
  | 'viaIR'
  | 'license'
  | 'sourceFiles'
  | 'settings'
  | 'abi'
  | 'docs'
  | 'libraries'
  | 'parameters'
>;

export const UNVERIFIED: SourceFacts = {
  verified: false,
  verifiedMatch: null,
  verifiedBy: null,
  verifiedTimestamp: null,
  broughtBy: null,
  contractName: null,
  contractFile: null,
  language: null,
  compiler: null,
  optimize: null,
  optimizeRuns: null,
  evmVersion: null,
  viaIR: null,
  license: null,
  sourceFiles: [],
  settings: null,
  abi: null,
  docs: null,
  libraries: [],
  parameters: null,
};

/** An object as a list of its own names and values: `z.record` leaves out one called `__proto__`. */
const entriesOf = <T>(value: z.ZodType<T>): z.ZodType<[string, T][]> =>
  z
    .custom<object>((given) => typeof given === 'object' && given !== null)
    .transform((given) => Object.entries(given))
    .pipe(z.array(z.tuple([z.string(), value])));

/** The compiler's input, as it was written down. */
const settingsSchema = z.looseObject({
  optimizer: z.object({ enabled: z.boolean().optional(), runs: z.number().optional() }).optional(),
  evmVersion: z.string().optional(),
  viaIR: z.boolean().optional(),
  libraries: z.unknown().optional(),
});
const inputSchema = z.object({
  sources: entriesOf(z.object({ content: z.string() })),
  settings: settingsSchema,
});
const linkedSchema = entriesOf(entriesOf(z.string()));
const librariesSchema = z.array(
  z.object({ file: z.string(), name: z.string(), address: z.string() }),
);

/** Runs that the optimizer is told to reckon with where nothing else is said. */
export const DEFAULT_RUNS = 200;

/** What pages tell of the compiler's settings. */
function settingsOf(given: unknown) {
  const { optimizer, evmVersion, viaIR } = settingsSchema.parse(given);
  return {
    optimize: optimizer?.enabled ?? false,
    optimizeRuns: optimizer?.runs ?? DEFAULT_RUNS,
    evmVersion: evmVersion ?? 'default',
    viaIR: viaIR ?? false,
  };
}

/** Libraries that the compiler was given addresses of: what is linked is not found in the code. */
const linkedBefore = (libraries: unknown = {}) =>
  linkedSchema
    .parse(libraries)
    .flatMap(([file, named]) => named.map(([name, address]) => ({ file, name, address })));

/** What a contract's source is found by. */
type Coded = Pick<RowOf<'contract'>, 'actor_id' | 'init_hash' | 'code_hash'>;

/** By its init code, else by what it runs. @param initCode as hex, with the constructor's arguments */
export async function sourceOf(
  view: View,
  { actor_id, init_hash, code_hash }: Coded,
  initCode: string | null,
): Promise<SourceFacts> {
  const hash = init_hash ?? code_hash;
  if (hash === null) return UNVERIFIED;
  const row = await view.db
    .selectFrom('contract_source as s')
    .innerJoin('verified_code as v', 'v.key', 's.key')
    .innerJoin('verified_build as b', 'b.key', 'v.build')
    .select([
      'v.key',
      's.length',
      'v.deployed',
      'v.file',
      'v.name',
      'v.complete',
      'v.abi',
      'v.docs',
    ])
    .select(['v.libraries', 'v.license', 'v.verified_at', 'v.brought_by', 'b.compiler', 'b.input'])
    .where('s.hash', '=', hash)
    .executeTakeFirst();
  if (row === undefined) return UNVERIFIED;
  const { sources, settings } = inputSchema.parse(JSON.parse(row.input));
  const { outputSelection: _, ...told } = settings;
  return {
    verified: true,
    verifiedMatch: row.complete ? 'full' : 'partial',
    verifiedBy: row.deployed ? 'runtime' : 'creation',
    verifiedTimestamp: row.verified_at,
    broughtBy: await bringerOf(view, row, actor_id),
    contractName: row.name,
    contractFile: row.file,
    language: 'Solidity',
    compiler: row.compiler,
    ...settingsOf(settings),
    license: row.license,
    sourceFiles: sources.map(([name, { content }]) => ({ name, content })),
    settings: JSON.stringify(told),
    abi: row.abi,
    docs: row.docs,
    libraries: [
      ...linkedBefore(settings.libraries),
      ...librariesSchema.parse(JSON.parse(row.libraries)),
    ],
    parameters:
      row.deployed || initCode === null ? null : `0x${initCode.slice(2 + 2 * row.length)}`,
  };
}

/**
 * The contract that brought another one along, of the code that holds this one's (a factory's), else of
 * the same code: the one that the source was handed in for, where nobody knows that the oldest. Null for
 * that one itself.
 */
async function bringerOf(
  view: View,
  own: { key: Uint8Array; brought_by: Uint8Array | null },
  id: number,
): Promise<SourceFacts['broughtBy']> {
  const key = own.brought_by ?? own.key;
  const code = await view.db
    .selectFrom('verified_code')
    .select(['name', 'submitted_for'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (code === undefined) return null;
  const given = code.submitted_for && (await actorOf(view, code.submitted_for))?.id;
  const bringer = await view.db
    .selectFrom('contract as c')
    .innerJoin('contract_source as s', (join) =>
      join.on((eb) => eb('s.hash', '=', eb.fn.coalesce('c.init_hash', 'c.code_hash'))),
    )
    .select('c.actor_id')
    .where('s.key', '=', key)
    // Another database, or another branch, may have another contract at the address.
    .orderBy((eb) => eb('c.actor_id', '=', given ?? -1), 'desc')
    .orderBy('c.actor_id')
    .limit(1)
    .executeTakeFirst();
  const address = bringer?.actor_id ?? null;
  if (own.brought_by === null && (address === null || address === id)) return null;
  const names = await namesOf(view, [address]);
  return { name: code.name, address: address === null ? null : names.shown(address) };
}

/** Names of verified contracts by actor id. */
export async function sourceNames(
  { db }: View,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('contract as c')
    .innerJoin('contract_source as s', (join) =>
      join.on((eb) => eb('s.hash', '=', eb.fn.coalesce('c.init_hash', 'c.code_hash'))),
    )
    .innerJoin('verified_code as v', 'v.key', 's.key')
    .select(['c.actor_id', 'v.name'])
    .where('c.actor_id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.actor_id, row.name]));
}
