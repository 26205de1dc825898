/** Keeps what was verified, and finds the contracts of the index that it holds for. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { MatchKind } from '#contracts/match/compare.ts';
import { initCodeOf } from '#contracts/match/deployed.ts';
import type { CompiledContract } from '#contracts/match/output.ts';
import { compilerInput } from '#contracts/request/compilerInput.ts';
import { licenseOfSpdx, spdxOf } from '#contracts/request/licenses.ts';
import type { CompilerSettings } from '#contracts/request/types.ts';
import { isAddress, parseAddress } from '#filecoin/address.ts';
import { to0x } from '#filecoin/encoding/bytes.ts';
import { membersOf } from '#filecoin/evm/members.ts';
import { awaitRevision, revise } from '#store/revise.ts';
import type { NewRow, RowOf } from '#store/schema.ts';
import type { Store, Trx } from '#store/store.ts';
import type { Attempt, ChainCode } from './attempt.ts';

export type Verified = Extract<Attempt, { outcome: 'verified' }>;

export type CodeRow = NewRow<'verified_code'>;

/** By so many bytes codes that may begin alike are found. */
export const HEAD = 64;

const sha256 = (data: Uint8Array | string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(data).digest());

/**
 * Writes it down; from then on all contracts of its code are verified. Of several at once the first one
 * counts: the answer is how the code was verified before where this match is no better, else null.
 * @param address it was verified for
 */
export async function keepVerified(
  store: Store,
  verified: Verified,
  chain: ChainCode,
  address: string,
  now: number,
): Promise<MatchKind | null> {
  const rows = rowsOf(verified, chain, address, now);
  const { request } = verified;
  const input = compilerInput(request);
  const { compiler } = request;
  const [{ key, complete }] = rows;
  return store.transaction(async (trx) => {
    // Whoever comes next sees what this one has written.
    await awaitRevision(trx);
    const known = await kindOf(trx, key);
    const better = known === null || (complete && known === 'partial');
    if (better) {
      await writeBuild(trx, buildOf(compiler, input, request.input.settings));
      for (const row of rows) await writeCode(trx, row);
    }
    // A contract may have come into the index since its code was verified.
    const adopted = await adopt(trx, better ? rows.map((row) => row.key) : [key]);
    if (!better && !adopted) return known;
    await revise(trx);
    return null;
  });
}

/** How a code is verified; null for one that is not. */
async function kindOf(trx: Trx, key: Uint8Array): Promise<MatchKind | null> {
  const row = await trx
    .selectFrom('verified_code')
    .select('complete')
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? null : row.complete ? 'full' : 'partial';
}

/** Once for each key. */
export async function writeBuild(db: Store['db'], build: RowOf<'verified_build'>): Promise<void> {
  await db
    .insertInto('verified_build')
    .values(build)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A full match takes the place of a partial one. Its functions, events and errors name those of other codes. */
export async function writeCode(db: Store['db'], row: CodeRow): Promise<void> {
  const { key: _, ...rest } = row;
  await db
    .insertInto('verified_code')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(rest)
        .where('verified_code.complete', '=', false)
        .where(sql<boolean>`excluded.complete`),
    )
    .execute();
  const found = membersOf(JSON.parse(row.abi));
  await sql`
    insert into verified_signature (hash, form, signature, item)
    select * from unnest(
      ${found.map(({ hash }) => hash)}::bytea[], ${found.map(({ form }) => form)}::text[],
      ${found.map(({ signature }) => signature)}::text[], ${found.map(({ item }) => item)}::text[]
    ) on conflict do nothing
  `.execute(db);
}

/** A build as it is kept. @param input as the compiler was given it  @param settings what that says */
export const buildOf = (
  compiler: string,
  input: string,
  { optimizer }: Pick<CompilerSettings, 'optimizer'>,
): RowOf<'verified_build'> => ({
  key: buildKey(compiler, input),
  compiler,
  input,
  optimize: optimizer?.enabled ?? false,
  optimize_runs: optimizer?.runs ?? null,
});

/** @param input as the compiler was given it */
function buildKey(compiler: string, input: string): Uint8Array {
  return sha256(`${compiler}\n${input}`);
}

/**
 * The contract's own code, then what stands in it. Of one that is known by what it runs also its init
 * code: another index, begun earlier, knows it by that.
 */
function rowsOf(
  verified: Verified,
  chain: ChainCode,
  address: string,
  now: number,
): [CodeRow, ...CodeRow[]] {
  const { match, request, children } = verified;
  const code = match.by === 'creation' ? chain.code.slice(0, match.codeLength) : chain.code;
  const build = buildKey(request.compiler, compilerInput(request));
  const row = (contract: CompiledContract, bytes: Uint8Array): CodeRow => ({
    key: sha256(bytes),
    deployed: false,
    length: bytes.length,
    head: bytes.slice(0, HEAD),
    build,
    file: contract.file,
    name: contract.name,
    complete: match.kind === 'full',
    abi: JSON.stringify(contract.abi),
    docs: docsOf(contract),
    libraries: '[]',
    immutables: '[]',
    license: request.license ?? licenseIn(verified, contract),
    brought_by: null,
    verified_at: now,
  });
  const own: CodeRow = {
    ...row(match.contract, code),
    deployed: match.by === 'deployed',
    // A name may lead elsewhere tomorrow.
    submitted_for: isAddress(address) ? parseAddress(address) : null,
    libraries: JSON.stringify(
      match.libraries.map(({ file, name, address }) => ({ file, name, address: to0x(address) })),
    ),
    immutables: JSON.stringify(
      match.by === 'deployed'
        ? match.immutables.map(({ id, value }) => ({ id, value: to0x(value) }))
        : [],
    ),
  };
  const initCode = match.by === 'deployed' ? initCodeOf(match) : null;
  return [
    own,
    ...(initCode === null
      ? []
      : [{ ...own, ...row(match.contract, initCode), libraries: own.libraries }]),
    ...children.map(({ contract, initCode }) => ({
      ...row(contract, initCode),
      brought_by: own.key,
    })),
  ];
}

/** The licence that the contract's file names: tools say none beside it. */
function licenseIn({ request }: Verified, { file }: CompiledContract): string | null {
  const identifier = spdxOf(request.input.sources.get(file) ?? '');
  return identifier === null ? null : licenseOfSpdx(identifier);
}

function docsOf({ userdoc = null, devdoc = null }: CompiledContract): string {
  return JSON.stringify({ userdoc, devdoc });
}

/** Contracts of the index whose code begins with one of these verified codes, or is it. */
async function adopt(trx: Trx, keys: readonly Uint8Array[]): Promise<boolean> {
  return insertSources(
    trx,
    sql`verified_code v
      join contract_code c on substring(c.code for ${sql.lit(HEAD)}) = v.head
      join contract x on case when v.deployed then x.init_hash is null and x.code_hash = c.hash
        else x.init_hash = c.hash end`,
    sql`v.key in (${sql.join(keys)})`,
  );
}

/**
 * Contracts that were created at this height or above, and those whose creation nobody knows.
 * @param unknown whether to look at these as well
 */
export async function adoptNew(store: Store, from: number, unknown = true): Promise<boolean> {
  return store.transaction(async (trx) => {
    await awaitRevision(trx);
    const adopted = await insertSources(
      trx,
      sql`contract x
        join contract_code c on c.hash = coalesce(x.init_hash, x.code_hash)
        join verified_code v on v.head = substring(c.code for ${sql.lit(HEAD)})
          and v.deployed = (x.init_hash is null)`,
      unknown
        ? sql`(x.created_height is null or x.created_height >= ${from})`
        : sql`x.created_height >= ${from}`,
    );
    if (adopted) await revise(trx);
    return adopted;
  });
}

/** Whether there were any. Of several verified codes the one counts that is equal, then the longer one. */
async function insertSources(
  trx: Trx,
  from: ReturnType<typeof sql>,
  where: ReturnType<typeof sql>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into contract_source (hash, key, length, complete, verified_at)
    select distinct on (c.hash) c.hash, v.key, v.length, v.complete, v.verified_at
    from ${from}
    where ${where} and v.key = sha256(substring(c.code for v.length))
      and (not v.deployed or length(c.code) = v.length)
    order by c.hash, v.complete desc, v.length desc
    on conflict (hash) do update set
      key = excluded.key, length = excluded.length, complete = excluded.complete,
      verified_at = excluded.verified_at
    where (excluded.complete, excluded.length) > (contract_source.complete, contract_source.length)
  `.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}
